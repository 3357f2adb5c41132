import { fieldsOf, invalid, uuidAt } from "../body.ts";
import { detail, message, type MealieReply, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { recipeAt } from "../show/recipe.ts";
import type { MealieRating } from "../state/recipes.ts";
import { userOf } from "../user.ts";

export const ratingRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: "/api/users/self/ratings", answer: list },
  { method: "GET", pattern: "/api/users/self/ratings/{id}", answer: read },
  { method: "POST", pattern: "/api/users/{user}/ratings/{slug}", answer: rate },
];

function list(request: MealieRequest): MealieReply {
  const own = request.state.ratings.filter(({ userId }) => userId === userOf(request).id);
  return ok({ ratings: own.map(shown) });
}

function read(request: MealieRequest): MealieReply {
  const id = uuidAt(request.params["id"], ["path", "recipe_id"]);
  const own = request.state.ratings.find(
    ({ userId, recipeId }) => userId === userOf(request).id && recipeId === id,
  );
  if (own === undefined) throw message(404, "User has not rated this recipe");
  return ok(shown(own));
}

const shown = ({ recipeId, rating, isFavorite }: MealieRating): unknown => ({ recipeId, rating, isFavorite });

/**
 * Keeps what is left out. Any number is taken. An administrator may rate as somebody else, even as somebody who does not
 * exist, and then the recipe cannot be deleted any more.
 */
function rate(request: MealieRequest): MealieReply {
  const { state, params, json } = request;
  const userId = uuidAt(params["user"], ["path", "id"]);
  const user = userOf(request);
  if (userId !== user.id && !user.admin) throw detail(403, "NOT_AN_ADMIN");
  const { rating, isFavorite } = fieldsOf(json);
  if (rating !== undefined && rating !== null && typeof rating !== "number")
    throw invalid("float_type", ["body", "rating"], "Input should be a valid number", rating);
  if (isFavorite !== undefined && isFavorite !== null && typeof isFavorite !== "boolean")
    throw invalid("bool_type", ["body", "isFavorite"], "Input should be a valid boolean", isFavorite);
  const recipeId = recipeAt(state, params["slug"] ?? "").id;
  const known = state.ratings.find((one) => one.userId === userId && one.recipeId === recipeId);
  const entry = known ?? { userId, recipeId, rating: null, isFavorite: false };
  if (known === undefined) state.ratings.push(entry);
  entry.rating = rating ?? entry.rating;
  entry.isFavorite = isFavorite ?? entry.isFavorite;
  return ok(null);
}
