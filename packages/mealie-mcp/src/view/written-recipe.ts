import type { Recipe } from "../api/recipe-shapes.ts";
import type { MadeEntry } from "../writing/made.ts";
import { textsOf } from "./texts.ts";

/** What is called what: the slug may differ from what the name suggests, and moves with it. */
export function namesOf({ name, slug }: Pick<Recipe, "name" | "slug">): Record<string, unknown> {
  return { untrusted_text: textsOf({ name, slug }) };
}

/** A recipe right after it was written; undefined when it could not be read back. */
export function writtenView(
  id: string,
  recipe: Recipe | undefined,
  notes: readonly string[],
): Record<string, unknown> {
  if (recipe === undefined)
    return {
      id,
      verified: false,
      notes: [...notes, "It was written, but could not be read back afterwards."],
    };
  return {
    id,
    ingredient_count: recipe.recipeIngredient.items.length + recipe.recipeIngredient.unreadable,
    step_count: recipe.recipeInstructions.items.length + recipe.recipeInstructions.unreadable,
    verified: true,
    notes,
    ...namesOf(recipe),
  };
}

export function madeView(made: readonly MadeEntry[]): Record<string, unknown>[] {
  return made.map(({ kind, id, name }) => ({ kind, id, untrusted_text: textsOf({ name }) }));
}
