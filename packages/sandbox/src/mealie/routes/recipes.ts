import { pageReply } from "../page.ts";
import { type MealieReply, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { wantedRecipes } from "../recipe-filter.ts";
import type { MealieRecipe } from "../state/recipes.ts";
import { ratingOf, recipeAt, shownRecipe, shownSummary } from "../show/recipe.ts";

/** Reading recipes. */
export const recipeRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: "/api/recipes", answer: list },
  { method: "GET", pattern: "/api/recipes/", answer: list },
  { method: "GET", pattern: "/api/recipes/{slug}", answer: read },
];

function list(request: MealieRequest): MealieReply {
  const { state, version, query } = request;
  const recipes = wantedRecipes(request);
  // Unless words are looked for, the newest come first.
  const unordered = (query.get("orderBy") ?? "") === "" && (query.get("search") ?? "") === "";
  const ordered = unordered ? recipes.toSorted(newestFirst) : recipes;
  return pageReply(ordered, query, {
    columns: {
      name: ({ name }) => name.toLowerCase(),
      slug: ({ slug }) => slug,
      rating: (recipe) => ratingOf(recipe, state) ?? -1,
      date_added: ({ dateAdded }) => dateAdded,
      created_at: ({ createdAt }) => createdAt,
      updated_at: ({ updatedAt }) => updatedAt,
      last_made: ({ lastMade }) => lastMade ?? "",
    },
    show: (recipe) => listed(shownSummary(recipe, { state, version })),
  });
}

/** Those of one instant, such as a recipe and its copy, stay in the order in which they came. */
function newestFirst(one: MealieRecipe, other: MealieRecipe): number {
  if (one.createdAt === other.createdAt) return 0;
  return one.createdAt < other.createdAt ? 1 : -1;
}

const INSTANTS = ["dateUpdated", "createdAt", "updatedAt", "lastMade"];

/** Listings write UTC as an offset, where a recipe has a Z. */
function listed(summary: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(summary).map(([name, value]) => [
      name,
      INSTANTS.includes(name) && typeof value === "string" ? value.replace(/Z$/, "+00:00") : value,
    ]),
  );
}

function read({ version, state, params }: MealieRequest): MealieReply {
  return ok(shownRecipe(recipeAt(state, params["slug"] ?? ""), { state, version }));
}
