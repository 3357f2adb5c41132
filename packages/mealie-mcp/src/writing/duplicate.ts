import type { Outcome } from "server-kit";
import type { ApiCall } from "../api/client.ts";
import type { Recipe } from "../api/recipe-shapes.ts";
import { duplicateRecipe, patchRecipe, type RecipePatch } from "../api/recipe-writes.ts";
import { readRecipe } from "../api/recipes.ts";
import type { MealieInstance } from "../instance.ts";
import { stopped } from "./made.ts";

/**
 * Copies a recipe. Where the source has no ingredients or no steps, Mealie puts its placeholders into the copy; they are
 * taken out again.
 *
 * @throws MealieError while nothing was changed
 */
export async function duplicate(
  { api }: MealieInstance,
  { id, name }: { id: string; name: string | undefined },
  call: ApiCall,
): Promise<Recipe | { failure: Outcome }> {
  const source = await readRecipe(api, id, call);
  const copy = await duplicateRecipe(api, { id, name }, call);
  const patch: RecipePatch = {
    ...(isEmpty(source.recipeIngredient) && !isEmpty(copy.recipeIngredient) ? { recipeIngredient: [] } : {}),
    ...(isEmpty(source.recipeInstructions) && !isEmpty(copy.recipeInstructions)
      ? { recipeInstructions: [] }
      : {}),
  };
  if (Object.keys(patch).length === 0) return copy;
  try {
    await patchRecipe(api, { id: copy.id, patch }, call);
  } catch (error) {
    const happened = `The copy was made with the id ${copy.id}, but Mealie's placeholders could not be taken out of it. Finish it with update_recipe or remove it with delete_recipe; do not copy it again.`;
    return { failure: stopped(error, { happened, made: [] }) };
  }
  return copy;
}

function isEmpty({ items, unreadable }: { items: readonly unknown[]; unreadable: number }): boolean {
  return items.length + unreadable === 0;
}
