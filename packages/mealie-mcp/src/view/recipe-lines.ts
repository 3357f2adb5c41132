import { hasParts, isCounted } from "../api/ingredient-lines.ts";
import {
  NUTRIENT_FIELDS,
  type Recipe,
  type RecipeIngredient,
  type RecipeNutrition,
} from "../api/recipe-shapes.ts";
import { scaled, type Scale } from "./scale.ts";
import { present, textsOf } from "./texts.ts";

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
  const texts = textsOf(Object.fromEntries(NUTRIENT_FIELDS.map(([name, field]) => [name, nutrition[field]])));
  return Object.keys(texts).length === 0 ? undefined : { untrusted_text: texts };
}
