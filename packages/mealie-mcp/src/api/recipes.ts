import type { ApiCall, MealieApi, Query } from "./client.ts";
import { type Page, readPage, readRecord, sameRecord } from "./page.ts";
import { apiPath } from "./path.ts";
import { type Recipe, recipeShape, type RecipeSummary, recipeSummary } from "./recipe-shapes.ts";
import { isUuid } from "./shapes.ts";

/** @throws MealieError */
export async function listRecipes(api: MealieApi, query: Query, call: ApiCall): Promise<Page<RecipeSummary>> {
  return readPage(await api.get(apiPath("recipes"), query, call), recipeSummary);
}

/** One recipe by its id, or by its slug, which moves when it is renamed. @throws MealieError (`not-found`) */
export async function readRecipe(api: MealieApi, idOrSlug: string, call: ApiCall): Promise<Recipe> {
  const recipe = readRecord(await readRawRecipe(api, idOrSlug, call), recipeShape);
  return isUuid(idOrSlug) ? sameRecord(idOrSlug, recipe) : recipe;
}

/** The same as it came. @throws MealieError (`not-found`) */
export async function readRawRecipe(api: MealieApi, idOrSlug: string, call: ApiCall): Promise<unknown> {
  return api.get(apiPath("recipes", idOrSlug), {}, call);
}
