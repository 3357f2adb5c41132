import type { ApiCall, MealieApi } from "../api/client.ts";
import { readListItem } from "../api/shopping-items.ts";
import { readShoppingList } from "../api/shopping-lists.ts";
import type { ListItem, ShoppingList } from "../api/shopping-shapes.ts";
import { refused } from "../errors.ts";
import { found } from "./found.ts";

export const NO_LIST = "There is no shopping list with this id (any more); list_shopping_lists shows them.";

/** The list that a caller names. @throws MealieError (`not-found`) */
export async function readNamedList(api: MealieApi, id: string, call: ApiCall): Promise<ShoppingList> {
  return found(readShoppingList(api, id, call), NO_LIST);
}

/**
 * The items that ids name, each once, in the order of the list.
 *
 * @throws MealieError (`not-found`) when one of them is not on the list: Mealie passes over an unknown id in silence
 */
export function itemsOn(list: ShoppingList, ids: readonly string[]): ListItem[] {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const items = list.items.filter(({ id }) => wanted.has(id.toLowerCase()));
  if (items.length === wanted.size) return items;
  const known = new Set(items.map(({ id }) => id.toLowerCase()));
  const places = ids.flatMap((id, at) => (known.has(id.toLowerCase()) ? [] : [at + 1]));
  throw refused(
    "not-found",
    `${places.length === 1 ? "One of the items is" : `${places.length} of the items are`} not on this list (any more): number ${places.slice(0, 10).join(", ")}${places.length > 10 ? " and others" : ""} of the ids. Read the list again.`,
  );
}

/**
 * The one list that all the ids lie on, as it is now.
 *
 * @throws MealieError (`not-found`, or `bad-input` when they lie on several)
 */
export async function listOfItems(
  api: MealieApi,
  ids: readonly string[],
  call: ApiCall,
): Promise<{ list: ShoppingList; items: ListItem[] }> {
  const [first = ""] = ids;
  const { shoppingListId } = await namedItem(api, { id: first, place: 1 }, call);
  const list = await readNamedList(api, shoppingListId, call);
  const known = new Set(list.items.map(({ id }) => id.toLowerCase()));
  const elsewhere = ids.findIndex((id) => !known.has(id.toLowerCase()));
  if (elsewhere >= 0) {
    const other = await namedItem(api, { id: ids[elsewhere] ?? "", place: elsewhere + 1 }, call);
    if (other.shoppingListId !== list.id)
      throw refused(
        "bad-input",
        "These items stand on more than one list; pass those of one list at a time.",
      );
  }
  return { list, items: itemsOn(list, ids) };
}

async function namedItem(
  api: MealieApi,
  { id, place }: { id: string; place: number },
  call: ApiCall,
): Promise<ListItem> {
  return found(
    readListItem(api, id, call),
    `There is no item with the id that stands at number ${place} (any more). Read the list again.`,
  );
}
