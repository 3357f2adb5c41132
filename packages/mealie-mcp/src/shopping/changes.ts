import type { ItemChanges, ListItem, ShoppingList } from "../api/shopping-shapes.ts";
import { differs, type ItemPatch } from "./rewrite.ts";

/** What has become of the lines of a list. */
export type Outcome = {
  created: readonly ListItem[];
  /** Lines that were named and are now as it was asked for. */
  updated: readonly ListItem[];
  /** Lines that took another one in, or gave some of it up. */
  merged: readonly ListItem[];
  /** Lines that are gone, as they were. */
  removed: readonly ListItem[];
  /** What the lines that were there before held. */
  before: readonly ListItem[];
};

type Written = { before: ShoppingList; changes: ItemChanges };

/** What adding lines has done: those that it changed took a new one in. */
export function outcomeOfAdding({ before, changes }: Written): Outcome {
  const { created, updated, removed } = changes;
  return { created, updated: [], merged: updated, removed, before: before.items };
}

/** What changing lines has done; one that then fits another was merged into it. */
export function outcomeOfUpdating({
  before,
  changes,
  patch,
  named,
}: Written & { patch: ItemPatch; named: ReadonlySet<string> }): Outcome {
  const previous = byId(before.items);
  const isAsAsked = (item: ListItem): boolean => {
    const was = previous.get(item.id);
    return (
      named.has(item.id) &&
      !differs(item, patch) &&
      (patch.quantity !== undefined || item.quantity === was?.quantity) &&
      (patch.note !== undefined || item.note === was?.note)
    );
  };
  return {
    created: changes.created,
    updated: changes.updated.filter(isAsAsked),
    merged: changes.updated.filter((item) => !isAsAsked(item)),
    removed: changes.removed,
    before: before.items,
  };
}

/** What is different between two readings of a list. */
export function difference(before: ShoppingList, after: ShoppingList): Outcome {
  const was = byId(before.items);
  const is = byId(after.items);
  return {
    created: after.items.filter(({ id }) => !was.has(id)),
    updated: [],
    merged: after.items.filter((item) => {
      const previous = was.get(item.id);
      return previous !== undefined && !isSame(previous, item);
    }),
    removed: before.items.filter(({ id }) => !is.has(id)),
    before: before.items,
  };
}

function byId(items: readonly ListItem[]): ReadonlyMap<string, ListItem> {
  return new Map(items.map((item) => [item.id, item]));
}

/** A line whose text stays may still stand for more of a recipe, as "salt" does. */
function isSame(one: ListItem, other: ListItem): boolean {
  const scales = ({ recipeReferences }: ListItem): string =>
    recipeReferences
      .map(({ recipeId, recipeScale }) => `${recipeId} ${recipeScale ?? 1}`)
      .toSorted((left, right) => left.localeCompare(right))
      .join(",");
  return (
    one.quantity === other.quantity &&
    one.note === other.note &&
    one.checked === other.checked &&
    one.unitId === other.unitId &&
    scales(one) === scales(other)
  );
}
