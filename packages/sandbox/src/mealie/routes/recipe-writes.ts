import { fieldsOf, textAt } from "../body.ts";
import { instantAt } from "../instant.ts";
import { crash, message, type MealieReply, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { patched, renamed } from "../recipe-patch.ts";
import { recipeAt, shownRecipe } from "../show/recipe.ts";
import { slugOf } from "../slug.ts";
import { createdEvent, freeSlug, type MealieRecipe, newRecipe } from "../state/recipes.ts";
import { userOf } from "../user.ts";

export const recipeWriteRoutes: readonly MealieRoute[] = [
  { method: "POST", pattern: "/api/recipes", answer: create },
  { method: "PATCH", pattern: "/api/recipes/{slug}", answer: patch },
  { method: "DELETE", pattern: "/api/recipes/{slug}", answer: remove },
  { method: "POST", pattern: "/api/recipes/{slug}/duplicate", answer: duplicate },
  { method: "PATCH", pattern: "/api/recipes/{slug}/last-made", answer: setLastMade },
];

/** Only the name is read; everything else is filled with placeholders. */
function create(request: MealieRequest): MealieReply {
  const name = textAt(fieldsOf(request.json), "name");
  if (name === "") throw crash();
  return ok(addRecipe(request, name).slug, 201);
}

/** A new recipe; a name whose slug is taken gets a number, as the slug does. */
export function addRecipe(request: MealieRequest, name: string): MealieRecipe {
  const { state, now, newId } = request;
  const recipe = newRecipe(state, numbered(request, name), { userId: userOf(request).id, newId, now });
  recipe.slug = freeSlug(state.recipes, name);
  state.recipes.push(recipe);
  state.timeline.push(createdEvent(recipe, newId));
  return recipe;
}

function numbered({ state }: MealieRequest, name: string): string {
  const slug = slugOf(name);
  const free = freeSlug(state.recipes, name);
  return free === slug ? name : `${name} (${free.slice(slug.length + 1)})`;
}

/** Also a failing PATCH leaves its lines of ingredients behind when they are what breaks the recipe. */
function patch(request: MealieRequest): MealieReply {
  const recipe = writable(request);
  const next = patched(recipe, request);
  const { name, slug, shownSlug } = renamed(recipe, request);
  Object.assign(recipe, next, { name, slug });
  touch(recipe, request);
  return ok({ ...shownRecipe(recipe, request), slug: shownSlug });
}

/** What hangs on a recipe goes with it. */
function remove(request: MealieRequest): MealieReply {
  const { state, version } = request;
  const recipe = writable(request);
  const users = new Set(state.users.map(({ id }) => id));
  // A rating of nobody keeps the recipe from being deleted.
  const orphaned = state.ratings.some(({ recipeId, userId }) => recipeId === recipe.id && !users.has(userId));
  if (orphaned && version === "2.0") throw message(500, "Unknown Error", "StaleDataError");
  const reply = ok(shownRecipe(recipe, request));
  const others = <Entry extends { recipeId: string | null }>(entries: readonly Entry[]): Entry[] =>
    entries.filter(({ recipeId }) => recipeId !== recipe.id);
  state.recipes.splice(state.recipes.indexOf(recipe), 1);
  state.comments = others(state.comments);
  state.timeline = others(state.timeline);
  state.ratings = others(state.ratings);
  state.shares = others(state.shares);
  state.planEntries = others(state.planEntries);
  for (const list of state.shoppingLists) list.recipeReferences = others(list.recipeReferences);
  for (const item of state.listItems) item.recipeReferences = others(item.recipeReferences);
  return reply;
}

/** A copy keeps when the recipe was created and last made. */
function duplicate(request: MealieRequest): MealieReply {
  const { state, json, newId } = request;
  const source = recipeAt(state, request.params["slug"] ?? "");
  shownRecipe(source, request);
  const { name: given } = fieldsOf(json);
  const name = typeof given === "string" && given !== "" ? given : source.name;
  const { settings, nutrition, recipeIngredient, recipeInstructions } = structuredClone(source);
  const userId = userOf(request).id;
  const placeholders = newRecipe(state, name, { userId, newId, now: request.now });
  const copy: MealieRecipe = {
    ...source,
    id: newId(),
    userId,
    name: numbered(request, name),
    slug: freeSlug(state.recipes, name),
    settings,
    nutrition,
    // A copy of an empty list gets what a new recipe gets; for v3 this is an assumption.
    recipeIngredient:
      recipeIngredient.length === 0
        ? placeholders.recipeIngredient
        : recipeIngredient.map((line) => ({ ...line, referenceId: newId() })),
    recipeInstructions:
      recipeInstructions.length === 0
        ? placeholders.recipeInstructions
        : recipeInstructions.map((step) => ({ ...step, id: newId() })),
  };
  touch(copy, request);
  state.recipes.push(copy);
  return ok(shownRecipe(copy, request), 201);
}

function setLastMade(request: MealieRequest): MealieReply {
  const recipe = recipeAt(request.state, request.params["slug"] ?? "");
  recipe.lastMade = instantAt(fieldsOf(request.json)["timestamp"], ["body", "timestamp"]);
  touch(recipe, request);
  return ok(shownRecipe(recipe, request));
}

/** A recipe that its reader may change. @throws MealieRefusal 403 when it is locked, 500 when it cannot be read any more */
function writable(request: MealieRequest): MealieRecipe {
  const recipe = recipeAt(request.state, request.params["slug"] ?? "");
  shownRecipe(recipe, request);
  if (recipe.settings.locked && recipe.userId !== userOf(request).id) throw message(403, "Permission Denied");
  return recipe;
}

function touch(recipe: MealieRecipe, { now }: MealieRequest): void {
  // Two changes in one millisecond must not look like none.
  const before = Date.parse(recipe.updatedAt);
  recipe.dateUpdated = new Date(now).toISOString();
  recipe.updatedAt = new Date(Math.max(now, before + 1)).toISOString();
}
