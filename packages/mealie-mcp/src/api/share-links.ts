import type { ApiCall, MealieApi } from "./client.ts";
import { readRecord } from "./page.ts";
import { apiPath } from "./path.ts";
import { afterWrite } from "./settle.ts";
import { listShareTokens, type ShareToken, shareToken } from "./share-tokens.ts";

/** @throws MealieError */
export async function createShareLink(
  api: MealieApi,
  wanted: { recipeId: string; expiresAt: string },
  call: ApiCall,
): Promise<ShareToken> {
  const answer = await api.write({ method: "POST", path: apiPath("shared", "recipes"), json: wanted }, call);
  return afterWrite(() => readRecord(answer, shareToken));
}

/** @throws MealieError (`not-found`) */
export async function readShareLink(api: MealieApi, id: string, call: ApiCall): Promise<ShareToken> {
  return readRecord(await api.get(apiPath("shared", "recipes", id), {}, call), shareToken);
}

/** How many share links a recipe has, expired ones included. @throws MealieError */
export async function countShareLinks(api: MealieApi, recipeId: string, call: ApiCall): Promise<number> {
  const { records, unreadable } = await listShareTokens(api, { recipeId }, call);
  return records.length + unreadable;
}

/** @throws MealieError */
export async function deleteShareLink(api: MealieApi, id: string, call: ApiCall): Promise<void> {
  await api.write({ method: "DELETE", path: apiPath("shared", "recipes", id) }, call);
}
