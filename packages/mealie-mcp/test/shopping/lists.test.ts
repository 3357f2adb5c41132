import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";
import { shelves, UNKNOWN } from "./shelves.ts";

againstBothVersions((version) => {
  describe("list_shopping_lists", () => {
    it("carries what is not ticked off of each list, with two requests for all of them", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const chemist = list("Chemist");
      const milk = item(market, "milk", { quantity: 2 });
      item(market, "eggs", { checked: true });
      const soap = item(chemist, "soap");
      const before = mealie.requests.length;
      const result = await connection.callTool("list_shopping_lists", {});
      expect(result.structuredContent).toMatchObject({
        shopping_lists: [
          {
            id: chemist.id,
            unticked: 1,
            items: [{ id: soap.id, untrusted_text: { text: "soap" } }],
            untrusted_text: { name: "Chemist" },
          },
          {
            id: market.id,
            updated_at: "2026-11-01T08:00:00Z",
            unticked: 1,
            recipe_count: 0,
            items: [{ id: milk.id, untrusted_text: { text: "2 milk" } }],
          },
        ],
        page: 1,
        total: 2,
      });
      expect(mealie.requests.length - before).toBe(2);
    });

    it("shows the first 50 items in the list's own order and counts all of them", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const items = Array.from({ length: 60 }, (_, at) => item(market, `thing ${at}`, { position: 59 - at }));
      const result = await connection.callTool("list_shopping_lists", {});
      const [shown] = rowsOf(result.structuredContent, "shopping_lists");
      expect(shown).toMatchObject({ unticked: 60 });
      const ids = rowsOf(shown, "items").map(({ id }) => id);
      expect(ids).toEqual(
        items
          .toReversed()
          .slice(0, 50)
          .map(({ id }) => id),
      );
    });

    it("pages, and leaves items of lists on other pages out", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      item(list("A"), "apples");
      item(list("B"), "bread");
      const result = await connection.callTool("list_shopping_lists", { page: 2, per_page: 1 });
      const [row, ...others] = rowsOf(result.structuredContent, "shopping_lists");
      expect(others).toEqual([]);
      expect(row).toMatchObject({ items: [{ untrusted_text: { text: "bread" } }] });
    });

    it("fails as a whole when the items cannot be read, instead of showing empty lists", async () => {
      const { mealie, connection } = await openDesk({
        version,
        faults: [
          {
            path: "/api/households/shopping/items",
            answer: { kind: "reply", status: 403, type: "application/json", body: '{"detail":"no"}' },
          },
        ],
      });
      shelves(mealie.state).list("Market");
      const result = await connection.callTool("list_shopping_lists", {});
      expect(result.isError).toBe(true);
    });
  });

  describe("get_shopping_list", () => {
    it("shows every item with its parts and the recipes that were added", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { food, unit, recipe } = pantry(mealie.state);
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const [flour, cup, bread] = [food("Flour"), unit("cup"), recipe("Bread")];
      market.recipeReferences.push({ id: UNKNOWN, recipeId: bread.id, recipeQuantity: 2 });
      const line = item(market, "white", {
        quantity: 3,
        foodId: flour.id,
        unitId: cup.id,
        recipeReferences: [
          { id: UNKNOWN, recipeId: bread.id, recipeQuantity: 1.5, recipeScale: 2, recipeNote: null },
        ],
      });
      const done = item(market, "milk", { checked: true });
      const result = await connection.callTool("get_shopping_list", { list_id: market.id });
      expect(result.structuredContent).toMatchObject({
        shopping_list: {
          id: market.id,
          item_count: 2,
          unticked: 1,
          recipes: [{ recipe_id: bread.id, times: 2, untrusted_text: { name: "Bread", slug: "bread" } }],
          untrusted_text: { name: "Market" },
        },
        items: [
          {
            id: line.id,
            checked: false,
            quantity: 3,
            food_id: flour.id,
            unit_id: cup.id,
            recipes: [{ recipe_id: bread.id, times: 2 }],
            untrusted_text: { text: "3 cup Flour white", note: "white", food: "Flour", unit: "cup" },
          },
          { id: done.id, checked: true, untrusted_text: { text: "milk" } },
        ],
      });
    });

    it("leaves out what is ticked off on request, and still counts it", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      item(market, "milk", { checked: true });
      const eggs = item(market, "eggs");
      const result = await connection.callTool("get_shopping_list", {
        list_id: market.id,
        include_checked: false,
      });
      expect(rowsOf(result.structuredContent, "items").map(({ id }) => id)).toEqual([eggs.id]);
      expect(result.structuredContent).toMatchObject({ shopping_list: { item_count: 2, unticked: 1 } });
    });

    it("says where to go on when a list does not fit, and goes on there without a gap", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const items = Array.from({ length: 200 }, (_, at) => item(market, `${at} ${"x".repeat(900)}`));
      const seen: unknown[] = [];
      let offset: number | undefined = 0;
      while (offset !== undefined) {
        // oxlint-disable-next-line no-await-in-loop -- each page says where the next one begins
        const result = await connection.callTool("get_shopping_list", { list_id: market.id, offset });
        const rows = rowsOf(result.structuredContent, "items");
        expect(rows.length).toBeGreaterThan(0);
        seen.push(...rows.map(({ id }) => id));
        const next: unknown = result.structuredContent?.["next_offset"];
        offset = typeof next === "number" ? next : undefined;
      }
      expect(seen).toEqual(items.map(({ id }) => id));
      expect(seen.length).toBeGreaterThan(100);
    });

    it("says that there is no such list", async () => {
      const { connection } = await openDesk({ version });
      const result = await connection.callTool("get_shopping_list", { list_id: UNKNOWN });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain("no shopping list with this id");
    });
  });

  describe("create_shopping_list", () => {
    it("creates an empty list and hands back its id", async () => {
      const { mealie, connection } = await openDesk({ version });
      const result = await connection.callTool("create_shopping_list", { name: " Party " });
      const [list] = mealie.state.shoppingLists;
      expect(result.structuredContent).toEqual({ created: true, list_id: list?.id });
      expect(list?.name).toBe("Party");
    });

    it("does not call a list that was created a failure that changed nothing", async () => {
      const { mealie, connection } = await openDesk({
        version,
        faults: [
          {
            method: "POST",
            path: "/api/households/shopping/lists",
            carriedOut: true,
            answer: { kind: "cut" },
          },
        ],
      });
      const result = await connection.callTool("create_shopping_list", { name: "Party" });
      expect(mealie.state.shoppingLists).toHaveLength(1);
      expect(textOf(result)).not.toMatch(/nothing was changed/i);
      expect(textOf(result)).toMatch(/not (?:certain|known)/);
    });
  });
});

function rowsOf(holder: unknown, key: string): Record<string, unknown>[] {
  const rows: unknown = typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined;
  return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
}
