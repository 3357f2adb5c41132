import { textsOf } from "./texts.ts";

const MAX_LINES = 500;
const MAX_DEPTH = 8;

/**
 * What a page says about its recipe, as schema.org has it: each part may be a text, a list or an object, and all of it
 * is foreign. Whatever has another shape is left out.
 */
export function scrapedView(page: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ingredients = linesOf(page["recipeIngredient"] ?? page["ingredients"]);
  const steps = linesOf(page["recipeInstructions"]);
  return {
    ingredient_count: ingredients.length,
    step_count: steps.length,
    untrusted_text: textsOf({
      name: firstOf(page["name"]),
      description: firstOf(page["description"]),
      yield: firstOf(page["recipeYield"]),
      total_time: firstOf(page["totalTime"]),
      prep_time: firstOf(page["prepTime"]),
      cook_time: firstOf(page["cookTime"]),
      perform_time: firstOf(page["performTime"]),
      categories: linesOf(page["recipeCategory"]),
      keywords: linesOf(page["keywords"]),
      source_url: firstOf(page["orgURL"] ?? page["url"]),
      ingredients,
      steps,
      nutrition: nutrientsOf(page["nutrition"]),
    }),
  };
}

/** Where an object of schema.org keeps what it says, the most telling first: a list of steps, a step, a thing. */
const SAYING = ["itemListElement", "text", "display", "note", "name"];

function firstOf(value: unknown): string | undefined {
  return linesOf(value)[0];
}

/** The texts in a value: itself, those of its entries, or what an object of schema.org says. */
function linesOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  if (depth === MAX_DEPTH || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    const lines: string[] = [];
    for (const entry of value as unknown[]) {
      if (lines.length >= MAX_LINES) break;
      lines.push(...linesOf(entry, depth + 1));
    }
    return lines.slice(0, MAX_LINES);
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const said = SAYING.map((name) => fields.get(name)).find((part) => part !== undefined && part !== null);
  return linesOf(said, depth + 1);
}

function nutrientsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, amount]) =>
    name.startsWith("@") ? [] : linesOf(amount).map((line) => `${name}: ${line}`),
  );
}
