import { fieldsOf, textAt, uuidAt } from "../body.ts";
import { crash, message, type MealieReply, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { shownComment } from "../show/recipe.ts";
import { userOf } from "../user.ts";

export const commentRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: "/api/recipes/{slug}/comments", answer: list },
  { method: "POST", pattern: "/api/comments", answer: create },
  { method: "GET", pattern: "/api/comments/{id}", answer: read },
  { method: "DELETE", pattern: "/api/comments/{id}", answer: remove },
];

/** By slug alone: an id, and a slug that nothing has, are failures inside. */
function list({ state, version, params }: MealieRequest): MealieReply {
  const recipe = state.recipes.find(({ slug }) => slug === params["slug"]);
  if (recipe === undefined) throw crash();
  const comments = state.comments.filter(({ recipeId }) => recipeId === recipe.id);
  return ok(comments.map((comment) => shownComment(comment, { state, version })));
}

function create(request: MealieRequest): MealieReply {
  const { state, version, json, now, newId } = request;
  const fields = fieldsOf(json);
  const recipeId = uuidAt(fields["recipeId"], ["body", "recipeId"]);
  const text = textAt(fields, "text");
  if (!state.recipes.some(({ id }) => id === recipeId)) throw crash();
  const at = new Date(now).toISOString();
  const comment = { id: newId(), recipeId, userId: userOf(request).id, text, createdAt: at, updatedAt: at };
  state.comments.push(comment);
  return ok(shownComment(comment, { state, version }), 201);
}

function read({ state, version, params }: MealieRequest): MealieReply {
  const id = uuidAt(params["id"], ["path", "item_id"]);
  const comment = state.comments.find((one) => one.id === id);
  if (comment === undefined) throw message(404, "Not found.");
  return ok(shownComment(comment, { state, version }));
}

/** One that is gone, and one of somebody else, fail inside instead of being refused. */
function remove(request: MealieRequest): MealieReply {
  const { state, params } = request;
  const id = uuidAt(params["id"], ["path", "item_id"]);
  const user = userOf(request);
  const at = state.comments.findIndex((one) => one.id === id && (user.admin || one.userId === user.id));
  if (at === -1) throw crash();
  state.comments.splice(at, 1);
  return ok({ message: "Comment deleted", error: false });
}
