import { frame } from "confirm-guard";
import { describe, expect, it } from "vitest";
import { MealieError } from "../../src/errors.ts";
import { namesIn, resolveNamed } from "../../src/lookup/names.ts";

const ids = ["1", "2", "3", "4"].map((digit) => `0000000${digit}-0000-4000-8000-000000000000`);
const [first = "", second = "", third = "", fourth = ""] = ids;
const TAGS = [
  { id: first, name: "Quick Dinner", slug: "quick-dinner" },
  { id: second, name: "Crème", slug: "creme" },
  { id: third, name: "vegan", slug: "vegan" },
];
const FOODS = [
  { id: first, name: "Tomato", otherNames: ["tomatoes", "love apple"] },
  { id: second, name: "tomato" },
  { id: third, name: "tomatoes" },
  { id: fourth, name: "Onion" },
];
const WORDS = { one: "tag", many: "tags", tool: "list_organizers" };

function failure(resolve: () => unknown): MealieError {
  try {
    resolve();
  } catch (error) {
    if (error instanceof MealieError) return error;
  }
  throw new Error("It was resolved.");
}

function foreignOf({ foreign }: MealieError): string {
  return foreign === undefined ? "" : frame(foreign, { source: "mealie" }).text;
}

describe("what a caller names", () => {
  it.each([
    ["the id", first.toUpperCase(), first],
    ["the name", "Quick Dinner", first],
    ["the slug", "quick-dinner", first],
    ["the name in another case and with other blanks", " quick   DINNER", first],
    ["the name in another width", "ｖｅｇａｎ", third],
    ["what would become the same slug", "Creme!", second],
  ])("is found by %s", (_how, wanted, id) => {
    expect(resolveNamed(TAGS, [wanted], WORDS).map((tag) => tag.id)).toEqual([id]);
  });

  it("is found by its very name before another case of it", () => {
    expect(resolveNamed(FOODS, ["tomato"], WORDS).map(({ id }) => id)).toEqual([second]);
  });

  it("is found by its own name before the plural of another one", () => {
    expect(resolveNamed(FOODS, ["tomatoes"], WORDS).map(({ id }) => id)).toEqual([third]);
  });

  it("is found by an alias", () => {
    expect(resolveNamed(FOODS, ["Love Apple"], WORDS).map(({ id }) => id)).toEqual([first]);
  });

  it("counts once when it is named twice", () => {
    expect(resolveNamed(TAGS, ["vegan", "Vegan", third], WORDS)).toHaveLength(1);
  });

  it("is an error when several fit, which names their ids", () => {
    const error = failure(() => resolveNamed(FOODS, ["TOMATO"], WORDS));
    expect(error.code).toBe("unknown-name");
    expect(error.message).toContain("Several tags have this name");
    expect(foreignOf(error)).toContain(first);
    expect(foreignOf(error)).toContain(second);
  });

  it("is an error when it is unknown, with close names boxed and which of the given it was", () => {
    const error = failure(() => resolveNamed(TAGS, ["vegan", "vegn"], WORDS));
    expect(error.code).toBe("unknown-name");
    expect(error.message).toContain("no such tag (number 2)");
    expect(error.message).not.toContain("veg");
    expect(foreignOf(error)).toContain(`vegan (${third})`);
  });

  it("is an error without a list when nothing is close", () => {
    const error = failure(() => resolveNamed(TAGS, ["xyz"], WORDS));
    expect(error.foreign).toBeUndefined();
    expect(error.message).toContain("list_organizers");
  });

  it("is never found by an empty name", () => {
    const nameless = [{ id: first, name: "", slug: "", otherNames: [""] }];
    expect(namesIn(nameless)("").kind).toBe("unknown");
    expect(namesIn(nameless)("!!!").kind).toBe("unknown");
  });
});
