import { type Fields, fieldsOf, invalid, optionalUuidAt, textOr, uuidAt } from "../body.ts";
import { pageReply } from "../page.ts";
import { filtered } from "../query-filter.ts";
import { MealieRefusal, type MealieReply, message, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { shownSummary } from "../show/recipe.ts";
import type { MealiePlanEntry } from "../state/plans.ts";
import type { MealieVersion } from "../version.ts";

const BASE = "/api/households/mealplans";

export const mealplanRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: BASE, answer: list },
  { method: "POST", pattern: BASE, answer: create },
  { method: "POST", pattern: `${BASE}/random`, answer: createRandom },
  { method: "GET", pattern: `${BASE}/today`, answer: today },
  { method: "GET", pattern: `${BASE}/{id}`, answer: read },
  { method: "PUT", pattern: `${BASE}/{id}`, answer: replace },
  { method: "DELETE", pattern: `${BASE}/{id}`, answer: remove },
];

const OLD_TYPES = ["breakfast", "lunch", "dinner", "side"];
const ENTRY_TYPES: Record<MealieVersion, readonly string[]> = {
  "2.0": OLD_TYPES,
  "3.23": [...OLD_TYPES, "snack", "drink", "dessert"],
};

/** A range the wrong way round is an empty one. */
function list(request: MealieRequest): MealieReply {
  const { state, query } = request;
  const from = query.get("start_date");
  const to = query.get("end_date");
  const inRange = state.planEntries.filter(
    ({ date }) => (from === null || date >= from) && (to === null || date <= to),
  );
  const found = filtered(inRange, query, {
    recipe_id: ({ recipeId }) => [recipeId],
    entry_type: ({ entryType }) => [entryType],
    title: ({ title }) => [title],
  });
  return pageReply(found, query, {
    columns: { date: ({ date }) => date, id: ({ id }) => id },
    show: (entry) => shown(entry, request),
  });
}

/** By the server's own clock, which knows no zone but UTC. */
function today(request: MealieRequest): MealieReply {
  const day = new Date(request.now).toISOString().slice(0, 10);
  const found = request.state.planEntries.filter(({ date }) => date === day);
  return ok(found.map((entry) => shown(entry, request)));
}

function read(request: MealieRequest): MealieReply {
  const entry = request.state.planEntries.find(({ id }) => id === idOf(request));
  if (entry === undefined) throw message(404, "Not found.");
  return ok(shown(entry, request));
}

/** A recipe that does not exist is taken, and so are a recipe and a title together. */
function create(request: MealieRequest): MealieReply {
  const meal = mealOf(fieldsOf(request.json), request.version, []);
  return ok(shown(add(request, meal), request), 201);
}

/** Answers 200, unlike the other way to make an entry. */
function createRandom(request: MealieRequest): MealieReply {
  const { state, version } = request;
  const fields = fieldsOf(request.json);
  const date = dateAt(fields);
  const entryType = typeAt(fields, version, "dinner");
  const rules = state.planRules.filter((rule) => rule.entryType === entryType);
  const fitting = state.recipes.filter(({ tagIds }) =>
    rules.every((rule) => rule.tagIds.some((tag) => tagIds.includes(tag))),
  );
  const recipe = fitting[state.lastPlanEntryId % Math.max(1, fitting.length)];
  if (recipe === undefined) throw message(404, "No recipes match your rules");
  const entry = add(request, { date, entryType, title: "", text: "", recipeId: recipe.id });
  return ok(shown(entry, request));
}

/** A replacement: what is not sent is reset, and whose the entry is has to be sent along. */
function replace(request: MealieRequest): MealieReply {
  const fields = fieldsOf(request.json);
  const missing = ["id", "groupId", "userId"].filter((name) => fields[name] === undefined);
  const meal = mealOf(fields, request.version, missing);
  const userId = uuidAt(fields["userId"], ["body", "userId"]);
  const entry = request.state.planEntries.find(({ id }) => id === idOf(request));
  if (entry === undefined) throw message(404, "Not found.");
  Object.assign(entry, meal, { userId });
  return ok(shown(entry, request));
}

function remove(request: MealieRequest): MealieReply {
  const { planEntries } = request.state;
  const at = planEntries.findIndex(({ id }) => id === idOf(request));
  const [gone] = at < 0 ? [] : planEntries.splice(at, 1);
  if (gone === undefined)
    throw message(400, "An unexpected error occurred", "No row was found when one was required");
  return ok(shown(gone, request));
}

type Meal = Pick<MealiePlanEntry, "date" | "entryType" | "title" | "text" | "recipeId">;

function add({ state, user }: MealieRequest, meal: Meal): MealiePlanEntry {
  state.lastPlanEntryId += 1;
  const entry = {
    ...meal,
    id: state.lastPlanEntryId,
    groupId: state.group.id,
    userId: user?.id ?? "",
    householdId: state.household.id,
  };
  state.planEntries.push(entry);
  return entry;
}

/** Complains of everything at once, with the fields that are missing besides. */
function mealOf(fields: Fields, version: MealieVersion, missing: readonly string[]): Meal {
  const meal = {
    date: dateAt(fields),
    entryType: typeAt(fields, version, "breakfast"),
    title: textOr(fields, "title", ""),
    text: textOr(fields, "text", ""),
    recipeId: optionalUuidAt(fields["recipeId"], ["body", "recipeId"]),
  };
  const complaints = [
    ...(meal.recipeId === null && meal.title === ""
      ? [
          {
            ...complaint(
              "value_error",
              "recipe_id",
              "Value error, `recipe_id=None` or `title=` must be provided",
            ),
            ctx: { error: {} },
          },
        ]
      : []),
    ...missing.map((name) => complaint("missing", name, "Field required")),
  ];
  if (complaints.length > 0) throw new MealieRefusal({ status: 422, json: { detail: complaints } });
  return meal;
}

function complaint(type: string, name: string, msg: string): Record<string, unknown> {
  return { type, loc: ["body", name], msg, input: null };
}

/** A moment is no date, unless it is midnight. */
function dateAt(fields: Fields): string {
  const date = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00)?Z?)?$/.exec(String(fields["date"]))?.[1];
  if (date !== undefined) return date;
  throw invalid(
    "date_from_datetime_inexact",
    ["body", "date"],
    "Datetimes provided to dates should have zero time - e.g. be exact dates",
    fields["date"],
  );
}

function typeAt(fields: Fields, version: MealieVersion, fallback: string): string {
  const { entryType = fallback } = fields;
  const known = ENTRY_TYPES[version];
  if (typeof entryType === "string" && known.includes(entryType)) return entryType;
  const expected = known.join(", ");
  throw invalid("enum", ["body", "entryType"], `Input should be one of ${expected}`, entryType, { expected });
}

function idOf({ params }: MealieRequest): number {
  const id = params["id"] ?? "";
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw invalid("int_parsing", ["path", "item_id"], "Input should be a valid integer", id);
}

function shown(entry: MealiePlanEntry, { state, version }: MealieRequest): Record<string, unknown> {
  const recipe = state.recipes.find(({ id }) => id === entry.recipeId);
  return { ...entry, recipe: recipe === undefined ? null : shownSummary(recipe, { state, version }) };
}
