import { isRecord } from "server-kit";
import { refused } from "../errors.ts";

/** What is handed to Mealie: a page as it came, or the one recipe of a JSON document. */
type ImportDocument = { data: string; kind: "page" | "json"; recipes: number };

const MAX_VISITED = 50_000;

/**
 * Reads what a caller pasted. Mealie takes a document for JSON only when its first character is a brace, and knows
 * neither lists nor `@graph`; so the recipe is looked for here and handed over alone.
 *
 * @throws MealieError (`bad-input`)
 */
export function readDocument(pasted: string): ImportDocument {
  const text = pasted.replace(/^\uFEFF/, "").trim();
  if (text.startsWith("<")) {
    const found = recipesIn(linkedData(text));
    return found.length === 0 ? { data: text, kind: "page", recipes: 1 } : handedOver(found);
  }
  if (!text.startsWith("{") && !text.startsWith("["))
    throw refused(
      "bad-input",
      "This is neither a page in HTML nor JSON; create_recipe stores a recipe that is written as plain text.",
    );
  const recipes = recipesIn(parsed(text));
  if (recipes.length === 0)
    throw refused(
      "bad-input",
      "There is no schema.org Recipe in this JSON, neither by itself nor in a list.",
    );
  return handedOver(recipes);
}

/** The first of them; nothing else of the page or document goes along, such as addresses of its advertising. */
function handedOver(recipes: readonly Record<string, unknown>[]): ImportDocument {
  const [first] = recipes;
  return {
    data: JSON.stringify({ "@context": "https://schema.org", ...first, "@type": "Recipe" }),
    kind: "json",
    recipes: recipes.length,
  };
}

const SCRIPT = /<(\/?)script\b([^<>]*)>/giu;

/** The JSON in the scripts of a page that hold some; what is broken is left out. */
function linkedData(page: string): unknown[] {
  const found: unknown[] = [];
  let from: number | undefined;
  for (const { 0: tag, 1: slash, 2: attributes = "", index } of page.matchAll(SCRIPT)) {
    if (slash === "") from ??= attributes.includes("application/ld+json") ? index + tag.length : undefined;
    else {
      if (from !== undefined) found.push(...parsedOrNone(page.slice(from, index)));
      from = undefined;
    }
  }
  return found;
}

/** A page with a broken script may still be read in another way. */
function parsedOrNone(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("bad-input", "This begins like JSON but is not; it may be cut off.");
  }
}

/** Every recipe in a document, level by level, so that the outermost come first; the walk is bounded. */
function recipesIn(document: unknown): Record<string, unknown>[] {
  const recipes: Record<string, unknown>[] = [];
  const open: unknown[] = [document];
  for (let at = 0; at < open.length && at < MAX_VISITED; at += 1) {
    const value = open[at];
    if (Array.isArray(value)) for (const entry of value) open.push(entry);
    else if (isRecord(value)) {
      if (isRecipe(value)) recipes.push(value);
      else for (const entry of Object.values(value)) open.push(entry);
    }
  }
  return recipes;
}

function isRecipe({ "@type": type }: Record<string, unknown>): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.some((one) => typeof one === "string" && /^(?:https?:\/\/schema\.org\/)?Recipe$/.test(one));
}
