import type { MealieState } from "../state.ts";
import type { MealieListItem } from "../state/shopping.ts";
import type { MealieVersion } from "../version.ts";
import { canMerge, mergeInto } from "./merge.ts";

/** What became of the lines of one call. */
export type Collection = {
  createdItems: MealieListItem[];
  updatedItems: MealieListItem[];
  deletedItems: MealieListItem[];
};

export type Writing = { state: MealieState; version: MealieVersion; now: number };

/** Adds lines: one that fits another of the call, or one that is there, is merged into it. */
export function addItems(lines: readonly MealieListItem[], writing: Writing): Collection {
  const { state } = writing;
  const rules = { version: writing.version, units: state.units };
  const consolidated: MealieListItem[] = [];
  for (const line of lines) {
    const fitting = consolidated.find((other) => canMerge(line, other, rules));
    if (fitting === undefined) consolidated.push(structuredClone(line));
    else mergeInto(fitting, line, rules);
  }
  const created: MealieListItem[] = [];
  const updated = new Set<MealieListItem>();
  for (const line of consolidated) {
    const there = state.listItems.find(
      (item) => item.shoppingListId === line.shoppingListId && canMerge(item, line, rules),
    );
    if (there !== undefined) {
      mergeInto(there, line, rules);
      updated.add(there);
    } else if (line.quantity >= 0) {
      created.push(line.checked ? { ...line, recipeReferences: [] } : line);
    }
  }
  state.listItems.push(...created);
  touch([...created, ...updated], writing);
  return { createdItems: created, updatedItems: [...updated], deletedItems: [] };
}

/**
 * Replaces lines as a whole. One that fits another then is merged into that and deleted; a negative quantity deletes, and
 * a ticked line forgets the recipes it came from. Lines that are not there are left out.
 */
export function replaceItems(lines: readonly MealieListItem[], writing: Writing): Collection {
  const { state } = writing;
  const rules = { version: writing.version, units: state.units };
  const consolidated: MealieListItem[] = [];
  const gone = new Set<string>();
  for (const line of firstOfEach(lines)) {
    const fitting = consolidated.find((other) => canMerge(line, other, rules));
    if (fitting === undefined) consolidated.push(structuredClone(line));
    else {
      mergeInto(fitting, line, rules);
      gone.add(line.id);
    }
  }
  const updated = new Map<string, MealieListItem>();
  for (const line of consolidated) {
    const there = state.listItems.find(
      (item) =>
        item.shoppingListId === line.shoppingListId &&
        item.id !== line.id &&
        !gone.has(item.id) &&
        canMerge(line, item, rules),
    );
    if (there !== undefined) {
      const merged = structuredClone(there);
      mergeInto(merged, line, rules);
      updated.set(merged.id, merged);
      gone.add(line.id);
    } else if (line.quantity < 0) gone.add(line.id);
    else updated.set(line.id, line.checked ? { ...line, recipeReferences: [] } : line);
  }
  const changed = state.listItems.flatMap((item) => {
    const { createdAt } = item;
    const line = updated.get(item.id);
    return line === undefined ? [] : [Object.assign(item, line, { createdAt })];
  });
  touch(changed, writing);
  return { createdItems: [], updatedItems: changed, deletedItems: removeItems(gone, writing) };
}

/** Of an item that is named twice, the first naming counts. */
function firstOfEach(lines: readonly MealieListItem[]): MealieListItem[] {
  return lines.filter((line, at) => lines.findIndex(({ id }) => id === line.id) === at);
}

/** Ids that are not there are passed over. */
export function removeItems(ids: ReadonlySet<string>, { state, now }: Writing): MealieListItem[] {
  const removed = state.listItems.filter(({ id }) => ids.has(id));
  state.listItems = state.listItems.filter(({ id }) => !ids.has(id));
  touchLists(removed, { state, now });
  return removed;
}

function touch(items: readonly MealieListItem[], { state, now }: Writing): void {
  const at = new Date(now).toISOString();
  for (const item of items) item.updatedAt = at;
  touchLists(items, { state, now });
}

/** A list is as new as its lines, and forgets the recipes that none of them comes from any more. */
function touchLists(items: readonly MealieListItem[], { state, now }: Pick<Writing, "state" | "now">): void {
  for (const list of state.shoppingLists) {
    if (!items.some(({ shoppingListId }) => shoppingListId === list.id)) continue;
    const named = state.listItems
      .filter(({ shoppingListId }) => shoppingListId === list.id)
      .flatMap(({ recipeReferences }) => recipeReferences.map(({ recipeId }) => recipeId));
    list.recipeReferences = list.recipeReferences.filter(({ recipeId }) => named.includes(recipeId));
    list.updatedAt = new Date(now).toISOString();
  }
}
