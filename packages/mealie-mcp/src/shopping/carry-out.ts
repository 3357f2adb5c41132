import type { ApiCall, MealieApi } from "../api/client.ts";
import { settled } from "../api/settle.ts";
import { addItems, type NewItem, replaceItems } from "../api/shopping-items.ts";
import { readShoppingList } from "../api/shopping-lists.ts";
import type { ItemChanges, ListItem, ShoppingList } from "../api/shopping-shapes.ts";
import { difference } from "./changes.ts";
import { differs, type ItemPatch, mergeKey, rewritten } from "./rewrite.ts";

/**
 * Adds lines to a list. When Mealie's answer gets lost, the list itself tells whether they came to be: adding them again
 * would double them.
 *
 * @throws MealieError
 */
export async function addToList(
  api: MealieApi,
  { list, items }: { list: ShoppingList; items: readonly NewItem[] },
  call: ApiCall,
): Promise<ItemChanges> {
  return settled(
    () => addItems(api, items, call),
    async () => {
      const now = await readShoppingList(api, list.id, call);
      return isFuller(list, { now, by: items }) ? changesBetween(list, now) : undefined;
    },
  );
}

/** Changes lines of a list; the list tells as well when the answer gets lost. @throws MealieError */
export async function changeOnList(
  api: MealieApi,
  { list, items, patch }: { list: ShoppingList; items: readonly ListItem[]; patch: ItemPatch },
  call: ApiCall,
): Promise<ItemChanges> {
  return settled(
    () =>
      replaceItems(
        api,
        items.map((item) => rewritten(item, patch)),
        call,
      ),
    async () => {
      const now = await readShoppingList(api, list.id, call);
      const stored = new Map(now.items.map((item) => [item.id, item]));
      const isDone = items.every(({ id }) => {
        const item = stored.get(id);
        return item !== undefined && !differs(item, patch);
      });
      return isDone ? changesBetween(list, now) : undefined;
    },
  );
}

/** Whether a list holds exactly so much more of everything, whatever was merged into what. */
function isFuller(before: ShoppingList, { now, by }: { now: ShoppingList; by: readonly NewItem[] }): boolean {
  const wanted = amounts([...before.items, ...by]);
  const held = amounts(now.items);
  return [...new Set(by.map(mergeKey))].every(
    (key) => Math.abs((wanted.get(key) ?? 0) - (held.get(key) ?? 0)) < 1e-6,
  );
}

type Amount = {
  note: string;
  quantity: number;
  foodId?: string | null;
  unitId?: string | null;
  checked?: boolean;
};

function amounts(items: readonly Amount[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const item of items) {
    if (item.checked === true) continue;
    sums.set(mergeKey(item), (sums.get(mergeKey(item)) ?? 0) + item.quantity);
  }
  return sums;
}

function changesBetween(before: ShoppingList, now: ShoppingList): ItemChanges {
  const { created, merged, removed } = difference(before, now);
  return { created, updated: merged, removed, unreadable: now.unreadable };
}
