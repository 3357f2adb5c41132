import type { RecipeIngredient } from "./recipe-shapes.ts";

/**
 * What a line counts: a quantity of something. A line that was never taken apart holds everything in its text; its
 * quantity of 1 is not shown and means nothing.
 */
export function isCounted(line: RecipeIngredient): boolean {
  if (line.quantity === undefined || line.quantity <= 0) return false;
  return hasParts(line) || (line.display !== undefined && line.display !== line.note);
}

/** Whether a line names anything by itself, besides its text. */
export function hasParts({ unit, food, referencedRecipe }: RecipeIngredient): boolean {
  return unit !== undefined || food !== undefined || referencedRecipe !== undefined;
}
