import { z } from "zod";
import { MealieError } from "../errors.ts";
import type { ApiCall, MealieApi } from "./client.ts";
import { readRecord } from "./page.ts";
import { apiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";
import { flag, number } from "./shapes.ts";

const ownRating = z.object({ rating: number, isFavorite: flag });

export type OwnRating = z.output<typeof ownRating>;

/** What the user of the token thinks of a recipe; Mealie has nothing there until they rate it. @throws MealieError */
export async function readOwnRating(api: MealieApi, recipeId: string, call: ApiCall): Promise<OwnRating> {
  try {
    return readRecord(await api.get(apiPath("users", "self", "ratings", recipeId), {}, call), ownRating);
  } catch (error) {
    if (error instanceof MealieError && error.code === "not-found")
      return { rating: undefined, isFavorite: undefined };
    throw error;
  }
}

/**
 * Rates as one user, who must be the token's own: for another one, an administrator would leave a rating that nobody can
 * remove and that keeps the recipe from being deleted.
 *
 * @throws MealieError
 */
export async function setOwnRating(
  api: MealieApi,
  { userId, recipeId, rating }: { userId: string; recipeId: string; rating: Partial<OwnRating> },
  call: ApiCall,
): Promise<void> {
  const path = apiPath("users", userId, "ratings", recipeId);
  await api.write(
    { method: "POST", path, json: bodyFor("POST /api/users/{id}/ratings/{slug}", rating) },
    call,
  );
}
