import { scriptedPerson, textOf } from "confirm-guard/testing";
import { expect, it } from "vitest";
import { odd } from "../odd-answer.ts";
import { openDesk } from "../stand-in.ts";

const ASKED = "0b5c0a52-0f55-4b6a-8f6d-3a1f0a4b7c11";
const OTHER = "0b5c0a52-0f55-4b6a-8f6d-3a1f0a4b7c99";

/** Enough of a record of any kind, as a cache before Mealie may give it out for another one. */
const RECORD = {
  id: OTHER,
  name: "Leek",
  slug: "leek",
  recipeId: OTHER,
  userId: OTHER,
  groupId: OTHER,
  shoppingListId: OTHER,
  checked: false,
  quantity: 1,
  note: "leek",
  position: 0,
  text: "Good.",
  createdAt: "2026-11-01T08:00:00Z",
  updatedAt: "2026-11-01T08:00:00Z",
  expiresAt: "2026-12-24T23:59:59Z",
  recipeReferences: [],
  listItems: [],
};

const ENTRY = { ...RECORD, id: 99, date: "2026-12-01", entryType: "dinner", title: "Leek" };

it.each([
  ["merge_foods", { from_id: ASKED, to_id: OTHER }, "/api/foods/{id}", RECORD],
  ["merge_units", { from_id: ASKED, to_id: OTHER }, "/api/units/{id}", RECORD],
  ["delete_organizer", { kind: "tag", id: ASKED }, "/api/organizers/tags/{id}", RECORD],
  ["delete_organizer", { kind: "tool", id: ASKED }, "/api/organizers/tools/{id}", RECORD],
  ["delete_recipe", { recipe: ASKED }, "/api/recipes/{slug}", RECORD],
  ["update_recipe", { recipe: ASKED, description: "Thick." }, "/api/recipes/{slug}", RECORD],
  ["create_share_token", { recipe: ASKED }, "/api/recipes/{slug}", RECORD],
  ["delete_recipe_comment", { comment_id: ASKED }, "/api/comments/{id}", RECORD],
  ["delete_mealplan_entry", { entry_id: 7 }, "/api/households/mealplans/{id}", ENTRY],
  ["update_mealplan_entry", { entry_id: 7, text: "Later." }, "/api/households/mealplans/{id}", ENTRY],
  ["delete_share_token", { token_id: ASKED }, "/api/shared/recipes/{id}", RECORD],
  ["delete_shopping_list", { list_id: ASKED }, "/api/households/shopping/lists/{id}", RECORD],
  ["delete_shopping_list_items", { item_ids: [ASKED] }, "/api/households/shopping/items/{id}", RECORD],
] as const)(
  "%s does nothing to a record that is another one than was asked for: %j",
  async (tool, args, path, body) => {
    const person = scriptedPerson([]);
    const faults = [odd("/api/recipes", { items: [], total: 0 }), odd(path, body)];
    const { connection, writes } = await openDesk({ faults, connect: { era: "2026", person } });
    const result = await connection.callTool(tool, args);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("Mealie answered with another record than the one that was asked for.");
    expect(person.questions).toEqual([]);
    expect(writes()).toEqual([]);
  },
);
