import { expect, it } from "vitest";
import { growth, type Shape } from "../../../../scripts/linear-time.ts";
import { isPublicAddress } from "../../src/api/public-address.ts";
import { publicUrl } from "../../src/api/public-url.ts";
import { recipeShape } from "../../src/api/recipe-shapes.ts";
import { recipeAsItCame } from "../../src/lookup/recipes.ts";
import { dayOf, instantOf, plainDateOf } from "../../src/view/instants.ts";
import { ingredientView } from "../../src/view/recipe-lines.ts";
import { imageKey, recipeDetail, recipeRow } from "../../src/view/recipes.ts";
import { servingsOf } from "../../src/view/scale.ts";
import { scrapedView } from "../../src/view/scraped.ts";

const ID = "00000001-0000-4000-8000-000000000000";
const asked = { lookup: () => Promise.resolve([]), signal: new AbortController().signal };
const api = {
  get: () => Promise.resolve({}),
  ask: () => Promise.resolve({}),
  write: () => Promise.resolve({}),
};

function recipe(text: string) {
  return recipeShape.parse({
    id: ID,
    slug: text,
    name: text,
    image: text,
    recipeYield: text,
    description: text,
    createdAt: text,
    updatedAt: text,
    dateAdded: text,
    lastMade: text,
    recipeIngredient: [{ quantity: 1, display: text, note: text, title: text, food: { name: text } }],
    recipeInstructions: [{ title: text, text }],
    nutrition: { calories: text },
  });
}

/** Every function about recipes that walks a string which a caller, Mealie or a web page chose. */
const WALKERS: Record<string, (text: string) => unknown> = {
  isPublicAddress,
  "isPublicAddress, in a zone": (text) => isPublicAddress(`fe80::1%${text}`),
  "publicUrl, of a host": (text) => publicUrl(`http://${text}/`, asked),
  "publicUrl, as long as it may be": (text) => publicUrl(`http://${text.slice(0, 2_000)}/`, asked),
  recipeAsItCame: (text) =>
    recipeAsItCame(api, text, {
      budget: {
        check: () => undefined,
        remainingMs: () => 1,
        collect: () => 0,
        pausedWhile: (wait) => wait(),
        mustFinish: () => undefined,
        signal: asked.signal,
      },
    }),
  instantOf,
  "instantOf, after a date": (text) => instantOf(`2026-11-30T08:43:31.${text}`),
  dayOf: (text) => dayOf(text, "UTC"),
  plainDateOf,
  imageKey,
  "servingsOf a yield": (text) => servingsOf(recipe(text)),
  "a row of a recipe": (text) => recipeRow(recipe(text), "UTC"),
  "a whole recipe": (text) => recipeDetail(recipe(text), { zone: "UTC" }),
  "a line of ingredients": (text) => ingredientView({ note: text, display: text, quantity: 2 }),
  "a page of the web": (text) =>
    scrapedView({
      name: text,
      keywords: text,
      recipeIngredient: text.split("a").slice(0, 2_000),
      recipeInstructions: [{ text }],
      nutrition: { calories: text },
    }),
};

const SHAPES: Record<string, Shape> = {
  letters: (length) => "a".repeat(length),
  digits: (length) => "1".repeat(length),
  "numbers with points": (length) => "1.".repeat(length / 2),
  colons: (length) => ":".repeat(length),
  blanks: (length) => `a${" ".repeat(length)}b`,
  halves: (length) => "\ud83d".repeat(length),
};

it.each(
  Object.entries(WALKERS).flatMap(([name, walk]) =>
    Object.entries(SHAPES).map(([shape, make]) => ({ name, walk, shape, make })),
  ),
)("$name takes linear time on $shape", { retry: 3 }, async ({ walk, make }) => {
  const { tookMs, allowedMs } = await growth(walk, make);
  expect(tookMs).toBeLessThan(allowedMs);
});
