import { z } from "zod";
import type { ApiCall, MealieApi } from "./client.ts";
import { readList, readRecord, readRecordOf } from "./page.ts";
import { apiPath, type ApiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite, isGone, settled } from "./settle.ts";
import { text, uuid } from "./shapes.ts";

const shareLink = z.object({ id: uuid, recipeId: uuid, expiresAt: text, createdAt: text });

/** What makes a recipe readable to whoever has the link; Mealie calls it a share token. Its id is the secret in the link. */
export type ShareLink = z.output<typeof shareLink>;

const pathTo = (...rest: string[]): ApiPath => apiPath("shared", "recipes", ...rest);

/** Of one recipe, or all of the group. @throws MealieError */
export async function listShareLinks(
  api: MealieApi,
  { recipeId }: { recipeId: string | undefined },
  call: ApiCall,
): Promise<{ records: ShareLink[]; unreadable: number }> {
  // Spelled as here alone: Mealie ignores `recipeId` and then lists all of them.
  const answer = await api.get(pathTo(), { recipe_id: recipeId }, call);
  const { records, unreadable } = readList(answer, shareLink);
  const wanted = records.filter((link) => recipeId === undefined || link.recipeId === recipeId);
  return { records: wanted, unreadable };
}

/** How many share links a recipe has, expired ones included. @throws MealieError */
export async function countShareLinks(api: MealieApi, recipeId: string, call: ApiCall): Promise<number> {
  const { records, unreadable } = await listShareLinks(api, { recipeId }, call);
  return records.length + unreadable;
}

/** @throws MealieError (`not-found`) */
export async function readShareLink(api: MealieApi, id: string, call: ApiCall): Promise<ShareLink> {
  return readRecordOf(id, await api.get(pathTo(id), {}, call), shareLink);
}

/** @throws MealieError */
export async function createShareLink(
  api: MealieApi,
  wanted: { recipeId: string; expiresAt: string },
  call: ApiCall,
): Promise<ShareLink> {
  const answer = await api.write(
    { method: "POST", path: pathTo(), json: bodyFor("POST /api/shared/recipes", wanted) },
    call,
  );
  return afterWrite(() => readRecord(answer, shareLink));
}

/** @throws MealieError */
export async function deleteShareLink(api: MealieApi, id: string, call: ApiCall): Promise<void> {
  await settled(
    () => api.write({ method: "DELETE", path: pathTo(id) }, call),
    () => isGone(() => readShareLink(api, id, call)),
  );
}
