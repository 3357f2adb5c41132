import { untrusted } from "confirm-guard";
import type { ListItem, ListRecipe, ListSummary, ShoppingList } from "../api/shopping-shapes.ts";
import type { Outcome } from "../shopping/changes.ts";
import { instantOf } from "./instants.ts";
import { present, textsOf } from "./texts.ts";

/** A line with everything about it. */
export function itemView(item: ListItem): Record<string, unknown> {
  const { id, checked, quantity, note, food, unit, label, foodId, unitId, labelId } = item;
  const text = textOf(item);
  return {
    id,
    checked,
    quantity,
    ...present({
      food_id: foodId ?? undefined,
      unit_id: unitId ?? undefined,
      label_id: labelId ?? undefined,
      recipes: item.recipeReferences.length === 0 ? undefined : recipesOf(item),
    }),
    untrusted_text: textsOf({
      text,
      note: note === text ? undefined : note,
      food: food?.name,
      unit: unit?.name,
      label: label?.name,
    }),
  };
}

/** The whole line as Mealie puts it together. */
function textOf({ display, note }: ListItem): string {
  return display === undefined || display === "" ? note : display;
}

function recipesOf({ recipeReferences }: ListItem): unknown[] {
  return recipeReferences.map(({ recipeId, recipeScale }) => ({
    recipe_id: recipeId,
    times: recipeScale ?? 1,
  }));
}

const SHOWN = 50;

/** A list in a listing: how much is still to be bought, and what, as far as it has room. */
export function listRow(list: ListSummary, unticked: readonly ListItem[]): Record<string, unknown> {
  return {
    id: list.id,
    ...present({ updated_at: instantOf(list.updatedAt) }),
    recipe_count: list.recipeReferences.length,
    unticked: unticked.length,
    items: inOrder(unticked)
      .slice(0, SHOWN)
      .map((item) => ({ id: item.id, untrusted_text: textsOf({ text: textOf(item) }) })),
    untrusted_text: textsOf({ name: list.name }),
  };
}

/** As Mealie's own pages order them. */
export function inOrder(items: readonly ListItem[]): ListItem[] {
  return items.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
}

export function listView(list: ShoppingList): Record<string, unknown> {
  return {
    id: list.id,
    ...present({ updated_at: instantOf(list.updatedAt) }),
    item_count: list.items.length + list.unreadable,
    unticked: list.items.filter(({ checked }) => !checked).length,
    recipes: list.recipes.map(recipeView),
    untrusted_text: textsOf({ name: list.name }),
  };
}

function recipeView({ recipeId, recipeQuantity, recipe }: ListRecipe): Record<string, unknown> {
  return {
    recipe_id: recipeId,
    ...present({ times: recipeQuantity }),
    untrusted_text: textsOf({ name: recipe?.name, slug: recipe?.slug }),
  };
}

/** What became of the lines, and what those that changed held before. */
export function outcomeView({ created, updated, merged, removed, before }: Outcome): Record<string, unknown> {
  const now = new Map([...updated, ...merged].map((item) => [item.id, item]));
  const replaced = before.flatMap((was) => {
    const is = now.get(was.id);
    return is === undefined ? [] : (replacedView(was, is) ?? []);
  });
  return {
    created: created.map(itemView),
    updated: updated.map(itemView),
    merged: merged.map(itemView),
    removed: removed.map(itemView),
    ...(replaced.length === 0 ? {} : { replaced }),
  };
}

/** What the changed fields of a line held before; null where there was nothing. */
function replacedView(was: ListItem, is: ListItem): Record<string, unknown> | undefined {
  const recipes =
    JSON.stringify(recipesOf(was)) === JSON.stringify(recipesOf(is)) ? undefined : recipesOf(was);
  const changed = present({
    checked: was.checked === is.checked ? undefined : was.checked,
    quantity: was.quantity === is.quantity ? undefined : was.quantity,
    unit_id: was.unitId === is.unitId ? undefined : was.unitId,
    recipes,
    untrusted_text: was.note === is.note ? undefined : { note: was.note === "" ? null : untrusted(was.note) },
  });
  return Object.keys(changed).length === 0 ? undefined : { id: was.id, ...changed };
}
