import { fieldsOf, invalid, textOr, uuidAt } from "../body.ts";
import { pageReply } from "../page.ts";
import { crash, type MealieReply, message, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { addRecipe, type Portion, removeRecipe } from "../shopping/recipe.ts";
import { shownList, shownListSummary } from "../show/shopping.ts";
import type { MealieShoppingList } from "../state/shopping.ts";

const BASE = "/api/households/shopping/lists";

export const shoppingListRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: BASE, answer: list },
  { method: "POST", pattern: BASE, answer: create },
  { method: "GET", pattern: `${BASE}/{id}`, answer: (request) => ok(shownList(listAt(request), request)) },
  { method: "DELETE", pattern: `${BASE}/{id}`, answer: remove },
  { method: "POST", pattern: `${BASE}/{id}/recipe`, versions: ["3.23"], answer: addRecipes },
  { method: "POST", pattern: `${BASE}/{id}/recipe/{recipeId}`, answer: addOneRecipe },
  { method: "POST", pattern: `${BASE}/{id}/recipe/{recipeId}/delete`, answer: takeRecipeOff },
];

function list(request: MealieRequest): MealieReply {
  return pageReply(request.state.shoppingLists, request.query, {
    columns: {
      name: ({ name }) => (name ?? "").toLowerCase(),
      created_at: ({ createdAt }) => createdAt,
      updated_at: ({ updatedAt }) => updatedAt,
    },
    show: (one) => shownListSummary(one, request),
  });
}

function create(request: MealieRequest): MealieReply {
  const { state, user, now, newId } = request;
  const at = new Date(now).toISOString();
  const made: MealieShoppingList = {
    id: newId(),
    name: textOr(fieldsOf(request.json), "name", null),
    userId: user?.id ?? "",
    extras: {},
    recipeReferences: [],
    createdAt: at,
    updatedAt: at,
  };
  state.shoppingLists.push(made);
  return ok(shownList(made, request), 201);
}

function idIn(request: MealieRequest): string {
  return uuidAt(request.params["id"], ["path", "item_id"]);
}

function listAt(request: MealieRequest): MealieShoppingList {
  const id = idIn(request);
  const found = request.state.shoppingLists.find((one) => one.id === id);
  if (found === undefined) throw message(404, "Not found.");
  return found;
}

/** Its lines go with it. */
function remove(request: MealieRequest): MealieReply {
  const { state } = request;
  const id = idIn(request);
  const found = state.shoppingLists.find((one) => one.id === id);
  if (found === undefined)
    throw message(400, "An unexpected error occurred", "No row was found when one was required");
  const shown = shownList(found, request);
  state.shoppingLists = state.shoppingLists.filter((one) => one !== found);
  state.listItems = state.listItems.filter(({ shoppingListId }) => shoppingListId !== id);
  return ok(shown);
}

/** An unknown list is a failure inside Mealie here, as is an unknown recipe. */
function changed(
  request: MealieRequest,
  portions: readonly Portion[],
  change: typeof addRecipe | typeof removeRecipe,
): MealieReply {
  const id = idIn(request);
  const found = request.state.shoppingLists.find((one) => one.id === id);
  if (found === undefined) throw crash();
  for (const portion of portions) change(found, portion, request);
  return ok(shownList(found, request));
}

function addRecipes(request: MealieRequest): MealieReply {
  const { json } = request;
  if (!Array.isArray(json)) throw invalid("list_type", ["body"], "Input should be a valid list", json);
  const portions = json.map((one: unknown, index) => {
    const fields = fieldsOf(one);
    return {
      recipeId: uuidAt(fields["recipeId"], ["body", index, "recipeId"]),
      times: timesIn(fields["recipeIncrementQuantity"], "recipeIncrementQuantity"),
    };
  });
  return changed(request, portions, addRecipe);
}

function addOneRecipe(request: MealieRequest): MealieReply {
  return changed(request, [portionIn(request, "recipeIncrementQuantity")], addRecipe);
}

function takeRecipeOff(request: MealieRequest): MealieReply {
  return changed(request, [portionIn(request, "recipeDecrementQuantity")], removeRecipe);
}

function portionIn({ params, json }: MealieRequest, field: string): Portion {
  const recipeId = uuidAt(params["recipeId"], ["path", "recipe_id"]);
  const fields = json === undefined || json === null ? {} : fieldsOf(json);
  return { recipeId, times: timesIn(fields[field], field) };
}

function timesIn(value: unknown, field: string): number {
  if (value === undefined) return 1;
  if (typeof value === "number") return value;
  throw invalid("float_type", ["body", field], "Input should be a valid number", value);
}
