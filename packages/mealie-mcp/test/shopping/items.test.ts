import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";
import { shelves, UNKNOWN } from "./shelves.ts";

const NOTHING = { created: [], updated: [], merged: [], removed: [] };

againstBothVersions((version) => {
  describe("add_shopping_list_items", () => {
    it("reports what was created, what took others in, and that fewer were created than given (M19)", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { list } = shelves(mealie.state);
      const market = list("Market");
      const first = await connection.callTool("add_shopping_list_items", {
        list_id: market.id,
        items: ["milk", "eggs", "milk"],
      });
      const [milk, eggs] = mealie.state.listItems;
      expect(first.structuredContent).toMatchObject({
        ...NOTHING,
        given: 3,
        created: [
          { id: milk?.id, quantity: 2, untrusted_text: { text: "2 milk", note: "milk" } },
          { id: eggs?.id, quantity: 1, untrusted_text: { text: "eggs" } },
        ],
      });
      const again = await connection.callTool("add_shopping_list_items", {
        list_id: market.id,
        items: ["milk"],
      });
      expect(again.structuredContent).toMatchObject({
        ...NOTHING,
        given: 1,
        merged: [{ id: milk?.id, quantity: 3 }],
        replaced: [{ id: milk?.id, quantity: 2 }],
      });
    });

    it("takes foods and units by name, and shows them in the line", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { food, unit } = pantry(mealie.state);
      const [flour, gram] = [food("Flour"), unit("gram", { abbreviation: "g" })];
      const market = shelves(mealie.state).list("Market");
      const result = await connection.callTool("add_shopping_list_items", {
        list_id: market.id,
        items: [{ food: "flour", unit: "g", quantity: 500, note: "white" }, "bread"],
      });
      expect(result.structuredContent).toMatchObject({
        created: [
          {
            food_id: flour.id,
            unit_id: gram.id,
            quantity: 500,
            untrusted_text: { text: "500 gram Flour white" },
          },
          { untrusted_text: { text: "bread" } },
        ],
      });
    });

    it("puts new items at the end of the list", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      item(market, "milk", { position: 7 });
      await connection.callTool("add_shopping_list_items", { list_id: market.id, items: ["a", "b"] });
      expect(mealie.state.listItems.map(({ position }) => position)).toEqual([7, 8, 9]);
    });

    it("refuses an unknown food with close ones before anything is added", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      pantry(mealie.state).food("Flour");
      const market = shelves(mealie.state).list("Market");
      const result = await connection.callTool("add_shopping_list_items", {
        list_id: market.id,
        items: [{ food: "Flower" }],
      });
      expect(textOf(result)).toMatch(/no such food.*nothing was changed/i);
      expect(textOf(result)).toContain("Flour");
      expect(writes()).toEqual([]);
    });

    it.each([
      ["an unknown list", { items: ["milk"] }],
      ["an item without food and note", { items: [{ quantity: 2 }] }],
      ["a negative quantity, which Mealie takes for a deletion", { items: [{ note: "milk", quantity: -1 }] }],
      ["nothing to add", { items: [] }],
    ])("refuses %s without a write", async (_what, args) => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("add_shopping_list_items", { list_id: UNKNOWN, ...args });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
    });

    it("adds to one list in turn, so that calls at once make no doubles (M22)", async () => {
      const { mealie, connection } = await openDesk({ version });
      const market = shelves(mealie.state).list("Market");
      const args = { list_id: market.id, items: ["milk"] };
      await Promise.all([1, 2, 3].map(() => connection.callTool("add_shopping_list_items", args)));
      expect(mealie.state.listItems).toMatchObject([{ note: "milk", quantity: 3 }]);
      const steps = mealie.requests.map(({ method }) => method);
      expect(steps).toEqual(["GET", "POST", "GET", "POST", "GET", "POST"]);
    });
    it("finds out that items were added when the answer got lost, and adds them once", async () => {
      const { mealie, connection } = await openDesk({
        version,
        faults: [{ method: "POST", carriedOut: true, answer: { kind: "cut" } }],
      });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const milk = item(market, "milk");
      const result = await connection.callTool("add_shopping_list_items", {
        list_id: market.id,
        items: ["milk", "eggs"],
      });
      expect(result.structuredContent).toMatchObject({
        created: [{ untrusted_text: { text: "eggs" } }],
        merged: [{ id: milk.id, quantity: 2 }],
      });
    });

    it("does not call it done when the answer got lost and nothing was added", async () => {
      const { mealie, connection } = await openDesk({
        version,
        faults: [{ method: "POST", answer: { kind: "cut" } }],
      });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      item(market, "milk");
      const result = await connection.callTool("add_shopping_list_items", {
        list_id: market.id,
        items: ["milk"],
      });
      expect(result.isError).toBe(true);
      expect(textOf(result)).not.toMatch(/nothing was changed/i);
    });
  });

  describe("update_shopping_list_items", () => {
    it.each([
      ["done", true, /updated\[0\]\.checked: true/],
      ["not certain", false, /not (?:certain|known)/],
    ])(
      "calls a change whose answer got lost %s when the list shows that",
      async (_what, carriedOut, said) => {
        const { mealie, connection } = await openDesk({
          version,
          faults: [{ method: "PUT", carriedOut, answer: { kind: "cut" } }],
        });
        const { list, item } = shelves(mealie.state);
        const market = list("Market");
        const result = await connection.callTool("update_shopping_list_items", {
          list_id: market.id,
          item_ids: [item(market, "milk").id],
          checked: true,
        });
        expect(result.isError ?? false).toBe(!carriedOut);
        expect(textOf(result)).toMatch(said);
        expect(textOf(result)).not.toMatch(/nothing was changed/i);
      },
    );

    it("keeps everything that is not asked for (M20)", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { food, unit } = pantry(mealie.state);
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const flour = item(market, "white", {
        quantity: 500,
        foodId: food("Flour").id,
        unitId: unit("gram").id,
        position: 4,
      });
      const before = structuredClone(flour);
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [flour.id],
        checked: true,
      });
      expect(mealie.state.listItems).toEqual([
        {
          ...before,
          checked: true,
          updatedAt: "2026-11-30T12:00:00.000Z",
          // v3 has no such mark.
          isFood: version === "2.0",
        },
      ]);
      expect(result.structuredContent).toMatchObject({
        ...NOTHING,
        updated: [{ id: flour.id, checked: true, untrusted_text: { text: "500 gram Flour white" } }],
        replaced: [{ id: flour.id, checked: false }],
        unchanged: 0,
      });
    });

    it("tells that an item which was ticked on again went into its twin and is gone", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const old = item(market, "milk", { checked: true, quantity: 3 });
      const twin = item(market, "milk", { quantity: 1 });
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [old.id],
        checked: false,
      });
      expect(result.structuredContent).toMatchObject({
        ...NOTHING,
        merged: [{ id: twin.id, quantity: 4 }],
        removed: [{ id: old.id, quantity: 3, checked: true, untrusted_text: { note: "milk" } }],
        replaced: [{ id: twin.id, quantity: 1 }],
      });
      expect(result.structuredContent).not.toHaveProperty("gone");
    });

    it.each(["one call", "a call for each"])(
      "never makes one item of several by giving them one note, in %s: that would delete without asking",
      async (how) => {
        const { mealie, connection } = await openDesk({ version });
        const { list, item } = shelves(mealie.state);
        const market = list("Market");
        const ids = ["oat milk", "soy milk", "milk"].map((note) => item(market, note).id);
        for (const item_ids of how === "one call" ? [ids.slice(0, 2)] : ids.map((id) => [id])) {
          const result = await connection.callTool("update_shopping_list_items", {
            list_id: market.id,
            item_ids,
            note: "milk",
            quantity: 0,
          });
          expect(item_ids[0] === ids[2] || /merge them.*nothing was changed/i.test(textOf(result))).toBe(
            true,
          );
        }
        expect(mealie.state.listItems.map(({ note }) => note)).toEqual(["oat milk", "soy milk", "milk"]);
      },
    );

    it("never makes one item of two by taking their units away", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      const { food, unit } = pantry(mealie.state);
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const foodId = food("Flour").id;
      const items = ["gram", "cup"].map((name) => item(market, "", { foodId, unitId: unit(name).id }));
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: items.map(({ id }) => id),
        unit: null,
      });
      expect(textOf(result)).toMatch(/merge them.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });

    it("hands back the recipe links that ticking off drops", async () => {
      const { mealie, connection } = await openDesk({ version });
      const stew = pantry(mealie.state).recipe("Stew");
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const salt = item(market, "salt", {
        recipeReferences: [
          { id: UNKNOWN, recipeId: stew.id, recipeQuantity: 1, recipeScale: 2, recipeNote: "salt" },
        ],
      });
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [salt.id],
        checked: true,
      });
      expect(result.structuredContent).toMatchObject({
        replaced: [{ id: salt.id, checked: false, recipes: [{ recipe_id: stew.id, times: 2 }] }],
      });
    });

    it("sends the recipe links back when they stay", async () => {
      const { mealie, connection } = await openDesk({ version });
      const stew = pantry(mealie.state).recipe("Stew");
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const reference = {
        id: UNKNOWN,
        recipeId: stew.id,
        recipeQuantity: 1,
        recipeScale: 2,
        recipeNote: "salt",
      };
      const salt = item(market, "salt", { recipeReferences: [reference] });
      await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [salt.id],
        quantity: 5,
      });
      expect(mealie.state.listItems).toMatchObject([{ quantity: 5, recipeReferences: [reference] }]);
    });

    it("takes a unit away with both its id and itself (mealie#7947)", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      const { food, unit } = pantry(mealie.state);
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const gram = unit("gram");
      const flour = item(market, "", { foodId: food("Flour").id, unitId: gram.id });
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [flour.id],
        unit: null,
      });
      expect(writes()).toMatchObject([{ method: "PUT", json: [{ unit: null, unitId: null }] }]);
      expect(mealie.state.listItems).toMatchObject([{ unitId: null }]);
      expect(result.structuredContent).toMatchObject({ replaced: [{ id: flour.id, unit_id: gram.id }] });
    });

    it("sets a unit by its name and shows it", async () => {
      const { mealie, connection } = await openDesk({ version });
      const gram = pantry(mealie.state).unit("gram");
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const sugar = item(market, "sugar", { quantity: 5 });
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [sugar.id],
        unit: "Gram",
      });
      expect(result.structuredContent).toMatchObject({
        updated: [{ unit_id: gram.id, untrusted_text: { text: "5 gram sugar" } }],
        replaced: [{ id: sugar.id, unit_id: null }],
      });
    });

    it("writes nothing when everything is as asked for already", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const milk = item(market, "milk", { checked: true });
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [milk.id, milk.id.toUpperCase()],
        checked: true,
      });
      expect(result.structuredContent).toMatchObject({ list_id: market.id, ...NOTHING, unchanged: 1 });
      expect(writes()).toEqual([]);
    });

    it("refuses ids that are not on the list, which Mealie passes over in silence", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const milk = item(market, "milk");
      const elsewhere = item(list("Other"), "soap");
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [milk.id, elsewhere.id, UNKNOWN],
        checked: true,
      });
      expect(textOf(result)).toMatch(
        /2 of the items are not on this list.*number 2, 3.*nothing was changed/i,
      );
      expect(writes()).toEqual([]);
    });

    it.each([
      ["nothing to change", {}],
      ["a negative quantity, which Mealie takes for a deletion", { quantity: -1 }],
      ["an empty note where there is nothing else", { note: " " }],
    ])("refuses %s", async (_what, args) => {
      const { mealie, connection, writes } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const milk = item(market, "milk");
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [milk.id],
        ...args,
      });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
      expect(mealie.state.listItems).toHaveLength(1);
    });

    it("never sends a quantity below 0 on, also when one is stored", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const milk = item(market, "milk", { quantity: -2 });
      await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [milk.id],
        note: "oat milk",
      });
      expect(mealie.state.listItems).toMatchObject([{ id: milk.id, note: "oat milk", quantity: 0 }]);
    });

    it("names what somebody else removed between reading and writing", async () => {
      const { mealie, connection } = await openDesk({
        version,
        faults: [
          {
            method: "PUT",
            answer: {
              kind: "reply",
              status: 200,
              type: "application/json",
              body: '{"createdItems":[],"updatedItems":[],"deletedItems":[]}',
            },
          },
        ],
      });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const milk = item(market, "milk");
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: market.id,
        item_ids: [milk.id],
        checked: true,
      });
      expect(result.structuredContent).toMatchObject({ ...NOTHING, gone: [milk.id] });
    });

    it("does not change an item that it could not read as a whole", async () => {
      const id = "00000000-0000-4000-8000-000000000001";
      const { connection, writes } = await openDesk({
        version,
        faults: [
          {
            method: "GET",
            answer: {
              kind: "reply",
              status: 200,
              type: "application/json",
              body: JSON.stringify({
                id: UNKNOWN,
                name: "Market",
                listItems: [
                  { id, shoppingListId: UNKNOWN, checked: false, quantity: 1, note: "odd", labelId: "no id" },
                ],
              }),
            },
          },
        ],
      });
      const list = await connection.callTool("get_shopping_list", { list_id: UNKNOWN });
      expect(list.structuredContent).toMatchObject({
        shopping_list: { item_count: 1 },
        items: [],
        unreadable: 1,
      });
      const result = await connection.callTool("update_shopping_list_items", {
        list_id: UNKNOWN,
        item_ids: [id],
        checked: true,
      });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
    });
  });
});
