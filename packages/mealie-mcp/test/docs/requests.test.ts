import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { scriptedPerson } from "confirm-guard/testing";
import { expect, it } from "vitest";
import { rowsUnder } from "../../../server-kit/test/docs/figure.ts";
import { openDesk } from "../stand-in.ts";

const PAGE = readFileSync(
  fileURLToPath(new URL("../../../../docs/security/cost.md", import.meta.url)),
  "utf8",
);

it("the page on what a call may cost counts the requests to Mealie as they are", async () => {
  const person = scriptedPerson(["yes"]);
  const { connection, mealie } = await openDesk({ connect: { era: "2026", person } });

  async function count(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const before = mealie.requests.length;
    const result = await connection.callTool(name, args);
    expect({ name, isError: result.isError ?? false }).toEqual({ name, isError: false });
    return String(mealie.requests.length - before);
  }

  await count("create_organizer", { kind: "tag", name: "Quick" });
  await count("create_organizer", { kind: "category", name: "Dinner" });
  await count("create_organizer", { kind: "tool", name: "Pot" });
  await count("create_food", { name: "Leek" });
  const named = { tags: ["Quick"], categories: ["Dinner"], tools: ["Pot"], foods: ["Leek"] };
  const recipe = { name: "Soup", ingredients: ["1 leek"], instructions: ["Boil."] };
  const create = await count("create_recipe", recipe);

  const counted = [
    ["`search_recipes`", await count("search_recipes")],
    ["`search_recipes` with tags, categories, tools and foods by name", await count("search_recipes", named)],
    ["`get_recipe`", await count("get_recipe", { recipe: "soup" })],
    ["`list_shopping_lists`", await count("list_shopping_lists")],
    ["`create_recipe` with ingredients and steps as text", create],
    [
      "`update_recipe`, one field",
      await count("update_recipe", { recipe: "soup", description: "For cold days." }),
    ],
    ["`delete_recipe`, from the question to the deletion", await count("delete_recipe", { recipe: "soup" })],
  ];
  expect(rowsUnder(PAGE, "call of mealie-mcp")).toEqual(counted);
});
