import { z } from "zod";
import type { ApiCall, MealieApi } from "./client.ts";
import { readRecord } from "./page.ts";
import { apiPath } from "./path.ts";
import { afterWrite } from "./settle.ts";
import { number, flag, optionalUuid, text, uuid } from "./shapes.ts";

const withId = z.object({ id: uuid });

const comment = z.object({
  id: uuid,
  recipeId: optionalUuid,
  userId: optionalUuid,
  createdAt: text,
  updatedAt: text,
});

type StoredComment = z.output<typeof comment>;

/** @throws MealieError */
export async function addComment(
  api: MealieApi,
  wanted: { recipeId: string; text: string },
  call: ApiCall,
): Promise<string> {
  const answer = await api.write({ method: "POST", path: apiPath("comments"), json: wanted }, call);
  return afterWrite(() => readRecord(answer, withId)).id;
}

/** One comment by its id, without its text. @throws MealieError (`not-found`) */
export async function readComment(api: MealieApi, id: string, call: ApiCall): Promise<StoredComment> {
  return readRecord(await api.get(apiPath("comments", id), {}, call), comment);
}

/** @throws MealieError */
export async function deleteComment(api: MealieApi, id: string, call: ApiCall): Promise<void> {
  await api.write({ method: "DELETE", path: apiPath("comments", id) }, call);
}

type NewEvent = {
  recipeId: string;
  subject: string;
  eventType: "comment";
  eventMessage?: string;
  /** Always given: without it, older versions date the event to the start of the server. */
  timestamp: string;
};

/** @throws MealieError */
export async function addTimelineEvent(api: MealieApi, wanted: NewEvent, call: ApiCall): Promise<string> {
  const path = apiPath("recipes", "timeline", "events");
  const answer = await api.write({ method: "POST", path, json: wanted }, call);
  return afterWrite(() => readRecord(answer, withId)).id;
}

const ownRating = z.object({ rating: number, isFavorite: flag });

export type OwnRating = z.output<typeof ownRating>;

/** What the user of the token thinks of a recipe; undefined when this Mealie does not say. @throws MealieError */
export async function readOwnRating(api: MealieApi, recipeId: string, call: ApiCall): Promise<OwnRating> {
  return readRecord(await api.get(apiPath("users", "self", "ratings", recipeId), {}, call), ownRating);
}

/**
 * Rates as one user, who must be the token's own: for another one, an administrator would leave a rating that nobody can
 * remove and that keeps the recipe from being deleted.
 *
 * @throws MealieError
 */
export async function setOwnRating(
  api: MealieApi,
  {
    userId,
    recipeId,
    ...rating
  }: { userId: string; recipeId: string; rating?: number; isFavorite?: boolean },
  call: ApiCall,
): Promise<void> {
  await api.write(
    { method: "POST", path: apiPath("users", userId, "ratings", recipeId), json: rating },
    call,
  );
}
