import { filtered } from "./query-filter.ts";
import { crash, detail } from "./reply.ts";
import type { MealieRequest } from "./route.ts";
import { searched } from "./search.ts";
import { cookbookAt, recipeAttributes, recipesOf } from "./show/cookbook.ts";
import { isId } from "./show/recipe.ts";
import type { MealieRecipe } from "./state/recipes.ts";

type Asked = Pick<MealieRequest, "state" | "query">;

/**
 * The recipes that a listing is about. A cookbook makes the other filters ignored. Where a kind of filter knows none of
 * its values, that kind is dropped and everything comes back; an id it does not know finds nothing.
 *
 * Ran on v2.0.0; assumed for v3, whose later sources read the same.
 */
export function wantedRecipes({ state, query }: Asked): readonly MealieRecipe[] {
  const cookbook = query.get("cookbook");
  const chosen = cookbook === null ? byParts({ state, query }) : inCookbook(cookbook, { state, query });
  const found = searched(chosen, query, ({ name, description, recipeIngredient }) => [
    name,
    description,
    ...recipeIngredient.flatMap(({ note, originalText }) => [note, originalText ?? ""]),
  ]);
  return filtered(found, query, recipeAttributes(state));
}

function inCookbook(wanted: string, { state }: Asked): readonly MealieRecipe[] {
  const cookbook = cookbookAt(state, wanted);
  if (cookbook === undefined) throw detail(404, "cookbook not found");
  return recipesOf(cookbook, state);
}

type Part = {
  name: "tags" | "categories" | "tools" | "foods";
  all: string;
  idsOf: (recipe: MealieRecipe) => readonly (string | null)[];
};

const PARTS: readonly Part[] = [
  { name: "tags", all: "requireAllTags", idsOf: ({ tagIds }) => tagIds },
  { name: "categories", all: "requireAllCategories", idsOf: ({ categoryIds }) => categoryIds },
  { name: "tools", all: "requireAllTools", idsOf: ({ toolIds }) => toolIds },
  {
    name: "foods",
    all: "requireAllFoods",
    idsOf: ({ recipeIngredient }) => recipeIngredient.map(({ foodId }) => foodId),
  },
];

function byParts({ state, query }: Asked): readonly MealieRecipe[] {
  return PARTS.reduce<readonly MealieRecipe[]>((recipes, { name, all, idsOf }) => {
    const ids = idsFor(name, { state, query });
    if (ids.length === 0) return recipes;
    const every = query.get(all) === "true";
    return recipes.filter((recipe) => {
      const held = idsOf(recipe);
      return every ? ids.every((id) => held.includes(id)) : ids.some((id) => held.includes(id));
    });
  }, state.recipes);
}

/** Ids as they are, slugs by looking them up; names are neither, and a food has no slug. */
function idsFor(name: Part["name"], { state, query }: Asked): string[] {
  return query.getAll(name).flatMap((value) => {
    if (isId(value)) return [value.toLowerCase()];
    if (name === "foods") throw crash();
    return state[name].filter(({ slug }) => slug === value).map(({ id }) => id);
  });
}
