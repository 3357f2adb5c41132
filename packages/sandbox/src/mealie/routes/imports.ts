import { fieldsOf, invalid, textAt } from "../body.ts";
import { crash, MealieRefusal, message, type MealieReply, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { slugOf } from "../slug.ts";
import type { MealieOrganizer } from "../state/organizers.ts";
import { type MealieRecipe, newIngredient, newStep } from "../state/recipes.ts";
import { addRecipe } from "./recipe-writes.ts";

const BASE = "/api/recipes/create";

export const importRoutes: readonly MealieRoute[] = [
  { method: "POST", pattern: `${BASE}/url`, answer: fromUrl },
  { method: "POST", pattern: `${BASE}/html-or-json`, answer: fromData },
  { method: "POST", pattern: `${BASE}/image`, versions: ["2.0"], answer: fromImage },
  { method: "POST", pattern: `${BASE}/ai`, versions: ["3.23"], answer: fromImage },
];

const NO_RECIPE = new MealieRefusal({ status: 400, json: { detail: { details: "BAD_RECIPE_DATA" } } });

function fromUrl(request: MealieRequest): MealieReply {
  const url = textAt(fieldsOf(request.json), "url");
  if (!/^https?:/.test(url)) throw NO_RECIPE;
  const page = request.state.pages.get(url);
  if (page === undefined) throw crash();
  if (page.kind === "too-slow") throw message(408, "Recipe Scraper Timeout");
  if (page.kind === "no-recipe") throw NO_RECIPE;
  return ok(store(page.schema, request, url).slug, 201);
}

/** JSON only when it begins with a brace, and only a recipe by itself. */
function fromData(request: MealieRequest): MealieReply {
  const data = textAt(fieldsOf(request.json), "data");
  const json = data.startsWith("{")
    ? data
    : /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(data)?.[1];
  const schema = schemaOf(json ?? "");
  if (schema?.["@type"] !== "Recipe") throw NO_RECIPE;
  return ok(store(schema, request, null).slug, 201);
}

function schemaOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return fieldsOf(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Reads nothing in the picture: what an AI provider answers is always the same here. */
function fromImage(request: MealieRequest): MealieReply {
  const images = request.form?.getAll("images") ?? [];
  if (images.length === 0 && request.version === "2.0")
    throw invalid("missing", ["body", "images"], "Field required");
  if (!request.state.aiEnabled) throw message(400, "OpenAI image services are not enabled");
  const schema = {
    name: "Recipe in a picture",
    recipeIngredient: ["1 onion"],
    recipeInstructions: ["Chop it."],
  };
  return ok(store(schema, request, null).slug, 201);
}

function store(
  schema: Readonly<Record<string, unknown>>,
  request: MealieRequest,
  url: string | null,
): MealieRecipe {
  const { newId, state } = request;
  const name = textOf(schema["name"]) ?? "No Recipe Name Found";
  const recipe = addRecipe(request, name);
  recipe.description = textOf(schema["description"]) ?? "";
  recipe.recipeYield = textOf(schema["recipeYield"]) ?? null;
  recipe.orgURL = url ?? "";
  recipe.recipeIngredient = textsOf(schema["recipeIngredient"]).map((note) =>
    newIngredient({ quantity: 1, note }, newId),
  );
  recipe.recipeInstructions = textsOf(schema["recipeInstructions"]).map((text) => newStep(text, newId));
  const { includeTags, includeCategories } = request.json === undefined ? {} : fieldsOf(request.json);
  if (includeTags === true)
    recipe.tagIds = textsOf(schema["keywords"]).map((tag) => organizerId(state.tags, tag, request));
  if (includeCategories === true && request.version !== "2.0")
    recipe.categoryIds = textsOf(schema["recipeCategory"]).map((category) =>
      organizerId(state.categories, category, request),
    );
  return recipe;
}

function organizerId(all: MealieOrganizer[], name: string, { state, newId }: MealieRequest): string {
  const slug = slugOf(name);
  const known = all.find((one) => one.slug === slug);
  if (known !== undefined) return known.id;
  const made = { id: newId(), groupId: state.group.id, name, slug };
  all.push(made);
  return made.id;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A list of texts, of things that have a text, or one text with commas between them. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value.split(",").map((text) => text.trim());
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (typeof entry === "string") return [entry];
    const text = typeof entry === "object" && entry !== null && "text" in entry ? entry.text : undefined;
    return typeof text === "string" ? [text] : [];
  });
}
