import type { Recipe, RecipeSummary } from "../api/recipe-shapes.ts";
import { dayOf, instantOf, plainDateOf } from "./instants.ts";
import { ingredientViews, nutritionView, stepViews, textLines } from "./recipe-lines.ts";
import { scaled, type Scale } from "./scale.ts";
import { present, textsOf } from "./texts.ts";

/** A description may be a page long; a listing shows how it begins. */
const MAX_DESCRIPTION = 300;

/** One recipe of a listing: ids, numbers and dates are ours to show, every text of it is foreign. */
export function recipeRow(recipe: RecipeSummary, zone: string): Record<string, unknown> {
  const names = ({ name }: { name: string }): string => name;
  return {
    ...numbersOf(recipe, zone),
    untrusted_text: textsOf({
      ...ownTexts(recipe),
      description: beginning(recipe.description),
      categories: recipe.recipeCategory.map(names),
      tags: recipe.tags.map(names),
      tools: recipe.tools.map(names),
    }),
  };
}

/** A recipe without its ingredients, steps and notes, but with how many there are. */
export function recipeSummaryView(recipe: Recipe, zone: string): Record<string, unknown> {
  const { recipeIngredient, recipeInstructions, settings } = recipe;
  return {
    ...numbersOf(recipe, zone),
    ...present({
      created_at: instantOf(recipe.createdAt),
      updated_at: instantOf(recipe.updatedAt),
      locked: settings.locked,
      public: settings.public,
    }),
    ingredient_count: recipeIngredient.items.length,
    step_count: recipeInstructions.items.length,
    note_count: recipe.notes.length,
    comment_count: recipe.comments,
    ...unreadableOf(recipe),
    categories: recipe.recipeCategory.map(organizerOf),
    tags: recipe.tags.map(organizerOf),
    tools: recipe.tools.map(organizerOf),
    untrusted_text: textsOf({
      ...ownTexts(recipe),
      description: recipe.description,
      source_url: recipe.orgURL,
    }),
  };
}

/** Everything about a recipe; quantities are for the servings of the scale, when there is one. */
export function recipeDetail(
  recipe: Recipe,
  { zone, scale }: { zone: string; scale?: Scale | undefined },
): Record<string, unknown> {
  const lines = recipe.recipeIngredient.items;
  const { untrusted_text: texts, ...summary } = recipeSummaryView(recipe, zone);
  const amount = recipe.recipeYieldQuantity ?? 0;
  return {
    ...summary,
    ...(scale === undefined
      ? {}
      : {
          servings: scale.to,
          ...(amount > 0 ? { yield_quantity: scaled(amount, scale) } : {}),
        }),
    ingredients: ingredientViews(lines, scale),
    ...(scale === undefined ? {} : { left_as_written: textLines(lines) }),
    steps: stepViews(recipe),
    notes: recipe.notes.map(({ title, text }) => ({ untrusted_text: textsOf({ title, text }) })),
    ...present({ nutrition: nutritionView(recipe.nutrition) }),
    untrusted_text: texts,
  };
}

function numbersOf(recipe: RecipeSummary, zone: string): Record<string, unknown> {
  const { recipeServings = 0, recipeYieldQuantity = 0 } = recipe;
  return {
    id: recipe.id,
    ...present({
      image: imageKey(recipe.image),
      servings: recipeServings > 0 ? recipeServings : undefined,
      yield_quantity: recipeYieldQuantity > 0 ? recipeYieldQuantity : undefined,
      rating: recipe.rating,
      added_on: plainDateOf(recipe.dateAdded),
      last_made_on: dayOf(recipe.lastMade, zone),
    }),
  };
}

function beginning(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= MAX_DESCRIPTION) return text;
  return `${text.slice(0, MAX_DESCRIPTION).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function ownTexts(recipe: RecipeSummary): Record<string, string | undefined> {
  return {
    name: recipe.name,
    slug: recipe.slug,
    yield: recipe.recipeYield,
    total_time: recipe.totalTime,
    prep_time: recipe.prepTime,
    cook_time: recipe.cookTime,
    // What Mealie's own pages show as the cooking time.
    perform_time: recipe.performTime,
  };
}

function organizerOf({ id, name, slug }: RecipeSummary["tags"][number]): Record<string, unknown> {
  return { ...present({ id }), untrusted_text: textsOf({ name, slug }) };
}

function unreadableOf({ recipeIngredient, recipeInstructions }: Recipe): Record<string, unknown> {
  const unreadable = recipeIngredient.unreadable + recipeInstructions.unreadable;
  return unreadable === 0 ? {} : { unreadable };
}

/** Which version of its image a recipe has: a short key, not a file. */
export function imageKey(image: string | undefined): string | undefined {
  return image !== undefined && /^[A-Za-z0-9]{1,16}$/.test(image) ? image : undefined;
}
