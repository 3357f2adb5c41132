import type { MealieState } from "../state.ts";
import type { MealieFood, MealieUnit } from "../state/foods.ts";
import type { MealieVersion } from "../version.ts";

/** A food as listings and ingredients show it. */
export function shownFood(
  { onHand, ...food }: MealieFood,
  { labels }: MealieState,
  version: MealieVersion,
): Record<string, unknown> {
  return {
    ...food,
    extras: {},
    label: labels.find(({ id }) => id === food.labelId) ?? null,
    ...(version === "2.0" ? { onHand } : { householdsWithIngredientFood: [] }),
  };
}

/** A unit as listings and ingredients show it. */
export function shownUnit(
  { standardQuantity, standardUnit, ...unit }: MealieUnit,
  version: MealieVersion,
): Record<string, unknown> {
  return {
    ...unit,
    extras: {},
    ...(version === "2.0" ? { onHand: false } : { standardQuantity, standardUnit }),
  };
}
