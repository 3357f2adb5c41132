import type { Recipe, RecipeIngredient, RecipeNutrition } from "../api/recipe-shapes.ts";
import { scaled, type Scale } from "./scale.ts";
import { present, textsOf } from "./texts.ts";

/**
 * What a line counts: a quantity of something. A line that was never taken apart holds everything in its text; its
 * quantity of 1 is not shown and means nothing.
 */
export function isCounted(line: RecipeIngredient): boolean {
  if (line.quantity === undefined || line.quantity <= 0) return false;
  return hasParts(line) || (line.display !== undefined && line.display !== line.note);
}

export function hasParts({ unit, food, referencedRecipe }: RecipeIngredient): boolean {
  return unit !== undefined || food !== undefined || referencedRecipe !== undefined;
}

/** The lines of ingredients; quantities are scaled when a scale is given, texts never. */
export function ingredientViews(
  lines: readonly RecipeIngredient[],
  scale?: Scale,
): Record<string, unknown>[] {
  return lines.map((line, index) => ({ line: index + 1, ...ingredientView(line, scale) }));
}

/** One line, without its place. */
export function ingredientView(line: RecipeIngredient, scale?: Scale): Record<string, unknown> {
  const { quantity, unit, food, referencedRecipe: recipe, note, display, title } = line;
  const counted = isCounted(line) ? quantity : undefined;
  const whole = counted === undefined && !hasParts(line);
  return {
    ...present({
      quantity: counted === undefined || scale === undefined ? counted : scaled(counted, scale),
      unit_id: unit?.id,
      food_id: food?.id,
      recipe_id: recipe?.id,
    }),
    untrusted_text: textsOf({
      section: title,
      unit: unit?.name,
      food: food?.name,
      recipe: recipe?.name,
      ...(whole ? { text: display === undefined || display === "" ? note : display } : { note }),
    }),
  };
}

/** Numbers of the lines that are text alone, so that their amounts stay as they are written. */
export function textLines(lines: readonly RecipeIngredient[]): number[] {
  return lines.flatMap((line, index) => (isCounted(line) || hasParts(line) ? [] : [index + 1]));
}

/** The steps, each with the numbers of the ingredient lines that it is linked to. */
export function stepViews({ recipeIngredient, recipeInstructions }: Recipe): Record<string, unknown>[] {
  const lineOf = new Map(
    recipeIngredient.items.flatMap(({ referenceId }, index) =>
      referenceId === undefined ? [] : [[referenceId, index + 1] as const],
    ),
  );
  return recipeInstructions.items.map(({ title, summary, text, ingredientReferences }, index) => {
    const lines = ingredientReferences.flatMap(({ referenceId }) => lineOf.get(referenceId) ?? []);
    return {
      step: index + 1,
      ...(lines.length === 0 ? {} : { uses_lines: lines }),
      untrusted_text: textsOf({ title, summary, text }),
    };
  });
}

/** Mealie keeps nutrients as texts. Undefined when there are none. */
export function nutritionView(nutrition: RecipeNutrition): Record<string, unknown> | undefined {
  const texts = textsOf({
    calories: nutrition.calories,
    carbohydrates: nutrition.carbohydrateContent,
    cholesterol: nutrition.cholesterolContent,
    fat: nutrition.fatContent,
    fiber: nutrition.fiberContent,
    protein: nutrition.proteinContent,
    saturated_fat: nutrition.saturatedFatContent,
    sodium: nutrition.sodiumContent,
    sugar: nutrition.sugarContent,
    trans_fat: nutrition.transFatContent,
    unsaturated_fat: nutrition.unsaturatedFatContent,
  });
  return Object.keys(texts).length === 0 ? undefined : { untrusted_text: texts };
}
