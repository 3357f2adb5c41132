import { randomUUID } from "node:crypto";
import { scriptedPerson, textOf } from "confirm-guard/testing";
import { FAULTS } from "sandbox";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";

const AT = "2026-11-01T08:00:00.000Z";

const listItem = (more: { foodId?: string; unitId?: string }) => ({
  id: randomUUID(),
  shoppingListId: randomUUID(),
  checked: false,
  position: 0,
  quantity: 1,
  foodId: null,
  unitId: null,
  labelId: null,
  isFood: true,
  note: "",
  extras: {},
  recipeReferences: [],
  createdAt: AT,
  updatedAt: AT,
  ...more,
});

againstBothVersions((version) => {
  describe.each([
    { tool: "merge_foods", noun: "food", key: "foodId", names: ["Zyzzyv", "Zyzzyva"] },
    { tool: "merge_units", noun: "unit", key: "unitId", names: ["zyzzyv", "zyzzyva"] },
  ] as const)("$tool", ({ tool, noun, key, names }) => {
    async function openPair(script: Parameters<typeof scriptedPerson>[0]) {
      const person = scriptedPerson(script);
      const desk = await openDesk({ version, connect: { era: "2025", person } });
      const shelf = pantry(desk.mealie.state);
      const [from, into] = [shelf[noun](names[0]), shelf[noun](names[1])];
      return { ...desk, person, shelf, from, into, all: () => desk.mealie.state[`${noun}s`] };
    }

    it("asks with the ids and where it is used, and merges after a yes", async () => {
      const { mealie, connection, person, shelf, from, into, all } = await openPair(["yes"]);
      const recipe = shelf.recipe("Salad", { ingredients: [{ [key]: from.id }, { [key]: from.id }] });
      shelf.recipe("Soup", { ingredients: [{ [key]: into.id }] });
      mealie.state.listItems.push(listItem({ [key]: from.id }));
      const result = await connection.callTool(tool, { from_id: from.id, to_id: into.id });
      expect(result.structuredContent).toEqual({
        merged: true,
        deleted_id: from.id,
        kept_id: into.id,
        recipes: 1,
      });
      const message = person.questions[0]?.message ?? "";
      expect(message).toContain(`Is deleted: ${from.id}`);
      expect(message).toContain(`Stays: ${into.id}`);
      expect(message).toContain("Recipes that use it: 1");
      expect(message).toContain("Shopping list items with it: 1");
      expect(message).not.toMatch(/zyzzyv|salad/i);
      expect(all().map(({ id }) => id)).toEqual([into.id]);
      expect(recipe.recipeIngredient.map((line) => line[key])).toEqual([into.id, into.id]);
    });

    it("refuses to merge a thing into itself, which would delete it, before anybody is asked", async () => {
      const { connection, person, from, writes } = await openPair([]);
      const result = await connection.callTool(tool, { from_id: from.id.toUpperCase(), to_id: from.id });
      expect(textOf(result)).toMatch(/into itself.*nothing was changed/i);
      expect(person.questions).toEqual([]);
      expect(writes()).toEqual([]);
    });

    it.each(["from_id", "to_id"])("refuses an unknown %s before anybody is asked", async (name) => {
      const { connection, person, from, into, writes } = await openPair([]);
      const args = { from_id: from.id, to_id: into.id, [name]: randomUUID() };
      const result = await connection.callTool(tool, args);
      expect(textOf(result)).toContain(`with the id in \`${name}\``);
      expect(textOf(result)).toMatch(/nothing was changed/i);
      expect(person.questions).toEqual([]);
      expect(writes()).toEqual([]);
    });

    it("takes no approval of one direction for the other one", async () => {
      const desk = await openDesk({ version, settings: { ELICITATION: "false" } });
      const shelf = pantry(desk.mealie.state);
      const [from, into] = [shelf[noun](names[0]), shelf[noun](names[1])];
      const first = await desk.connection.callTool(tool, { from_id: from.id, to_id: into.id });
      const token = /confirm_token "([^"]+)"/.exec(textOf(first))?.[1];
      expect(token).toBeDefined();
      await desk.connection.callTool(tool, { from_id: into.id, to_id: from.id, confirm_token: token });
      expect(desk.writes()).toEqual([]);
      expect(desk.mealie.state[`${noun}s`]).toHaveLength(2);
    });

    it("takes no yes for a thing that was used in fewer recipes when it was asked about", async () => {
      const desk = await openPair([
        {
          answer: ({ choices }) => {
            desk.shelf.recipe("Late", { ingredients: [{ [key]: desk.from.id }] });
            return { action: "accept", content: { decision: choices.at(-1) } };
          },
        },
      ]);
      const result = await desk.connection.callTool(tool, { from_id: desk.from.id, to_id: desk.into.id });
      expect(result.isError).toBe(true);
      expect(desk.writes()).toEqual([]);
      expect(desk.all()).toHaveLength(2);
    });

    it("merges all the same when only the answer is lost, and says so (M11)", async () => {
      const person = scriptedPerson(["yes"]);
      const lost = {
        method: "PUT",
        path: `/api/${noun}s/merge`,
        carriedOut: true,
        answer: FAULTS["500 as text"],
      };
      const desk = await openDesk({ version, connect: { era: "2025", person }, faults: [lost] });
      const shelf = pantry(desk.mealie.state);
      const [from, into] = [shelf[noun](names[0]), shelf[noun](names[1])];
      const result = await desk.connection.callTool(tool, { from_id: from.id, to_id: into.id });
      expect(result.structuredContent).toMatchObject({ merged: true, deleted_id: from.id });
    });

    it("says that a shopping list may be the reason when Mealie fails, and that nothing is certain (M11)", async () => {
      const person = scriptedPerson(["yes"]);
      const failing = { method: "PUT", path: `/api/${noun}s/merge`, answer: FAULTS["500 as text"] };
      const desk = await openDesk({ version, connect: { era: "2025", person }, faults: [failing] });
      const shelf = pantry(desk.mealie.state);
      const [from, into] = [shelf[noun](names[0]), shelf[noun](names[1])];
      const result = await desk.connection.callTool(tool, { from_id: from.id, to_id: into.id });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/shopping list.*not certain/);
    });
  });
});
