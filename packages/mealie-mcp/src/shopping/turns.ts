import type { MealieApi } from "../api/client.ts";

/** The last of the changes that wait for each list, by instance. */
const waiting = new WeakMap<MealieApi, Map<string, Promise<unknown>>>();

/**
 * Changes one list at a time: calls that arrive together would each read it before the others have written, and Mealie
 * makes doubles of what is added at once (M22).
 */
export async function inTurn<Result>(
  api: MealieApi,
  listId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const lists = waiting.get(api) ?? new Map<string, Promise<unknown>>();
  waiting.set(api, lists);
  const key = listId.toLowerCase();
  const before = lists.get(key) ?? Promise.resolve();
  const mine = before.then(change, change);
  lists.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lists.get(key) === mine) lists.delete(key);
  }
}
