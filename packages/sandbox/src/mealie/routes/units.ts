import { fieldsOf, flagOr, textAt, textOr, uuidAt } from "../body.ts";
import { pageReply } from "../page.ts";
import { detail, type MealieReply, message, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { searched } from "../search.ts";
import { shownUnit } from "../show/food.ts";
import type { MealieUnit } from "../state/foods.ts";

const TAKEN =
  "(sqlite3.IntegrityError) UNIQUE constraint failed: ingredient_units.name [SQL: INSERT INTO ...]";

export const unitRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: "/api/units", answer: list },
  { method: "POST", pattern: "/api/units", answer: create },
  { method: "PUT", pattern: "/api/units/merge", answer: merge },
  { method: "GET", pattern: "/api/units/{id}", answer: read },
];

function list({ state, version, query }: MealieRequest): MealieReply {
  const found = searched(state.units, query, ({ name, pluralName, abbreviation }) => [
    name,
    pluralName ?? "",
    abbreviation,
  ]);
  return pageReply(found, query, {
    columns: { name: ({ name }) => name.toLowerCase(), created_at: ({ createdAt }) => createdAt },
    show: (unit) => shownUnit(unit, version),
  });
}

function read({ state, version, params }: MealieRequest): MealieReply {
  const id = uuidAt(params["id"], ["path", "item_id"]);
  const found = state.units.find((unit) => unit.id === id);
  if (found === undefined) throw message(404, "Not found.");
  return ok(shownUnit(found, version));
}

function create({ state, version, json, now, newId }: MealieRequest): MealieReply {
  const fields = fieldsOf(json);
  const name = textAt(fields, "name");
  if (state.units.some((unit) => unit.name === name))
    throw message(400, "An unexpected error occurred", TAKEN);
  const at = new Date(now).toISOString();
  const unit: MealieUnit = {
    id: newId(),
    name,
    pluralName: textOr(fields, "pluralName", null),
    description: textOr(fields, "description", ""),
    abbreviation: textOr(fields, "abbreviation", ""),
    pluralAbbreviation: textOr(fields, "pluralAbbreviation", ""),
    useAbbreviation: flagOr(fields, "useAbbreviation", false),
    fraction: flagOr(fields, "fraction", true),
    aliases: [],
    standardQuantity: null,
    standardUnit: null,
    createdAt: at,
    updatedAt: at,
  };
  state.units.push(unit);
  return ok(shownUnit(unit, version), 201);
}

/** Also a unit with itself: it is gone afterwards. */
function merge({ state, version, json }: MealieRequest): MealieReply {
  const fields = fieldsOf(json);
  const from = uuidAt(fields["fromUnit"], ["body", "fromUnit"]);
  const into = uuidAt(fields["toUnit"], ["body", "toUnit"]);
  const at = state.units.findIndex(({ id }) => id === from);
  if (at < 0 || !state.units.some(({ id }) => id === into)) throw detail(500, "Failed to merge units");
  state.units.splice(at, 1);
  // A unit merged with itself is gone: no line shows it any more.
  for (const { recipeIngredient } of state.recipes)
    for (const line of recipeIngredient) if (line.unitId === from) line.unitId = from === into ? null : into;
  // Assumed for v3: up to v2, lines of shopping lists keep an id that nothing has any more.
  if (version !== "2.0")
    for (const item of state.listItems) if (item.unitId === from) item.unitId = from === into ? null : into;
  return ok({ message: "Successfully merged units", error: false });
}
