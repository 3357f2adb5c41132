import { fieldsOf, uuidAt } from "../body.ts";
import { instantAt } from "../instant.ts";
import { detail, message, type MealieReply, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { shownRecipe } from "../show/recipe.ts";
import type { MealieShare } from "../state/shares.ts";

const BASE = "/api/shared/recipes";
const DEFAULT_MS = 30 * 86_400_000;

export const shareRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: BASE, answer: list },
  { method: "POST", pattern: BASE, answer: create },
  { method: "GET", pattern: `${BASE}/{id}`, answer: read },
  { method: "DELETE", pattern: `${BASE}/{id}`, answer: remove },
  { method: "GET", pattern: "/api/recipes/shared/{id}", open: true, answer: open },
];

/** A bare list. Only `recipe_id`, spelled like this, filters it. */
function list({ state, query }: MealieRequest): MealieReply {
  const given = query.get("recipe_id");
  const recipeId = given === null ? undefined : uuidAt(given, ["query", "recipe_id"]);
  const shares = state.shares.filter((one) => recipeId === undefined || one.recipeId === recipeId);
  return ok(shares.map((share) => ({ ...share, groupId: state.group.id })));
}

/** Without a date it lasts 30 days, never for ever; a date that is over is taken. */
function create(request: MealieRequest): MealieReply {
  const { state, json, now, newId } = request;
  const fields = fieldsOf(json);
  const recipeId = uuidAt(fields["recipeId"], ["body", "recipeId"]);
  const given = fields["expiresAt"];
  const expiresAt =
    given === undefined ? new Date(now + DEFAULT_MS).toISOString() : instantAt(given, ["body", "expiresAt"]);
  if (!state.recipes.some(({ id }) => id === recipeId))
    throw message(400, "An unexpected error occurred.", "1 validation error for RecipeShareToken");
  const share = { id: newId(), recipeId, expiresAt, createdAt: new Date(now).toISOString() };
  state.shares.push(share);
  return ok(shown(share, request), 201);
}

function read(request: MealieRequest): MealieReply {
  return ok(shown(shareAt(request, 404), request));
}

function remove(request: MealieRequest): MealieReply {
  const share = shareAt(request, 400);
  const reply = ok(shown(share, request));
  request.state.shares.splice(request.state.shares.indexOf(share), 1);
  return reply;
}

/** The page behind a link. Up to v2 it opens also after its last day; that it does not from v3 on is an assumption. */
function open({ state, version, params, now }: MealieRequest): MealieReply {
  const share = state.shares.find(({ id }) => id === params["id"]?.toLowerCase());
  const recipe = state.recipes.find(({ id }) => id === share?.recipeId);
  const over = version !== "2.0" && share !== undefined && Date.parse(share.expiresAt) <= now;
  if (recipe === undefined || over) throw detail(404, "Token Not Found");
  return ok(shownRecipe(recipe, { state, version }));
}

/** One that is gone: read, there is nothing; deleted, the database complains. */
function shareAt({ state, params }: MealieRequest, status: 400 | 404): MealieShare {
  const id = uuidAt(params["id"], ["path", "item_id"]);
  const share = state.shares.find((one) => one.id === id);
  if (share !== undefined) return share;
  throw status === 404
    ? message(404, "Not found.")
    : message(400, "An unexpected error occurred.", "No row was found when one was required");
}

function shown(share: MealieShare, { state, version }: MealieRequest): Record<string, unknown> {
  const recipe = state.recipes.find(({ id }) => id === share.recipeId);
  return {
    ...share,
    groupId: state.group.id,
    recipe: recipe === undefined ? null : shownRecipe(recipe, { state, version }),
  };
}
