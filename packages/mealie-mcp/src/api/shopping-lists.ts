import type { ApiCall, MealieApi, Query } from "./client.ts";
import { isMissingRoute } from "./failures.ts";
import { type Page, readPage, readRecord, sameRecord } from "./page.ts";
import { apiPath, type ApiPath } from "./path.ts";
import { bodyFor, type RequestBody } from "./request-body.ts";
import { afterWrite, isGone, settled } from "./settle.ts";
import { listSummary, type ListSummary, readWholeList, type ShoppingList } from "./shopping-shapes.ts";

const pathTo = (...rest: string[]): ApiPath => apiPath("households", "shopping", "lists", ...rest);

/** Lists without their lines, which a listing does not show. @throws MealieError */
export async function listShoppingLists(
  api: MealieApi,
  query: Query,
  call: ApiCall,
): Promise<Page<ListSummary>> {
  return readPage(await api.get(pathTo(), query, call), listSummary);
}

/** @throws MealieError (`not-found`) */
export async function readShoppingList(api: MealieApi, id: string, call: ApiCall): Promise<ShoppingList> {
  return sameRecord(id, readWholeList(await api.get(pathTo(id), {}, call)));
}

/** @throws MealieError */
export async function createShoppingList(
  api: MealieApi,
  wanted: { name: string },
  call: ApiCall,
): Promise<ListSummary> {
  const answer = await api.write(
    { method: "POST", path: pathTo(), json: bodyFor("POST /api/households/shopping/lists", wanted) },
    call,
  );
  return afterWrite(() => readRecord(answer, listSummary));
}

/** Deletes a list with all its lines. @throws MealieError */
export async function deleteShoppingList(api: MealieApi, id: string, call: ApiCall): Promise<void> {
  await settled(
    () => api.write({ method: "DELETE", path: pathTo(id) }, call),
    () => isGone(() => readShoppingList(api, id, call)),
  );
}

/** A recipe, or several times or part of it. Mealie takes ids alone here and fails on slugs. */
export type Portion = { recipeId: string; times: number };

/** How many times a recipe stands on a list; sums of fractions are rounded to what was meant. */
export function timesOn({ recipes }: Pick<ShoppingList, "recipes">, recipeId: string): number {
  const times = recipes.find((one) => one.recipeId === recipeId)?.recipeQuantity ?? 0;
  return Math.round(times * 1e6) / 1e6;
}

/**
 * Puts the ingredients of a recipe on a list and returns the list as it is then. The route for several recipes is the one
 * that stays; older instances have only the one for a single recipe.
 *
 * @throws MealieError
 */
export async function addRecipeToList(
  api: MealieApi,
  { list, recipeId, times }: Portion & { list: ShoppingList },
  call: ApiCall,
): Promise<ShoppingList> {
  const send = async (path: ApiPath, json: RequestBody): Promise<ShoppingList> => {
    const answer = await api.write({ method: "POST", path, json, slow: true }, call);
    return afterWrite(() => readWholeList(answer));
  };
  const wanted = timesOn(list, recipeId) + times;
  return settled(
    async () => {
      try {
        return await send(
          pathTo(list.id, "recipe"),
          bodyFor("POST /api/households/shopping/lists/{item_id}/recipe", [
            { recipeId, recipeIncrementQuantity: times },
          ]),
        );
      } catch (error) {
        if (!isMissingRoute(error)) throw error;
        return send(
          pathTo(list.id, "recipe", recipeId),
          bodyFor("POST /api/households/shopping/lists/{item_id}/recipe/{recipe_id}", {
            recipeIncrementQuantity: times,
          }),
        );
      }
    },
    () => listWhen(api, { id: list.id, holds: (now) => isClose(timesOn(now, recipeId), wanted) }, call),
  );
}

/** Takes a recipe off a list, at most as often as it is on it. @throws MealieError */
export async function removeRecipeFromList(
  api: MealieApi,
  { list, recipeId, times }: Portion & { list: ShoppingList },
  call: ApiCall,
): Promise<ShoppingList> {
  const path = pathTo(list.id, "recipe", recipeId, "delete");
  const wanted = Math.max(0, timesOn(list, recipeId) - times);
  return settled(
    async () => {
      const json = bodyFor("POST /api/households/shopping/lists/{item_id}/recipe/{recipe_id}/delete", {
        recipeDecrementQuantity: times,
      });
      const answer = await api.write({ method: "POST", path, json, slow: true }, call);
      return afterWrite(() => readWholeList(answer));
    },
    () => listWhen(api, { id: list.id, holds: (now) => isClose(timesOn(now, recipeId), wanted) }, call),
  );
}

type Condition = { id: string; holds: (list: ShoppingList) => boolean };

async function listWhen(
  api: MealieApi,
  { id, holds }: Condition,
  call: ApiCall,
): Promise<ShoppingList | undefined> {
  const list = await readShoppingList(api, id, call);
  return holds(list) ? list : undefined;
}

/** Sums of fractions are not exact. */
function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-6;
}
