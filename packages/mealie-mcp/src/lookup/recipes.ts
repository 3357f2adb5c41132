import type { ApiCall, MealieApi } from "../api/client.ts";
import { readRecord, sameRecord } from "../api/page.ts";
import { type Recipe, recipeShape } from "../api/recipe-shapes.ts";
import { readRawRecipe } from "../api/recipes.ts";
import { isUuid } from "../api/shapes.ts";
import { MealieError } from "../errors.ts";
import { found } from "./found.ts";

/** Also what a slug of another alphabet is made of, but nothing that could be another path. */
const SLUG = /^[\p{L}\p{M}\p{N}_-]{1,255}$/u;

/**
 * The recipe that a caller names by slug or id, as it is now. From here on it is addressed by `id`: a slug moves when
 * the recipe is renamed, and may then name another one. Its comments alone are listed by `slug`.
 *
 * @example
 * const { id, slug } = await resolveRecipe(api, args.recipe, call);
 * @throws MealieError (`bad-input`, `not-found`)
 */
export async function resolveRecipe(api: MealieApi, named: string, call: ApiCall): Promise<Recipe> {
  return (await recipeAsItCame(api, named, call)).recipe;
}

/** The same, with all that Mealie sent of it. @throws MealieError (`bad-input`, `not-found`, `not-mealie`) */
export async function recipeAsItCame(
  api: MealieApi,
  named: string,
  call: ApiCall,
): Promise<{ raw: unknown; recipe: Recipe }> {
  if (!isUuid(named) && !SLUG.test(named))
    throw new MealieError(
      "bad-input",
      "A recipe is named by its slug or id, as search_recipes returned it; this is neither.",
    );
  const raw = await found(
    readRawRecipe(api, named, call),
    "There is no recipe with this slug or id (any more); search_recipes finds it by words.",
  );
  const recipe = readRecord(raw, recipeShape);
  // A slug moves, an id does not.
  return { raw, recipe: isUuid(named) ? sameRecord(named, recipe) : recipe };
}
