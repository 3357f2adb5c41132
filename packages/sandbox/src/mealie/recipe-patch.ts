import { type Fields, fieldsOf, invalid, listAt, uuidAt } from "./body.ts";
import { message } from "./reply.ts";
import type { MealieRequest } from "./route.ts";
import { ingredientsOf, stepsOf } from "./recipe-lines.ts";
import type { MealieOrganizer } from "./state/organizers.ts";
import {
  freeSlug,
  type MealieNutrition,
  type MealieRecipe,
  type MealieRecipeSettings,
  NO_NUTRITION,
  NUTRIENTS,
} from "./state/recipes.ts";

const TEXTS = ["recipeYield", "totalTime", "prepTime", "cookTime", "performTime", "orgURL"] as const;

const NUMBERS = ["recipeServings", "recipeYieldQuantity"] as const;

/**
 * What a PATCH makes of a recipe: fields that are sent replace what was there, the others stay, and names that are
 * unknown are ignored. Nothing of the recipe is changed here.
 *
 * @throws MealieRefusal
 */
export function patched(recipe: MealieRecipe, request: MealieRequest): MealieRecipe {
  const fields = fieldsOf(request.json);
  const next: MealieRecipe = { ...recipe };
  for (const name of TEXTS) if (fields[name] !== undefined) next[name] = textOrNull(fields, name);
  if (fields["description"] !== undefined) next.description = textOrNull(fields, "description") ?? "";
  // Up to v2 there are no such fields.
  if (request.version !== "2.0")
    for (const name of NUMBERS) if (fields[name] !== undefined) next[name] = numberOf(fields, name);
  const lines = fields["recipeIngredient"];
  if (lines !== undefined) next.recipeIngredient = ingredientsOf(lines, request);
  const steps = fields["recipeInstructions"];
  if (steps !== undefined) next.recipeInstructions = stepsOf(steps, request);
  if (fields["tags"] !== undefined) next.tagIds = organizersOf("tags", fields, request);
  if (fields["recipeCategory"] !== undefined)
    next.categoryIds = organizersOf("recipeCategory", fields, request);
  if (fields["tools"] !== undefined) next.toolIds = toolsOf(fields, request);
  if (fields["notes"] !== undefined) next.notes = notesOf(fields);
  // Objects replace as a whole: what is missing in them is reset.
  if (fields["nutrition"] !== undefined) next.nutrition = nutritionOf(fields["nutrition"]);
  if (fields["settings"] !== undefined) next.settings = settingsOf(fields["settings"]);
  return next;
}

/**
 * The name and the slug that a PATCH leads to. The answer always shows the new slug; up to v2 the old one stays in the
 * database. That v3 keeps the new one is read in another project, not seen.
 */
export function renamed(
  { name, slug }: MealieRecipe,
  { state, version, json }: MealieRequest,
): { name: string; slug: string; shownSlug: string } {
  const { name: given } = fieldsOf(json);
  if (typeof given !== "string" || given === name) return { name, slug, shownSlug: slug };
  const shownSlug = freeSlug(
    state.recipes.filter((one) => one.slug !== slug),
    given,
  );
  return { name: given, slug: version === "2.0" ? slug : shownSlug, shownSlug };
}

function textOrNull(fields: Fields, name: string): string | null {
  const value = fields[name];
  if (value === null || typeof value === "string") return value;
  throw invalid("string_type", ["body", name], "Input should be a valid string", value);
}

function numberOf(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "number") return value;
  throw invalid("float_type", ["body", name], "Input should be a valid number", value);
}

/** Tags and categories. One without a slug is refused; without an id it fails, in another way in each version. */
function organizersOf(
  name: "tags" | "recipeCategory",
  fields: Fields,
  { state, version }: MealieRequest,
): string[] {
  const all = name === "tags" ? state.tags : state.categories;
  return listAt(fields[name], name).map((entry, index) => {
    const { slug, name: label } = namedAt(entry, [name, index]);
    if (entry["id"] === undefined || entry["id"] === null)
      throw version === "2.0"
        ? message(500, "Unknown Error", "TypeError")
        : message(400, "Recipe already exists");
    const id = uuidAt(entry["id"], ["body", name, index, "id"]);
    upsert(all, { id, slug, name: label, groupId: state.group.id });
    return id;
  });
}

/** What is sent of a tool overwrites the tool itself, and one that is unknown comes to be. */
function toolsOf(fields: Fields, { state, version }: MealieRequest): string[] {
  return listAt(fields["tools"], "tools").map((entry, index) => {
    const { slug, name } = namedAt(entry, ["tools", index]);
    const id = uuidAt(entry["id"], ["body", "tools", index, "id"]);
    const households = entry["householdsWithTool"];
    const sent = {
      name,
      slug,
      onHand: version === "2.0" && entry["onHand"] === true,
      householdsWithTool: Array.isArray(households)
        ? households.filter((one): one is string => typeof one === "string")
        : [],
    };
    const known = state.tools.find((one) => one.id === id);
    if (known === undefined) state.tools.push({ id, groupId: state.group.id, ...sent });
    else Object.assign(known, sent);
    return id;
  });
}

function upsert(all: MealieOrganizer[], sent: MealieOrganizer): void {
  const known = all.find(({ id }) => id === sent.id);
  if (known === undefined) all.push(sent);
  else Object.assign(known, { name: sent.name, slug: sent.slug });
}

function namedAt(entry: Fields, place: readonly (string | number)[]): { name: string; slug: string } {
  const { name, slug } = entry;
  if (typeof name === "string" && typeof slug === "string") return { name, slug };
  const missing = typeof name === "string" ? "slug" : "name";
  throw invalid("missing", ["body", ...place, missing], "Field required", entry);
}

function notesOf(fields: Fields): MealieRecipe["notes"] {
  return listAt(fields["notes"], "notes").map(({ title, text }, index) => {
    if (typeof title !== "string" || typeof text !== "string")
      throw invalid("missing", ["body", "notes", index, "title"], "Field required");
    return { title, text };
  });
}

function nutritionOf(value: unknown): MealieNutrition {
  const sent = fieldsOf(value);
  const nutrition = { ...NO_NUTRITION };
  for (const name of NUTRIENTS) {
    const text = sent[name];
    if (typeof text === "string") nutrition[name] = text;
  }
  return nutrition;
}

/** What is not sent becomes what the instance's own defaults say, also that the recipe is public. */
function settingsOf(value: unknown): MealieRecipeSettings {
  const sent = fieldsOf(value);
  const flag = (name: keyof MealieRecipeSettings, fallback: boolean): boolean => {
    const given = sent[name];
    return typeof given === "boolean" ? given : fallback;
  };
  return {
    public: flag("public", true),
    showNutrition: flag("showNutrition", true),
    showAssets: flag("showAssets", true),
    landscapeView: flag("landscapeView", true),
    disableComments: flag("disableComments", false),
    disableAmount: flag("disableAmount", true),
    locked: flag("locked", false),
  };
}
