import { randomUUID } from "node:crypto";
import { slugOf } from "../mealie/slug.ts";
import type { MealieOrganizer } from "../mealie/state/organizers.ts";
import {
  createdEvent,
  type MealieRecipe,
  newIngredient,
  newRecipe,
  newStep,
} from "../mealie/state/recipes.ts";
import type { MealieListItem } from "../mealie/state/shopping.ts";
import { emptyState, type MealieState } from "../mealie/state.ts";
import { type FoodName, type Making, stockPantry, type UnitName } from "./household-pantry.ts";
import { CATEGORIES, KITCHEN_TOOLS, SAMPLE_RECIPES, type SampleRecipe, TAGS } from "./household-recipes.ts";

const DAY = 86_400_000;

/**
 * A household of fictional people around one day: recipes, a meal plan and shopping lists for a demo. One food and one
 * unit are there twice under two names, and the text of one recipe tries to talk its way past a question.
 *
 * @param today `YYYY-MM-DD`
 * @example
 * const mealie = await startStandIn({ state: sampleHousehold("2026-09-14") });
 */
export function sampleHousehold(today: string, newId: () => string = randomUUID): MealieState {
  const start = Date.parse(`${today}T08:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today) || Number.isNaN(start)) {
    throw new TypeError("The day of a sample household is given as YYYY-MM-DD.");
  }
  const day = (offset: number): string => new Date(start + offset * DAY).toISOString().slice(0, 10);
  const made = start - 30 * DAY;
  const making: Making = { at: new Date(made).toISOString(), newId };
  const state: MealieState = { ...emptyState(newId), startedAt: making.at };
  stockPantry(state, making);
  putUpOrganizers(state, newId);
  for (const sample of SAMPLE_RECIPES) state.recipes.push(recipeOf(sample, state, { made, newId }));
  state.timeline.push(...state.recipes.map((recipe) => createdEvent(recipe, newId)));
  remark(state, making);
  plan(state, day);
  shop(state, making);
  collect(state, newId);
  return state;
}

function putUpOrganizers(state: MealieState, newId: () => string): void {
  const organizer = (name: string): MealieOrganizer => ({
    id: newId(),
    groupId: state.group.id,
    name,
    slug: slugOf(name),
  });
  state.tags.push(...TAGS.map(organizer));
  state.categories.push(...CATEGORIES.map(organizer));
  state.tools.push(
    ...KITCHEN_TOOLS.map((name) => ({
      ...organizer(name),
      onHand: true,
      householdsWithTool: [state.household.slug],
    })),
  );
}

function recipeOf(
  sample: SampleRecipe,
  state: MealieState,
  { made, newId }: { made: number; newId: () => string },
): MealieRecipe {
  const blank = newRecipe(state, sample.name, { userId: userId(state, 0), newId, now: made });
  return {
    ...blank,
    description: sample.description,
    recipeServings: sample.servings,
    totalTime: `${sample.minutes} minutes`,
    categoryIds: idsOf(state.categories, [sample.category]),
    tagIds: idsOf(state.tags, sample.tags),
    toolIds: idsOf(state.tools, sample.tools),
    recipeIngredient: sample.ingredients.map(([quantity, unit, food, note = ""]) =>
      newIngredient(
        {
          quantity,
          unitId: unit === undefined ? null : unitId(state, unit),
          foodId: foodId(state, food),
          note,
        },
        newId,
      ),
    ),
    recipeInstructions: sample.steps.map((text) => newStep(text, newId)),
    settings: { ...blank.settings, disableAmount: false },
  };
}

function remark(state: MealieState, { at, newId }: Making): void {
  const [soup, spaghetti] = state.recipes;
  if (soup === undefined || spaghetti === undefined) return;
  const [ada, grace] = [userId(state, 0), userId(state, 1)];
  const dated = { createdAt: at, updatedAt: at };
  state.comments.push(
    { id: newId(), recipeId: soup.id, userId: grace, text: "A spoon of cumin does it good.", ...dated },
    { id: newId(), recipeId: soup.id, userId: ada, text: "Freezes well.", ...dated },
  );
  state.ratings.push({ userId: ada, recipeId: soup.id, rating: 5, isFavorite: true });
  state.ratings.push({ userId: ada, recipeId: spaghetti.id, rating: 4, isFavorite: false });
}

function plan(state: MealieState, day: (offset: number) => string): void {
  const [soup, spaghetti, crumble, pancakes] = state.recipes;
  const entries = [
    { on: 0, entryType: "dinner", recipe: soup },
    { on: 1, entryType: "lunch", title: "What is left of the soup" },
    { on: 1, entryType: "dinner", recipe: spaghetti },
    { on: 3, entryType: "side", recipe: crumble },
    { on: 5, entryType: "breakfast", recipe: pancakes },
  ];
  for (const { on, entryType, recipe, title = "" } of entries) {
    state.lastPlanEntryId += 1;
    state.planEntries.push({
      id: state.lastPlanEntryId,
      date: day(on),
      entryType,
      title,
      text: "",
      recipeId: recipe?.id ?? null,
      groupId: state.group.id,
      userId: userId(state, 0),
      householdId: state.household.id,
    });
  }
}

function shop(state: MealieState, { at, newId }: Making): void {
  const dated = { createdAt: at, updatedAt: at };
  const list = (name: string): string => {
    const id = newId();
    const owner = userId(state, 0);
    state.shoppingLists.push({ id, name, userId: owner, extras: {}, recipeReferences: [], ...dated });
    return id;
  };
  const put = (shoppingListId: string, item: Partial<MealieListItem>): void => {
    const food = state.foods.find(({ id }) => id === item.foodId);
    state.listItems.push({
      id: newId(),
      shoppingListId,
      checked: false,
      position: state.listItems.filter((one) => one.shoppingListId === shoppingListId).length,
      quantity: 1,
      foodId: null,
      unitId: null,
      labelId: food?.labelId ?? null,
      isFood: food !== undefined,
      note: "",
      extras: {},
      recipeReferences: [],
      ...dated,
      ...item,
    });
  };
  const weekly = list("Saturday market");
  put(weekly, { foodId: foodId(state, "carrot"), quantity: 6 });
  put(weekly, { foodId: foodId(state, "scallion"), quantity: 2, note: "with their greens" });
  put(weekly, { foodId: foodId(state, "butter"), unitId: unitId(state, "gram"), quantity: 250 });
  put(weekly, { foodId: foodId(state, "lemon"), quantity: 3, checked: true });
  put(weekly, { note: "Candles for the table" });
  const hardware = list("Hardware shop");
  put(hardware, { note: "Bulb for the oven" });
}

function collect(state: MealieState, newId: () => string): void {
  state.cookbooks.push({
    id: newId(),
    name: "Weeknights",
    slug: "weeknights",
    description: "On the table in half an hour.",
    position: 1,
    public: false,
    queryFilterString: 'tags.name IN ["Quick"]',
  });
}

function idsOf(held: readonly MealieOrganizer[], names: readonly string[]): string[] {
  return held.filter(({ name }) => names.includes(name)).map(({ id }) => id);
}

const foodId = ({ foods }: MealieState, wanted: FoodName): string | null =>
  foods.find(({ name }) => name === wanted)?.id ?? null;

const unitId = ({ units }: MealieState, wanted: UnitName): string | null =>
  units.find(({ name }) => name === wanted)?.id ?? null;

const userId = ({ users }: MealieState, index: number): string => users[index]?.id ?? "";
