import { fieldsOf, flagOr, optionalUuidAt, textAt, textOr, uuidAt } from "../body.ts";
import { pageReply } from "../page.ts";
import { detail, type MealieReply, message, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { searched } from "../search.ts";
import { shownFood } from "../show/food.ts";
import type { MealieFood } from "../state/foods.ts";

const TAKEN =
  "(sqlite3.IntegrityError) UNIQUE constraint failed: ingredient_foods.name [SQL: INSERT INTO ...]";

export const foodRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: "/api/foods", answer: list },
  { method: "POST", pattern: "/api/foods", answer: create },
  { method: "PUT", pattern: "/api/foods/merge", answer: merge },
  { method: "GET", pattern: "/api/foods/{id}", answer: read },
  { method: "GET", pattern: "/api/groups/labels/{id}", answer: readLabel },
];

function list({ state, version, query }: MealieRequest): MealieReply {
  const found = searched(state.foods, query, ({ name, pluralName, aliases }) => [
    name,
    pluralName ?? "",
    ...aliases.map((alias) => alias.name),
  ]);
  return pageReply(found, query, {
    columns: {
      name: ({ name }) => name.toLowerCase(),
      created_at: ({ createdAt }) => createdAt,
    },
    show: (food) => shownFood(food, state, version),
  });
}

function read({ state, version, params }: MealieRequest): MealieReply {
  const id = uuidAt(params["id"], ["path", "item_id"]);
  const found = state.foods.find((food) => food.id === id);
  if (found === undefined) throw message(404, "Not found.");
  return ok(shownFood(found, state, version));
}

/** Names are unique letter by letter: another case is another food, and so is an empty name. */
function create({ state, version, json, now, newId }: MealieRequest): MealieReply {
  const fields = fieldsOf(json);
  const name = textAt(fields, "name");
  const labelId = optionalUuidAt(fields["labelId"], ["body", "labelId"]);
  if (state.foods.some((food) => food.name === name))
    throw message(400, "An unexpected error occurred", TAKEN);
  const at = new Date(now).toISOString();
  const food: MealieFood = {
    id: newId(),
    name,
    pluralName: textOr(fields, "pluralName", null),
    description: textOr(fields, "description", ""),
    aliases: [],
    labelId,
    onHand: flagOr(fields, "onHand", false),
    createdAt: at,
    updatedAt: at,
  };
  state.foods.push(food);
  return ok(shownFood(food, state, version), 201);
}

/** Also a food with itself: it is gone afterwards. */
function merge({ state, version, json }: MealieRequest): MealieReply {
  const fields = fieldsOf(json);
  const from = uuidAt(fields["fromFood"], ["body", "fromFood"]);
  const into = uuidAt(fields["toFood"], ["body", "toFood"]);
  const at = state.foods.findIndex(({ id }) => id === from);
  if (at < 0 || !state.foods.some(({ id }) => id === into)) throw detail(500, "Failed to merge foods");
  state.foods.splice(at, 1);
  // A food merged with itself is gone: no line shows it any more.
  for (const { recipeIngredient } of state.recipes)
    for (const line of recipeIngredient) if (line.foodId === from) line.foodId = from === into ? null : into;
  // Assumed for v3: up to v2, lines of shopping lists keep an id that nothing has any more.
  if (version !== "2.0")
    for (const item of state.listItems) if (item.foodId === from) item.foodId = from === into ? null : into;
  return ok({ message: "Successfully merged foods", error: false });
}

function readLabel({ state, params }: MealieRequest): MealieReply {
  const id = uuidAt(params["id"], ["path", "item_id"]);
  const label = state.labels.find((one) => one.id === id);
  if (label === undefined) throw message(404, "Not found.");
  return ok(label);
}
