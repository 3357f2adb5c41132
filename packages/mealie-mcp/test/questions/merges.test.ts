import { describe, expect, it } from "vitest";
import { mergeQuestion } from "../../src/questions/merges.ts";

const from = "00000001-0000-4000-8000-000000000000";
const into = "00000002-0000-4000-8000-000000000000";
const merge = { noun: "unit", from, into, recipes: 0, listItems: 0, host: "mealie.example.org" } as const;

describe("the question about a merge", () => {
  it("says that it is not known where the first one is used, rather than nowhere", () => {
    const { facts, consequence } = mergeQuestion({ ...merge, recipes: undefined, listItems: undefined });
    expect(facts).not.toHaveProperty(["Recipes that use it"]);
    expect(facts).not.toHaveProperty(["Shopping list items with it"]);
    expect(consequence).toContain("could not be found out");
    expect(consequence).toContain("Shopping list items that have it, if any, may lose their unit");
  });

  it("says nothing of shopping lists that do not have it", () => {
    const { facts, consequence } = mergeQuestion(merge);
    expect(consequence).not.toContain("hopping");
    expect(facts).toMatchObject({ "Recipes that use it": 0, "Shopping list items with it": 0 });
  });

  it("warns of shopping lists that have it (M11)", () => {
    expect(mergeQuestion({ ...merge, listItems: 3 }).consequence).toContain("may lose their unit");
  });
});
