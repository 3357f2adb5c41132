import { z } from "zod";
import { MealieError } from "../errors.ts";
import type { ApiCall, MealieApi } from "./client.ts";
import { readList, readRecord, readRecordOf } from "./page.ts";
import { apiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite, isGone, settled } from "./settle.ts";
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

const withId = z.object({ id: uuid });

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

/** One comment by its id. @throws MealieError (`not-found`) */
export async function readComment(api: MealieApi, id: string, call: ApiCall): Promise<Comment> {
  return readRecordOf(id, await api.get(apiPath("comments", id), {}, call), comment);
}

/** Comments as the user of the token, and gives the comment's id. @throws MealieError */
export async function createComment(
  api: MealieApi,
  wanted: { recipeId: string; text: string },
  call: ApiCall,
): Promise<string> {
  const answer = await api.write(
    { method: "POST", path: apiPath("comments"), json: bodyFor("POST /api/comments", wanted) },
    call,
  );
  return afterWrite(() => readRecord(answer, withId)).id;
}

/** @throws MealieError */
export async function deleteComment(api: MealieApi, id: string, call: ApiCall): Promise<void> {
  await settled(
    () => api.write({ method: "DELETE", path: apiPath("comments", id) }, call),
    () => isGone(() => readComment(api, id, call)),
  );
}
