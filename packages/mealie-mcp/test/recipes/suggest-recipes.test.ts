import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";
import { openOddDesk } from "./odd-mealie.ts";

const ID = "11111111-1111-4111-8111-111111111111";

type Suggested = {
  recipe: { untrusted_text: { name: string } };
  missing_foods: { id: string }[];
  missing_tools: { id: string }[];
};

function suggested(result: { structuredContent?: Record<string, unknown> | undefined }): Suggested[] {
  return result.structuredContent?.["suggestions"] as Suggested[];
}

describe("suggest_recipes on Mealie 3.23", () => {
  it("names the recipes that lack least first, with what they lack", async () => {
    const { mealie, connection } = await openDesk({ version: "3.23" });
    const { recipe, food, tool } = pantry(mealie.state);
    const [rice, egg, leek] = [food("Rice"), food("Egg"), food("Leek")];
    const wok = tool("Wok", "wok");
    recipe("Soup", { ingredients: [{ foodId: leek.id }, { foodId: rice.id }] });
    recipe("Fried rice", { ingredients: [{ foodId: rice.id }, { foodId: egg.id }], toolIds: [wok.id] });
    recipe("Toast", { ingredients: [{ note: "bread" }] });
    const result = await connection.callTool("suggest_recipes", { foods: ["rice", "Egg"] });
    expect(suggested(result).map(({ recipe: { untrusted_text } }) => untrusted_text.name)).toEqual([
      "Fried rice",
      "Soup",
    ]);
    expect(suggested(result)[1]?.missing_foods).toEqual([{ id: leek.id, untrusted_text: { name: "Leek" } }]);
  });

  it("passes on how much may be missing, and how many to return", async () => {
    const { mealie, connection } = await openDesk({ version: "3.23" });
    const { recipe, food } = pantry(mealie.state);
    const [rice, egg] = [food("Rice"), food("Egg")];
    recipe("Fried rice", { ingredients: [{ foodId: rice.id }, { foodId: egg.id }] });
    recipe("Plain rice", { ingredients: [{ foodId: rice.id }] });
    const strict = await connection.callTool("suggest_recipes", { foods: ["Rice"], max_missing_foods: 0 });
    expect(suggested(strict)).toMatchObject([{ recipe: { untrusted_text: { name: "Plain rice" } } }]);
    const one = await connection.callTool("suggest_recipes", { foods: ["Rice"], limit: 1 });
    expect(suggested(one)).toHaveLength(1);
  });

  it("answers an unknown food with close ones, and asks for no suggestions", async () => {
    const { mealie, connection } = await openDesk({ version: "3.23" });
    const { food } = pantry(mealie.state);
    const leek = food("Leek");
    const result = await connection.callTool("suggest_recipes", { foods: ["Leak"] });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(leek.id);
    expect(mealie.requests.map(({ path }) => path)).toEqual(["/api/foods"]);
  });
});

describe("suggest_recipes on Mealie 2.0", () => {
  it("says that this version does not suggest recipes", async () => {
    const { mealie, connection } = await openDesk({ version: "2.0" });
    pantry(mealie.state).food("Rice");
    const result = await connection.callTool("suggest_recipes", { foods: ["Rice"] });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/does not suggest recipes; search_recipes/);
  });

  it("says so too when a recipe has the word for its slug", async () => {
    const connection = await openOddDesk({
      "/api/foods": { body: { page: 1, per_page: 1, total: 1, items: [{ id: ID, name: "Rice" }] } },
      "/api/recipes/suggestions": { body: { id: ID, slug: "suggestions", name: "Suggestions" } },
    });
    const result = await connection.callTool("suggest_recipes", { foods: ["Rice"] });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/does not suggest recipes/);
  });
});

againstBothVersions((version) => {
  it("suggest_recipes asks for a food or a tool before it asks Mealie", async () => {
    const { mealie, connection } = await openDesk({ version });
    const result = await connection.callTool("suggest_recipes", { foods: [] });
    expect(result.isError).toBe(true);
    expect(mealie.requests).toEqual([]);
  });
});
