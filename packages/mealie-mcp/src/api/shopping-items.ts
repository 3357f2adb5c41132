import type { ApiCall, MealieApi } from "./client.ts";
import { ALL, type Page, readPage, readRecordOf } from "./page.ts";
import { apiPath, type ApiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite, settled } from "./settle.ts";
import { readShoppingList } from "./shopping-lists.ts";
import { type ItemChanges, listItem, type ListItem, readItemChanges } from "./shopping-shapes.ts";

const pathTo = (...rest: string[]): ApiPath => apiPath("households", "shopping", "items", ...rest);

/** The lines of every list that are not ticked. @throws MealieError */
export async function listUntickedItems(api: MealieApi, call: ApiCall): Promise<Page<ListItem>> {
  const query = { page: 1, perPage: ALL, queryFilter: "checked=false" };
  return readPage(await api.get(pathTo(), query, call), listItem);
}

/** @throws MealieError (`not-found`) */
export async function readListItem(api: MealieApi, id: string, call: ApiCall): Promise<ListItem> {
  return readRecordOf(id, await api.get(pathTo(id), {}, call), listItem);
}

/** A line before it is stored. */
export type NewItem = {
  shoppingListId: string;
  note: string;
  quantity: number;
  position: number;
  foodId?: string;
  unitId?: string;
  /** Up to v2, where a food is not shown without it. */
  isFood?: true;
};

/**
 * Adds lines. Mealie merges one into another of the same note, or of the same food and unit, within the call and with what
 * is there, so the answer tells what became of them (M19).
 *
 * @throws MealieError
 */
export async function addItems(
  api: MealieApi,
  items: readonly NewItem[],
  call: ApiCall,
): Promise<ItemChanges> {
  const answer = await api.write(
    {
      method: "POST",
      path: pathTo("create-bulk"),
      json: bodyFor("POST /api/households/shopping/items/create-bulk", items),
    },
    call,
  );
  return afterWrite(() => readItemChanges(answer));
}

/** A line as a whole: what is left out would be reset (M20). */
export type WholeItem = Omit<
  ListItem,
  "display" | "food" | "unit" | "label" | "createdAt" | "updatedAt" | "isFood" | "disableAmount" | "position"
> & {
  position?: number;
  isFood?: boolean;
  disableAmount?: boolean;
  /** Sent to clear a unit: its id alone being null is not enough (mealie#7947). */
  unit?: null;
};

/** Replaces lines as wholes. A quantity below 0 would delete one, so none is ever sent. @throws MealieError */
export async function replaceItems(
  api: MealieApi,
  items: readonly WholeItem[],
  call: ApiCall,
): Promise<ItemChanges> {
  const whole = items.map((item) => ({ ...item, quantity: Math.max(0, item.quantity) }));
  const json = bodyFor("PUT /api/households/shopping/items", whole);
  const answer = await api.write({ method: "PUT", path: pathTo(), json }, call);
  return afterWrite(() => readItemChanges(answer));
}

/**
 * Deletes lines of one list. Mealie answers with success whatever the ids are.
 *
 * @throws MealieError
 */
export async function deleteItems(
  api: MealieApi,
  { listId, ids }: { listId: string; ids: readonly string[] },
  call: ApiCall,
): Promise<void> {
  await settled(
    () => api.write({ method: "DELETE", path: pathTo(), query: { ids } }, call),
    async () => {
      const { items, unreadable } = await readShoppingList(api, listId, call);
      // One that cannot be read may be one of those that were to go.
      return unreadable > 0 || items.some(({ id }) => ids.includes(id)) ? undefined : true;
    },
  );
}
