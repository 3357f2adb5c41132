import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";
import { openOddDesk } from "./odd-mealie.ts";

const ID = "11111111-1111-4111-8111-111111111111";

type Result = { structuredContent?: Record<string, unknown> | undefined };

function recipeOf(result: Result): Record<string, unknown> {
  return result.structuredContent?.["recipe"] as Record<string, unknown>;
}

againstBothVersions((version) => {
  describe("get_recipe", () => {
    it("shows everything about a recipe, by slug or by id", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { recipe, food, unit, tag } = pantry(mealie.state);
      const [flour, gram] = [food("Flour"), unit("gram")];
      const bread = tag("Bread", "bread");
      const stored = recipe("Flat bread", {
        tagIds: [bread.id],
        recipeServings: 4,
        orgURL: "https://example.org/flat-bread",
        cookTime: "20 minutes",
        ingredients: [
          { quantity: 500, unitId: gram.id, foodId: flour.id, note: "sifted", title: "Dough" },
          { note: "a pinch of salt", quantity: 0 },
        ],
        notes: [{ title: "Tip", text: "Rest it." }],
      });
      stored.nutrition.calories = "250";
      const [line] = stored.recipeIngredient;
      stored.recipeInstructions = [
        {
          id: ID,
          title: "",
          summary: "",
          text: "Knead.",
          ingredientReferences: [{ referenceId: line?.referenceId ?? "" }],
        },
      ];
      const bySlug = await connection.callTool("get_recipe", { recipe: "flat-bread" });
      expect(recipeOf(bySlug)).toEqual({
        id: stored.id,
        ...(version === "2.0" ? {} : { servings: 4 }),
        added_on: "2026-11-30",
        created_at: "2026-11-30T12:00:00Z",
        updated_at: "2026-11-30T12:00:00Z",
        locked: false,
        public: false,
        ingredient_count: 2,
        step_count: 1,
        note_count: 1,
        comment_count: 0,
        categories: [],
        tags: [{ id: bread.id, untrusted_text: { name: "Bread", slug: "bread" } }],
        tools: [],
        ingredients: [
          {
            line: 1,
            quantity: 500,
            unit_id: gram.id,
            food_id: flour.id,
            untrusted_text: { section: "Dough", unit: "gram", food: "Flour", note: "sifted" },
          },
          { line: 2, untrusted_text: { text: "a pinch of salt" } },
        ],
        steps: [{ step: 1, uses_lines: [1], untrusted_text: { text: "Knead." } }],
        notes: [{ untrusted_text: { title: "Tip", text: "Rest it." } }],
        nutrition: { untrusted_text: { calories: "250" } },
        untrusted_text: {
          name: "Flat bread",
          slug: "flat-bread",
          cook_time: "20 minutes",
          source_url: "https://example.org/flat-bread",
        },
      });
      const byId = await connection.callTool("get_recipe", { recipe: stored.id });
      expect(recipeOf(byId)).toEqual(recipeOf(bySlug));
      expect(mealie.requests).toHaveLength(2);
    });

    it("scales what is counted, leaves and names what is text, and touches no note", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { recipe, food, unit } = pantry(mealie.state);
      const [flour, salt, cup] = [food("Flour"), food("Salt"), unit("cup")];
      const stored = recipe("Pancakes", {
        recipeServings: 4,
        recipeYield: "4 servings",
        ingredients: [
          { quantity: 0.1, unitId: cup.id, foodId: flour.id, note: "or 20 g more" },
          { quantity: 0, foodId: salt.id },
          { quantity: 0, note: "2 eggs" },
        ],
      });
      const result = await connection.callTool("get_recipe", { recipe: stored.id, servings: 12 });
      expect(recipeOf(result)["ingredients"]).toEqual([
        {
          line: 1,
          quantity: 0.3,
          unit_id: cup.id,
          food_id: flour.id,
          untrusted_text: { unit: "cup", food: "Flour", note: "or 20 g more" },
        },
        { line: 2, food_id: salt.id, untrusted_text: { food: "Salt" } },
        { line: 3, untrusted_text: { text: "2 eggs" } },
      ]);
      expect(recipeOf(result)).toMatchObject({ left_as_written: [3], servings: 12 });
      expect(result.structuredContent?.["scaled"]).toEqual({
        from: 4,
        to: 12,
        ...(version === "2.0" ? { from_yield_text: true } : {}),
      });
    });

    it("refuses to scale a recipe that does not say for how many it is", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { recipe } = pantry(mealie.state);
      recipe("Jam", { recipeYield: "2 to 3 jars" });
      const result = await connection.callTool("get_recipe", { recipe: "jam", servings: 2 });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/does not say for how many servings/);
    });

    it("shows a summary with counts, and no lines", async () => {
      const { mealie, connection } = await openDesk({ version });
      pantry(mealie.state).recipe("Stew", { ingredients: [{ note: "beans" }] });
      const result = await connection.callTool("get_recipe", { recipe: "stew", detail: "summary" });
      expect(recipeOf(result)).toMatchObject({ ingredient_count: 1, step_count: 1 });
      expect(recipeOf(result)).not.toHaveProperty("ingredients");
      expect(recipeOf(result)).not.toHaveProperty("steps");
    });

    it("shows the record as Mealie sends it, as one foreign text", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { id } = pantry(mealie.state).recipe("Stew", { extras: { "any key": "<b>" } });
      const result = await connection.callTool("get_recipe", { recipe: "stew", detail: "raw" });
      const { untrusted_text, ...own } = recipeOf(result);
      expect(own).toEqual({ id });
      const { json } = untrusted_text as { json: string };
      expect(json).toContain('"recipeIngredient":[]');
    });

    it("refuses servings beside a detail that shows no quantities", async () => {
      const { connection } = await openDesk({ version });
      const result = await connection.callTool("get_recipe", { recipe: "stew", detail: "raw", servings: 2 });
      expect(result.isError).toBe(true);
    });

    it.each(["stew", ID])("says that there is no recipe %s, and where to look", async (named) => {
      const { connection } = await openDesk({ version });
      const result = await connection.callTool("get_recipe", { recipe: named });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/no recipe with this slug or id.*search_recipes/);
    });

    it.each(["../users/self", "a/b", "Flat bread", "?x", "."])(
      "takes %j for no slug and asks Mealie nothing",
      async (named) => {
        const { mealie, connection } = await openDesk({ version });
        const result = await connection.callTool("get_recipe", { recipe: named });
        expect(result.isError).toBe(true);
        expect(mealie.requests).toEqual([]);
      },
    );
  });
});

it("says that Mealie failed on a recipe that an old version cannot read any more (M1)", async () => {
  const { mealie, connection } = await openDesk({ version: "2.0" });
  pantry(mealie.state).recipe("Brick", { ingredients: [{ note: "500 g quark", referenceId: null }] });
  const result = await connection.callTool("get_recipe", { recipe: "brick" });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("status 500");
  expect(textOf(result)).not.toContain("ValidationError");
});

it("reads a recipe whose fields are null or of other kinds, and counts the lines it cannot read (M32)", async () => {
  const connection = await openOddDesk({
    "/api/recipes/odd": {
      body: {
        id: ID,
        slug: "odd",
        name: null,
        image: 17,
        rating: "none",
        tags: [null, { name: "Odd" }],
        recipeCategory: null,
        recipeIngredient: [
          { quantity: 2, unit: { id: ID, name: "cup" }, food: null, note: null },
          { quantity: null, unit: "cup", food: {}, note: "some" },
          "a line of text",
        ],
        recipeInstructions: [{ text: null, ingredientReferences: null }, 7],
        nutrition: null,
        settings: null,
        notes: "none",
        comments: null,
        createdAt: "yesterday",
        lastMade: "2026-11-29 08:00",
      },
    },
  });
  const result = await connection.callTool("get_recipe", { recipe: "odd" });
  expect(recipeOf(result)).toMatchObject({
    id: ID,
    image: "17",
    last_made_on: "2026-11-29",
    unreadable: 2,
    tags: [{ untrusted_text: { name: "Odd" } }],
    ingredients: [
      { line: 1, quantity: 2, untrusted_text: { unit: "cup" } },
      { line: 2, untrusted_text: { note: "some" } },
    ],
    steps: [{ step: 1 }],
  });
});

it("shows another recipe as an ingredient, and scales how much of it", async () => {
  const { mealie, connection } = await openDesk({ version: "3.23" });
  const { recipe } = pantry(mealie.state);
  const sauce = recipe("Sauce");
  recipe("Lasagne", {
    recipeServings: 2,
    recipeYieldQuantity: 1,
    ingredients: [{ quantity: 1, referencedRecipeId: sauce.id }],
  });
  const result = await connection.callTool("get_recipe", { recipe: "lasagne", servings: 3 });
  expect(recipeOf(result)).toMatchObject({
    yield_quantity: 1.5,
    ingredients: [{ quantity: 1.5, recipe_id: sauce.id, untrusted_text: { recipe: "Sauce" } }],
  });
});

it.each(["recipeIngredient", "recipeInstructions"])(
  "a recipe whose %s are no list is not shown as one without any",
  async (field) => {
    const body = { id: ID, slug: "odd", name: "Odd", [field]: { items: [] } };
    const connection = await openOddDesk({ "/api/recipes/{slug}": { body } });
    expect(recipeOf(await connection.callTool("get_recipe", { recipe: "odd" }))).toMatchObject({
      unreadable: 1,
    });
    const without = await openOddDesk({ "/api/recipes/{slug}": { body: { ...body, [field]: null } } });
    expect(recipeOf(await without.callTool("get_recipe", { recipe: "odd" }))).not.toHaveProperty(
      "unreadable",
    );
  },
);
