import type { ApiCall, MealieApi } from "../api/client.ts";
import { listRecipes } from "../api/recipes.ts";
import { MealieError, refused } from "../errors.ts";
import { grammarProblem } from "./filter-grammar.ts";

/**
 * Finds out, before a cookbook is made of it, whether Mealie can read a filter, and whether it chooses anything now.
 *
 * @throws MealieError (`bad-input`) with what is wrong
 */
export async function checkFilter(
  api: MealieApi,
  filter: string,
  call: ApiCall,
): Promise<{ findsRecipes: boolean }> {
  const problem = grammarProblem(filter);
  if (problem !== undefined) throw refused("bad-input", `The filter ${problem}`);
  try {
    const { total } = await listRecipes(api, { queryFilter: filter, page: 1, perPage: 1 }, call);
    return { findsRecipes: total > 0 };
  } catch (error) {
    if (!(error instanceof MealieError) || !CANNOT_READ.has(error.code)) throw error;
    throw new MealieError(
      "bad-input",
      "Mealie cannot use this filter. Fields are named as in `name`, `rating`, `tags.name`, `recipe_category.name`, `tools.name` or `recipe_ingredient.food.name`. Nothing was changed.",
      { foreign: error.foreign },
    );
  }
}

const CANNOT_READ: ReadonlySet<string> = new Set(["refused", "server-error"]);
