import { fieldsOf, flagOr, textAt, uuidAt } from "../body.ts";
import { pageReply } from "../page.ts";
import { crash, detail, type MealieReply, message, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { searched } from "../search.ts";
import { shownOrganizer } from "../show/organizer.ts";
import { shownSummary } from "../show/recipe.ts";
import { slugOf } from "../slug.ts";
import type { MealieOrganizer, MealieTool } from "../state/organizers.ts";
import type { MealieState } from "../state.ts";
import type { MealieVersion } from "../version.ts";

/** Where a recipe keeps them. */
const IDS = { tags: "tagIds", categories: "categoryIds", tools: "toolIds" } as const;

type Segment = "tags" | "categories" | "tools";

/** The database's complaint, which Mealie hands on with the statement and its values. */
const TAKEN = "(sqlite3.IntegrityError) UNIQUE constraint failed: slug, group_id [SQL: INSERT INTO ...]";

export const organizerRoutes: readonly MealieRoute[] = (["tags", "categories", "tools"] as const).flatMap(
  (segment): MealieRoute[] => {
    const base = `/api/organizers/${segment}`;
    return [
      { method: "GET", pattern: base, answer: (request) => list(segment, request) },
      { method: "POST", pattern: base, answer: (request) => create(segment, request) },
      { method: "GET", pattern: `${base}/slug/{slug}`, answer: (request) => readBySlug(segment, request) },
      { method: "GET", pattern: `${base}/{id}`, answer: (request) => read(segment, request) },
      { method: "PUT", pattern: `${base}/{id}`, answer: (request) => rename(segment, request) },
      { method: "DELETE", pattern: `${base}/{id}`, answer: (request) => remove(segment, request) },
    ];
  },
);

function organizersOf(state: MealieState, segment: Segment): MealieOrganizer[] {
  return state[segment];
}

function list(segment: Segment, { state, version, query }: MealieRequest): MealieReply {
  const found = searched(organizersOf(state, segment), query, ({ name }) => [name]);
  return pageReply(found, query, {
    columns: { name: ({ name }) => name.toLowerCase(), slug: ({ slug }) => slug },
    show: (one) => shownOrganizer(one, version),
  });
}

function create(segment: Segment, { state, version, json, newId }: MealieRequest): MealieReply {
  const fields = fieldsOf(json);
  const name = textAt(fields, "name");
  if (segment === "categories" && name === "") throw message(400, "An unexpected error occurred.", "");
  const slug = slugOf(name);
  const all = organizersOf(state, segment);
  if (all.some((one) => one.slug === slug)) throw taken(segment, version);
  const made = { id: newId(), groupId: state.group.id, name, slug };
  if (segment === "tools") {
    const tool: MealieTool = {
      ...made,
      onHand: flagOr(fields, "onHand", false),
      householdsWithTool: householdsOf(fields),
    };
    state.tools.push(tool);
    return ok(shownOrganizer(tool, version), 201);
  }
  all.push(made);
  return ok(made, 201);
}

/** A tag that is there already: a failure inside up to v2, a conflict from v3.22 on; the others are refused. */
function taken(segment: Segment, version: MealieVersion): Error {
  if (segment !== "tags") return message(400, "An unexpected error occurred.", TAKEN);
  return version === "2.0" ? crash() : message(409, "An unexpected error occurred.", TAKEN);
}

/** By id, a tag never shows its recipes, and a category not its group. */
function shownAlone(
  segment: Segment,
  found: MealieOrganizer | MealieTool,
  version: MealieVersion,
): Record<string, unknown> {
  if (segment === "tags") return { ...shownOrganizer(found, version), recipes: [] };
  if (segment === "tools") return shownOrganizer(found, version);
  const { id, name, slug } = found;
  return { id, name, slug };
}

function read(segment: Segment, { state, version, params }: MealieRequest): MealieReply {
  const id = uuidAt(params["id"], ["path", "item_id"]);
  const found = organizersOf(state, segment).find((one) => one.id === id);
  if (found === undefined) throw message(404, "Not found.");
  return ok(shownAlone(segment, found, version));
}

function readBySlug(segment: Segment, { state, version, params }: MealieRequest): MealieReply {
  const found = organizersOf(state, segment).find(({ slug }) => slug === params["slug"]);
  if (found !== undefined) {
    const recipes = state.recipes.filter((recipe) => recipe[IDS[segment]].includes(found.id));
    return ok({
      ...shownOrganizer(found, version),
      recipes: recipes.map((recipe) => shownSummary(recipe, { state, version })),
    });
  }
  throw segment === "categories" ? detail(404, "Not Found") : crash();
}

function rename(segment: Segment, { state, version, params, json }: MealieRequest): MealieReply {
  const id = uuidAt(params["id"], ["path", "item_id"]);
  const fields = fieldsOf(json);
  const name = textAt(fields, "name");
  const slug = slugOf(name);
  const all = organizersOf(state, segment);
  const found = all.find((one) => one.id === id);
  if (found === undefined || all.some((one) => one !== found && one.slug === slug)) throw crash();
  Object.assign(found, { name, slug });
  if (segment === "tools") {
    // A replacement: what is not sent along is reset.
    const changed = { onHand: flagOr(fields, "onHand", false), householdsWithTool: householdsOf(fields) };
    Object.assign(found, changed);
  }
  return ok(shownAlone(segment, found, version));
}

function remove(segment: Segment, { state, version, params }: MealieRequest): MealieReply {
  const id = uuidAt(params["id"], ["path", "item_id"]);
  const all = organizersOf(state, segment);
  const at = all.findIndex((one) => one.id === id);
  const [gone] = at < 0 ? [] : all.splice(at, 1);
  if (gone === undefined)
    throw segment === "tags"
      ? detail(400, "Bad Request")
      : message(400, "An unexpected error occurred", "No row was found when one was required");
  for (const recipe of state.recipes) recipe[IDS[segment]] = recipe[IDS[segment]].filter((one) => one !== id);
  return ok(segment === "tools" ? shownOrganizer(gone, version) : null);
}

function householdsOf({ householdsWithTool }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(householdsWithTool)
    ? householdsWithTool.filter((slug): slug is string => typeof slug === "string")
    : [];
}
