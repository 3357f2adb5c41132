import { expect, it } from "vitest";
import { type MealieVersion, sampleHousehold, startStandIn } from "../src/index.ts";

const DAY = "2026-09-14";
const VERSIONS = ["2.0", "3.23"] as const satisfies readonly MealieVersion[];

async function read(version: MealieVersion, paths: readonly string[]): Promise<unknown[]> {
  const mealie = await startStandIn({ version, state: sampleHousehold(DAY) });
  try {
    const headers = { authorization: `Bearer ${mealie.token}` };
    const answers = await Promise.all(paths.map((path) => fetch(`${mealie.url}api/${path}`, { headers })));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    return await Promise.all(answers.map((answer) => answer.json()));
  } finally {
    await mealie.close();
  }
}

it("refers only to what it holds, and to each by an id of its own", () => {
  const state = sampleHousehold(DAY);
  const held = (items: readonly { id: unknown }[]): Set<unknown> => new Set(items.map(({ id }) => id));
  const [foods, units, recipes, labels] = [
    held(state.foods),
    held(state.units),
    held(state.recipes),
    held(state.labels),
  ];
  for (const { recipeIngredient, categoryIds, tagIds, toolIds } of state.recipes) {
    expect(recipeIngredient.every(({ foodId }) => foods.has(foodId))).toBe(true);
    expect(recipeIngredient.every(({ unitId }) => unitId === null || units.has(unitId))).toBe(true);
    expect([categoryIds.length, tagIds.length > 0, toolIds.length]).toEqual([1, true, 1]);
  }
  expect(state.planEntries.every(({ recipeId }) => recipeId === null || recipes.has(recipeId))).toBe(true);
  expect(state.listItems.filter(({ labelId }) => labels.has(labelId))).toHaveLength(4);
  const ids = [state.foods, state.units, state.recipes, state.labels, state.listItems].flatMap((items) =>
    items.map(({ id }) => id),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it("holds one food and one unit twice, each name used by a recipe of its own", () => {
  const { foods, units, recipes } = sampleHousehold(DAY);
  const users = (wanted: string): string[] => {
    const id = [...foods, ...units].find(({ name }) => name === wanted)?.id;
    return recipes
      .filter(({ recipeIngredient }) =>
        recipeIngredient.some(({ foodId, unitId }) => foodId === id || unitId === id),
      )
      .map(({ slug }) => slug.split("-").slice(0, 2).join("-"));
  };
  expect(users("scallion")).toEqual(["red-lentil"]);
  expect(users("spring onion")).toEqual(["lemon-spaghetti", "potato-salad"]);
  expect(users("big spoon")).toEqual(["lemon-spaghetti"]);
  expect(users("tablespoon")).toEqual(["red-lentil", "saturday-pancakes"]);
});

it.each(VERSIONS)("can be read from a stand-in for Mealie %s", async (version) => {
  const [recipe, cookbook, plan] = await read(version, [
    "recipes/red-lentil-soup",
    "recipes?cookbook=weeknights",
    `households/mealplans?start_date=${DAY}&end_date=2026-09-20`,
  ]);
  expect(recipe).toMatchObject({ name: "Red lentil soup" });
  expect(recipe).toHaveProperty("recipeIngredient.0.display", "250 gram red lentils rinsed");
  expect(cookbook).toHaveProperty("total", 3);
  expect(plan).toHaveProperty("total", 5);
});

it("refuses a day that is none", () => {
  expect(() => sampleHousehold("today")).toThrow("YYYY-MM-DD");
  expect(() => sampleHousehold("2026-13-01")).toThrow("YYYY-MM-DD");
});
