import { hasParts, isCounted } from "../api/ingredient-lines.ts";
import { NUTRIENT_FIELDS, type Recipe, type RecipeIngredient } from "../api/recipe-shapes.ts";
import type { GivenContent } from "./content.ts";

type Changed = GivenContent & { name?: string | undefined };
type Texts = Record<string, unknown>;

/**
 * What the given fields held before, in the shape in which they are given, so that the same tool can put them back;
 * `null` for one that was empty. What people wrote stands under `untrusted_text`.
 */
export function replacedOf(recipe: Recipe, given: Changed): Record<string, unknown> {
  const texts: Texts = {};
  const names = ({ name }: { name: string }): string => name;
  const keep = (field: keyof Changed, before: () => unknown): void => {
    if (given[field] !== undefined) texts[field] = before();
  };
  keep("name", () => recipe.name ?? null);
  keep("description", () => filled(recipe.description));
  keep("ingredients", () => recipe.recipeIngredient.items.map(ingredientBefore));
  keep("instructions", () => recipe.recipeInstructions.items.map(stepBefore));
  keep("tags", () => recipe.tags.map(names));
  keep("categories", () => recipe.recipeCategory.map(names));
  keep("tools", () => recipe.tools.map(names));
  keep("prep_time", () => filled(recipe.prepTime));
  keep("cook_time", () => filled(recipe.performTime ?? recipe.cookTime));
  keep("total_time", () => filled(recipe.totalTime));
  if (
    given.recipe_yield !== undefined ||
    (given.servings !== undefined && recipe.recipeServings === undefined)
  )
    texts["recipe_yield"] = yieldBefore(recipe);
  keep("notes", () => recipe.notes.map(({ title, text = "" }) => (title ? { title, text } : { text })));
  keep("source_url", () => filled(recipe.orgURL));
  keep("nutrition", () => nutritionBefore(recipe, given.nutrition ?? {}));
  const { recipeServings } = recipe;
  return {
    ...(given.servings === undefined || recipeServings === undefined
      ? {}
      : { servings: recipeServings === 0 ? null : recipeServings }),
    ...(Object.keys(texts).length === 0 ? {} : { untrusted_text: texts }),
  };
}

function filled(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

/** With the number that stands before it. */
function yieldBefore({ recipeYield, recipeYieldQuantity: quantity = 0 }: Recipe): string | null {
  const text = filled(recipeYield);
  return quantity > 0 ? [quantity, text].filter((part) => part !== null).join(" ") : text;
}

/** A line that was never taken apart is its text; an empty one is given as parts, of which there are none. */
function ingredientBefore(line: RecipeIngredient): unknown {
  const { quantity, unit, food, note, display, title } = line;
  const text = filled(note) ?? filled(display);
  if (text !== null && filled(title) === null && !isCounted(line) && !hasParts(line)) return text;
  return {
    ...(quantity === undefined || !(isCounted(line) || hasParts(line)) ? {} : { quantity }),
    ...(unit?.name === undefined ? {} : { unit: unit.name }),
    ...(food?.name === undefined ? {} : { food: food.name }),
    ...(filled(note) === null ? {} : { note }),
    ...(filled(title) === null ? {} : { section: title }),
  };
}

function stepBefore({ title, text = "" }: Recipe["recipeInstructions"]["items"][number]): unknown {
  if (filled(title) !== null) return { title, text };
  return text === "" ? { text } : text;
}

/** What the caller is told of that a list held and that cannot be put back with the tool. */
export function notKept(recipe: Recipe, given: GivenContent): string[] {
  const { recipeIngredient: lines, recipeInstructions: steps } = recipe;
  const unreadable =
    (given.ingredients === undefined ? 0 : lines.unreadable) +
    (given.instructions === undefined ? 0 : steps.unreadable);
  const linked =
    (given.ingredients !== undefined || given.instructions !== undefined) &&
    steps.items.some(({ ingredientReferences }) => ingredientReferences.length > 0);
  const recipes =
    given.ingredients !== undefined &&
    lines.items.some(({ referencedRecipe }) => referencedRecipe !== undefined);
  return [
    ...(unreadable > 0 ? [`Of what was replaced, ${unreadable} entries could not be read.`] : []),
    ...(linked ? ["The links between steps and lines of ingredients are gone; they are set in Mealie."] : []),
    ...(recipes ? ["A line that stood for another recipe is gone; it is put back in Mealie."] : []),
  ];
}

function nutritionBefore(
  { nutrition }: Recipe,
  given: NonNullable<GivenContent["nutrition"]>,
): Record<string, string | null> {
  return Object.fromEntries(
    NUTRIENT_FIELDS.filter(([name]) => given[name] !== undefined).map(([name, field]) => [
      name,
      nutrition[field] ?? null,
    ]),
  );
}
