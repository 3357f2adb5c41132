import { z } from "zod";
import { MealieError } from "../errors.ts";
import type { ApiCall, MealieApi } from "./client.ts";
import { readList } from "./page.ts";
import { apiPath } from "./path.ts";
import { optionalUuid, text, uuid } from "./shapes.ts";

const author = z.object({ id: optionalUuid, username: text, fullName: text });

const comment = z.object({
  id: uuid,
  recipeId: optionalUuid,
  userId: optionalUuid,
  text,
  createdAt: text,
  updatedAt: text,
  user: author.catch({}),
});

export type Comment = z.output<typeof comment>;

/**
 * The comments of one recipe. This is the one route that takes the slug alone, and the slug may have moved since it was
 * read: comments of another recipe are never shown for this one.
 *
 * @throws MealieError
 */
export async function listComments(
  api: MealieApi,
  { id, slug }: { id: string; slug: string },
  call: ApiCall,
): Promise<{ records: Comment[]; unreadable: number }> {
  const read = readList(await api.get(apiPath("recipes", slug, "comments"), {}, call), comment);
  if (read.records.some(({ recipeId }) => recipeId !== undefined && recipeId !== id))
    throw new MealieError("conflict", "The recipe was renamed while its comments were read; try again.");
  return read;
}
