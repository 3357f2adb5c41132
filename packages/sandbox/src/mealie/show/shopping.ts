import type { MealieState } from "../state.ts";
import type { MealieListItem, MealieShoppingList } from "../state/shopping.ts";
import type { MealieVersion } from "../version.ts";
import { shownFood, shownUnit } from "./food.ts";
import { displayOf } from "./ingredient.ts";
import { shownSummary } from "./recipe.ts";

type From = { state: MealieState; version: MealieVersion };

/** A line of a list; its text is put together from its parts. */
export function shownItem(item: MealieListItem, { state, version }: From): Record<string, unknown> {
  const unit = state.units.find(({ id }) => id === item.unitId);
  const food = state.foods.find(({ id }) => id === item.foodId);
  const labelId = item.labelId ?? food?.labelId ?? null;
  const { isFood } = item;
  return {
    quantity: item.quantity,
    unit: unit === undefined ? null : shownUnit(unit, version),
    food: food === undefined ? null : shownFood(food, state, version),
    ...(version === "2.0" ? { isFood, disableAmount: !isFood } : { referencedRecipe: null }),
    note: item.note,
    display: displayOf(item, { unit, food, amounts: version !== "2.0" || isFood }),
    shoppingListId: item.shoppingListId,
    checked: item.checked,
    position: item.position,
    foodId: item.foodId,
    labelId,
    unitId: item.unitId,
    extras: item.extras,
    id: item.id,
    groupId: state.group.id,
    householdId: state.household.id,
    label: state.labels.find(({ id }) => id === labelId) ?? null,
    recipeReferences: item.recipeReferences.map((ref) => ({ ...ref, shoppingListItemId: item.id })),
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  };
}

/** A list as listings show it: without its lines. */
export function shownListSummary(list: MealieShoppingList, from: From): Record<string, unknown> {
  const { state } = from;
  return {
    name: list.name,
    extras: list.extras,
    createdAt: list.createdAt,
    updatedAt: list.updatedAt,
    groupId: state.group.id,
    userId: list.userId,
    id: list.id,
    householdId: state.household.id,
    recipeReferences: list.recipeReferences.flatMap((ref) => {
      const recipe = state.recipes.find(({ id }) => id === ref.recipeId);
      if (recipe === undefined) return [];
      return [{ ...ref, shoppingListId: list.id, recipe: shownSummary(recipe, from) }];
    }),
    labelSettings: [],
  };
}

export function shownList(list: MealieShoppingList, from: From): Record<string, unknown> {
  const items = from.state.listItems
    .filter(({ shoppingListId }) => shoppingListId === list.id)
    .toSorted((one, other) => one.position - other.position);
  return { ...shownListSummary(list, from), listItems: items.map((item) => shownItem(item, from)) };
}
