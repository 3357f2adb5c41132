import { type FilterAttributes, filterParts, readFilter } from "../query-filter.ts";
import type { MealieState } from "../state.ts";
import type { MealieCookbook } from "../state/cookbooks.ts";
import type { MealieRecipe } from "../state/recipes.ts";
import type { MealieVersion } from "../version.ts";
import { isId } from "./recipe.ts";

/** What filters of recipes may ask for, in Mealie's own names. */
export function recipeAttributes(state: MealieState): FilterAttributes<MealieRecipe> {
  const named =
    (all: readonly { id: string; name: string; slug: string }[], idsOf: (recipe: MealieRecipe) => string[]) =>
    (field: "id" | "name" | "slug") =>
    (recipe: MealieRecipe): string[] =>
      idsOf(recipe).flatMap((id) => all.filter((one) => one.id === id).map((one) => one[field]));
  const tags = named(state.tags, ({ tagIds }) => tagIds);
  const categories = named(state.categories, ({ categoryIds }) => categoryIds);
  const tools = named(state.tools, ({ toolIds }) => toolIds);
  return {
    id: ({ id }) => [id],
    name: ({ name }) => [name],
    slug: ({ slug }) => [slug],
    created_at: ({ createdAt }) => [createdAt],
    updated_at: ({ updatedAt }) => [updatedAt],
    last_made: ({ lastMade }) => [lastMade],
    "tags.id": tags("id"),
    "tags.name": tags("name"),
    "tags.slug": tags("slug"),
    "recipe_category.id": categories("id"),
    "recipe_category.name": categories("name"),
    "recipe_category.slug": categories("slug"),
    "tools.id": tools("id"),
    "tools.name": tools("name"),
    "tools.slug": tools("slug"),
    "recipe_ingredient.food.id": ({ recipeIngredient }) => recipeIngredient.map(({ foodId }) => foodId),
    "recipe_ingredient.unit.id": ({ recipeIngredient }) => recipeIngredient.map(({ unitId }) => unitId),
  };
}

/** The cookbook of a slug or an id. */
export function cookbookAt(state: MealieState, slugOrId: string): MealieCookbook | undefined {
  return state.cookbooks.find(({ id, slug }) =>
    isId(slugOrId) ? id === slugOrId.toLowerCase() : slug === slugOrId,
  );
}

/** The recipes that a cookbook chooses; without a filter, all of them. */
export function recipesOf({ queryFilterString }: MealieCookbook, state: MealieState): MealieRecipe[] {
  const test = readFilter(queryFilterString, recipeAttributes(state));
  return typeof test === "function" ? state.recipes.filter(test) : [];
}

export function shownCookbook(
  cookbook: MealieCookbook,
  { state, version }: { state: MealieState; version: MealieVersion },
): Record<string, unknown> {
  const { id, name } = state.household;
  return {
    ...cookbook,
    groupId: state.group.id,
    householdId: state.household.id,
    queryFilter: { parts: filterParts(cookbook.queryFilterString) },
    ...(version === "2.0" ? {} : { household: { id, name } }),
  };
}
