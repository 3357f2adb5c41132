import { z } from "zod";
import type { ApiCall, MealieApi } from "./client.ts";
import { readList } from "./page.ts";
import { apiPath } from "./path.ts";
import { text, uuid } from "./shapes.ts";

/** What makes a recipe readable to whoever has the link. Its id is the secret in the link. */
export const shareToken = z.object({ id: uuid, recipeId: uuid, expiresAt: text, createdAt: text });

export type ShareToken = z.output<typeof shareToken>;

/** Of one recipe, or all of the group. @throws MealieError */
export async function listShareTokens(
  api: MealieApi,
  { recipeId }: { recipeId: string | undefined },
  call: ApiCall,
): Promise<{ records: ShareToken[]; unreadable: number }> {
  // Spelled as here alone: Mealie ignores `recipeId` and then lists all of them.
  const query = { recipe_id: recipeId };
  const { records, unreadable } = readList(
    await api.get(apiPath("shared", "recipes"), query, call),
    shareToken,
  );
  const wanted = records.filter((token) => recipeId === undefined || token.recipeId === recipeId);
  return { records: wanted, unreadable };
}
