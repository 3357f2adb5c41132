import { fieldsOf, flagOr, invalid, optionalUuidAt, textOr, type Fields, uuidAt } from "../body.ts";
import { pageReply } from "../page.ts";
import { filtered } from "../query-filter.ts";
import { crash, type MealieReply, message, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { addItems, type Collection, removeItems, replaceItems } from "../shopping/write.ts";
import { shownItem } from "../show/shopping.ts";
import type { MealieItemRecipeRef, MealieListItem } from "../state/shopping.ts";

const BASE = "/api/households/shopping/items";

export const shoppingItemRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: BASE, answer: list },
  { method: "PUT", pattern: BASE, answer: replace },
  { method: "DELETE", pattern: BASE, answer: remove },
  { method: "POST", pattern: `${BASE}/create-bulk`, answer: create },
  { method: "GET", pattern: `${BASE}/{id}`, answer: read },
];

function list(request: MealieRequest): MealieReply {
  const found = filtered(request.state.listItems, request.query, {
    id: ({ id }: MealieListItem) => [id],
    shopping_list_id: ({ shoppingListId }) => [shoppingListId],
    checked: ({ checked }) => [checked],
    food_id: ({ foodId }) => [foodId],
    unit_id: ({ unitId }) => [unitId],
    note: ({ note }) => [note],
  });
  return pageReply(found, request.query, {
    columns: { position: ({ position }) => position, created_at: ({ createdAt }) => createdAt },
    show: (item) => shownItem(item, request),
  });
}

function read(request: MealieRequest): MealieReply {
  const id = uuidAt(request.params["id"], ["path", "item_id"]);
  const found = request.state.listItems.find((item) => item.id === id);
  if (found === undefined) throw message(404, "Not found.");
  return ok(shownItem(found, request));
}

/** Lines for a list that does not exist are a failure inside Mealie. */
function create(request: MealieRequest): MealieReply {
  const { state, newId } = request;
  const lines = linesOf(request, (fields) => optionalUuidAt(fields["id"], ["body", "id"]) ?? newId());
  if (lines.some((line) => !state.shoppingLists.some(({ id }) => id === line.shoppingListId))) throw crash();
  return ok(shownCollection(addItems(lines, request), request), 201);
}

function replace(request: MealieRequest): MealieReply {
  const lines = linesOf(request, (fields, index) => uuidAt(fields["id"], ["body", index, "id"]));
  const known = lines.filter((line) => request.state.listItems.some(({ id }) => id === line.id));
  return ok(shownCollection(replaceItems(known, request), request));
}

/** Ids that do not exist, and none at all, are answered with success. */
function remove(request: MealieRequest): MealieReply {
  const ids = request.query.getAll("ids").map((id, index) => uuidAt(id, ["query", "ids", index]));
  removeItems(new Set(ids), request);
  return ok({ message: "", error: false });
}

function shownCollection(collection: Collection, request: MealieRequest): Record<string, unknown> {
  const shown = (items: readonly MealieListItem[]): unknown[] =>
    items.map((item) => shownItem(item, request));
  return {
    createdItems: shown(collection.createdItems),
    updatedItems: shown(collection.updatedItems),
    deletedItems: shown(collection.deletedItems),
  };
}

type IdOf = (fields: Fields, index: number) => string;

/** Whatever is left out is reset. */
function linesOf({ json, now, newId }: MealieRequest, idOf: IdOf): MealieListItem[] {
  if (!Array.isArray(json)) throw invalid("list_type", ["body"], "Input should be a valid list", json);
  const at = new Date(now).toISOString();
  return json.map((one: unknown, index) => {
    const fields = fieldsOf(one);
    return {
      id: idOf(fields, index),
      shoppingListId: uuidAt(fields["shoppingListId"], ["body", index, "shoppingListId"]),
      checked: flagOr(fields, "checked", false),
      position: numberOr(fields, "position", 0),
      quantity: numberOr(fields, "quantity", 1),
      foodId: partId(fields, { object: "food", id: "foodId" }),
      unitId: partId(fields, { object: "unit", id: "unitId" }),
      labelId: optionalUuidAt(fields["labelId"], ["body", index, "labelId"]),
      isFood: flagOr(fields, "isFood", false),
      note: textOr(fields, "note", ""),
      extras: {},
      recipeReferences: referencesIn(fields, newId),
      createdAt: at,
      updatedAt: at,
    };
  });
}

/** A unit or food that is sent along as a whole decides over its id, which is why both have to go (mealie#7947). */
function partId(fields: Fields, { object, id }: { object: string; id: string }): string | null {
  const whole = fields[object];
  if (whole !== undefined && whole !== null) return uuidAt(fieldsOf(whole)["id"], ["body", object, "id"]);
  return optionalUuidAt(fields[id], ["body", id]);
}

function numberOr(fields: Fields, name: string, fallback: number): number {
  const value = fields[name];
  if (value === undefined) return fallback;
  if (typeof value === "number") return value;
  throw invalid("float_type", ["body", name], "Input should be a valid number", value);
}

function referencesIn({ recipeReferences }: Fields, newId: () => string): MealieItemRecipeRef[] {
  if (!Array.isArray(recipeReferences)) return [];
  return recipeReferences.map((one: unknown) => {
    const fields = fieldsOf(one);
    const { recipeScale } = fields;
    return {
      id: optionalUuidAt(fields["id"], ["body", "recipeReferences", "id"]) ?? newId(),
      recipeId: uuidAt(fields["recipeId"], ["body", "recipeReferences", "recipeId"]),
      recipeQuantity: numberOr(fields, "recipeQuantity", 0),
      recipeScale: recipeScale === null ? null : numberOr(fields, "recipeScale", 1),
      recipeNote: textOr(fields, "recipeNote", null),
    };
  });
}
