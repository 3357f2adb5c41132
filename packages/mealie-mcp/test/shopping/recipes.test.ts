import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";
import { shelves, UNKNOWN } from "./shelves.ts";

againstBothVersions((version) => {
  describe("add_recipe_to_shopping_list", () => {
    it("adds a recipe by its slug, tells what was created and what took more in, and uses its id", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      const { food, unit, recipe } = pantry(mealie.state);
      const [tomato, spoon] = [food("Tomato"), unit("spoon")];
      const stew = recipe("Stew", {
        ingredients: [
          { quantity: 2, foodId: tomato.id, unitId: spoon.id, note: "ripe" },
          { quantity: 0, note: "salt" },
        ],
      });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const salt = item(market, "salt", { quantity: 1 });
      const result = await connection.callTool("add_recipe_to_shopping_list", {
        list_id: market.id,
        recipe: stew.slug,
        servings_multiplier: 2,
      });
      expect(result.structuredContent).toMatchObject({
        recipe_id: stew.id,
        times_on_list: 2,
        list_id: market.id,
        created: [
          {
            quantity: 4,
            food_id: tomato.id,
            recipes: [{ recipe_id: stew.id, times: 2 }],
            untrusted_text: { text: "4 spoon Tomato ripe" },
          },
        ],
        merged: [{ id: salt.id, recipes: [{ recipe_id: stew.id, times: 2 }] }],
        removed: [],
        replaced: [{ id: salt.id, recipes: [] }],
      });
      expect(writes().at(-1)?.path).toBe(
        version === "2.0"
          ? `/api/households/shopping/lists/${market.id}/recipe/${stew.id}`
          : `/api/households/shopping/lists/${market.id}/recipe`,
      );
    });

    it("tries the newer route first and the older one only where that is missing", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      const stew = pantry(mealie.state).recipe("Stew", { ingredients: [{ note: "salt" }] });
      const market = shelves(mealie.state).list("Market");
      await connection.callTool("add_recipe_to_shopping_list", { list_id: market.id, recipe: stew.id });
      const sent = writes();
      expect(sent[0]?.json).toEqual([{ recipeId: stew.id, recipeIncrementQuantity: 1 }]);
      expect(sent).toHaveLength(version === "2.0" ? 2 : 1);
      expect(mealie.state.listItems).toHaveLength(1);
    });

    it("adds recipes that come at once strictly one after another (M22)", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { food, recipe } = pantry(mealie.state);
      const rice = food("Rice");
      const slugs = ["One", "Two", "Three"].map(
        (name) => recipe(name, { ingredients: [{ quantity: 1, foodId: rice.id }] }).slug,
      );
      const market = shelves(mealie.state).list("Market");
      const results = await Promise.all(
        slugs.map((slug) =>
          connection.callTool("add_recipe_to_shopping_list", { list_id: market.id, recipe: slug }),
        ),
      );
      expect(results.map(({ isError }) => isError ?? false)).toEqual([false, false, false]);
      expect(mealie.state.listItems).toMatchObject([{ foodId: rice.id, quantity: 3 }]);
      const steps = mealie.requests.filter(({ path }) => path.includes("/shopping/")).map(stepOf);
      const turn = version === "2.0" ? ["read", "write", "write"] : ["read", "write"];
      expect(steps).toEqual([...turn, ...turn, ...turn]);
    });

    it("does not hold other lists up, nor the next call after one that failed", async () => {
      const { mealie, connection } = await openDesk({ version });
      const stew = pantry(mealie.state).recipe("Stew", { ingredients: [{ note: "salt" }] });
      const market = shelves(mealie.state).list("Market");
      const [lost, kept] = await Promise.all(
        [UNKNOWN, market.id].map((list_id) =>
          connection.callTool("add_recipe_to_shopping_list", { list_id, recipe: stew.id }),
        ),
      );
      expect(lost?.isError).toBe(true);
      expect(kept?.structuredContent).toMatchObject({ times_on_list: 1 });
      const again = await connection.callTool("add_recipe_to_shopping_list", {
        list_id: UNKNOWN,
        recipe: stew.id,
      });
      expect(textOf(again)).toMatch(/no shopping list/);
    });

    it.each([
      ["recipe", (list: string) => ({ list_id: list, recipe: UNKNOWN }), /no recipe.*nothing was changed/i],
      ["list", (_: string, recipe: string) => ({ list_id: UNKNOWN, recipe }), /no shopping list/i],
    ])("refuses an unknown %s, on which Mealie fails inside", async (_what, argsOf, sentence) => {
      const { mealie, connection, writes } = await openDesk({ version });
      const stew = pantry(mealie.state).recipe("Stew");
      const market = shelves(mealie.state).list("Market");
      const result = await connection.callTool("add_recipe_to_shopping_list", argsOf(market.id, stew.slug));
      expect(textOf(result)).toMatch(sentence);
      expect(writes()).toEqual([]);
    });

    it("finds out that a recipe was added when the answer got lost, and adds it once", async () => {
      const { mealie, connection } = await openDesk({
        version,
        faults: [
          {
            method: "POST",
            path:
              version === "2.0"
                ? "/api/households/shopping/lists/{id}/recipe/{recipe}"
                : "/api/households/shopping/lists/{id}/recipe",
            carriedOut: true,
            answer: { kind: "cut" },
          },
        ],
      });
      const stew = pantry(mealie.state).recipe("Stew", { ingredients: [{ note: "salt", quantity: 1 }] });
      const market = shelves(mealie.state).list("Market");
      const result = await connection.callTool("add_recipe_to_shopping_list", {
        list_id: market.id,
        recipe: stew.id,
      });
      expect(result.structuredContent).toMatchObject({
        times_on_list: 1,
        created: [{ untrusted_text: { text: "salt" } }],
      });
      expect(mealie.state.listItems).toHaveLength(1);
    });
  });

  describe("remove_recipe_from_shopping_list", () => {
    it("takes off what the recipe added, tells what stays with less, and what is gone", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { food, recipe } = pantry(mealie.state);
      const [rice, oil] = [food("Rice"), food("Oil")];
      const stew = recipe("Stew", {
        ingredients: [
          { quantity: 2, foodId: rice.id },
          { quantity: 1, foodId: oil.id },
        ],
      });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const own = item(market, "", { foodId: rice.id, quantity: 3 });
      await connection.callTool("add_recipe_to_shopping_list", { list_id: market.id, recipe: stew.slug });
      const oilItem = mealie.state.listItems.find(({ foodId }) => foodId === oil.id);
      const result = await connection.callTool("remove_recipe_from_shopping_list", {
        list_id: market.id,
        recipe: stew.slug,
      });
      expect(result.structuredContent).toMatchObject({
        recipe_id: stew.id,
        was_on_list: true,
        times_on_list: 0,
        created: [],
        merged: [{ id: own.id, quantity: 3 }],
        removed: [{ id: oilItem?.id, quantity: 1 }],
        replaced: [{ id: own.id, quantity: 5 }],
      });
      expect(mealie.state.listItems).toMatchObject([{ id: own.id, quantity: 3 }]);
    });

    it("removes a part of it", async () => {
      const { mealie, connection } = await openDesk({ version });
      const stew = pantry(mealie.state).recipe("Stew", { ingredients: [{ quantity: 2, note: "onions" }] });
      const market = shelves(mealie.state).list("Market");
      const args = { list_id: market.id, recipe: stew.id };
      await connection.callTool("add_recipe_to_shopping_list", { ...args, servings_multiplier: 3 });
      const result = await connection.callTool("remove_recipe_from_shopping_list", args);
      expect(result.structuredContent).toMatchObject({
        was_on_list: true,
        times_on_list: 2,
        merged: [{ quantity: 4 }],
      });
    });

    it("states that the recipe is not on the list, which Mealie answers with success, and writes nothing", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      const stew = pantry(mealie.state).recipe("Stew", { ingredients: [{ note: "salt" }] });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      item(market, "salt");
      const result = await connection.callTool("remove_recipe_from_shopping_list", {
        list_id: market.id,
        recipe: stew.slug,
      });
      expect(result.structuredContent).toMatchObject({
        was_on_list: false,
        times_on_list: 0,
        merged: [],
        removed: [],
      });
      expect(writes()).toEqual([]);
    });
  });
});

function stepOf({ method }: { method: string }): string {
  return method === "GET" ? "read" : "write";
}
