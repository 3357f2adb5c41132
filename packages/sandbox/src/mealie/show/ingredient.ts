import { shownFood, shownUnit } from "./food.ts";
import type { MealieState } from "../state.ts";
import type { MealieFood, MealieUnit } from "../state/foods.ts";
import type { MealieIngredient, MealieRecipe } from "../state/recipes.ts";
import type { MealieVersion } from "../version.ts";

type From = {
  state: MealieState;
  version: MealieVersion;
  disableAmount: boolean;
  /** Shows another recipe that is an ingredient. */
  showRecipe: (recipe: MealieRecipe) => Record<string, unknown>;
};

/** A line of ingredients as a recipe shows it; the text is put together from its parts. */
export function shownIngredient(line: MealieIngredient, from: From): Record<string, unknown> {
  const { state, version, disableAmount, showRecipe } = from;
  const unit = state.units.find(({ id }) => id === line.unitId);
  const food = state.foods.find(({ id }) => id === line.foodId);
  const recipe = state.recipes.find(({ id }) => id === line.referencedRecipeId);
  const old = version === "2.0";
  return {
    quantity: line.quantity,
    unit: unit === undefined ? null : shownUnit(unit, version),
    food: food === undefined ? null : shownFood(food, state, version),
    ...(old
      ? { isFood: !disableAmount && food !== undefined, disableAmount }
      : {
          referencedRecipe: recipe === undefined ? null : showRecipe(recipe),
        }),
    note: line.note,
    display: displayOf(line, { unit, food, amounts: !(old && disableAmount) }),
    title: line.title,
    originalText: line.originalText,
    referenceId: line.referenceId,
  };
}

type Parts = { unit: MealieUnit | undefined; food: MealieFood | undefined; amounts: boolean };

/** A quantity of 1 stands in texts that were never taken apart, so it is not shown before those. */
export function displayOf(
  { quantity, note }: Pick<MealieIngredient, "quantity" | "note">,
  { unit, food, amounts }: Parts,
): string {
  const structured = amounts && (unit !== undefined || food !== undefined);
  const counts = quantity !== null && quantity !== 0 && (structured || quantity !== 1);
  const parts = [
    counts ? String(quantity) : "",
    structured && counts ? (unit?.name ?? "") : "",
    structured ? (food?.name ?? "") : "",
    note,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
