import { z } from "zod";
import type { Organizer } from "../api/organizers.ts";
import { NUTRIENT_FIELDS, type Recipe, type RecipeNutrition } from "../api/recipe-shapes.ts";
import type { RecipePatch } from "../api/recipe-writes.ts";
import type { GivenContent, Resolved } from "./content.ts";

/** A recipe before it is changed: what is read of it, and as it came. */
export type Current = { recipe: Recipe; raw: unknown };

type Wanted = { given: GivenContent; resolved: Resolved; current: Current; newId: () => string };

/** What is sent to give a recipe the wanted content, and what the caller should know about it. */
export function patchOf({ given, resolved, current, newId }: Wanted): {
  patch: RecipePatch;
  notes: string[];
} {
  const { description, prep_time, cook_time, total_time, source_url, nutrition, notes, instructions } = given;
  const { ingredients, tags, categories, tools } = resolved;
  const amount = amountOf(given, current.recipe);
  const sent = isOld(current.recipe) ? oldOrganizer : newOrganizer;
  const settings = ingredients?.some(isCounted) === true ? settingsWithAmounts(current.raw) : undefined;
  const patch: RecipePatch = {
    ...(description === undefined ? {} : { description: description ?? "" }),
    ...(prep_time === undefined ? {} : { prepTime: prep_time }),
    // Mealie shows the one; other programs read the other.
    ...(cook_time === undefined ? {} : { performTime: cook_time, cookTime: cook_time }),
    ...(total_time === undefined ? {} : { totalTime: total_time }),
    ...(source_url === undefined ? {} : { orgURL: source_url }),
    ...amount.patch,
    ...(ingredients === undefined
      ? {}
      : {
          recipeIngredient: ingredients.map(({ section, ...line }) => ({
            ...line,
            title: section,
            referenceId: newId(),
          })),
        }),
    ...(instructions === undefined ? {} : { recipeInstructions: instructions.map(stepOf) }),
    ...(notes === undefined ? {} : { notes: notes.map(({ title = "", text }) => ({ title, text })) }),
    ...(tags === undefined ? {} : { tags: tags.map(sent) }),
    ...(categories === undefined ? {} : { recipeCategory: categories.map(sent) }),
    ...(tools === undefined ? {} : { tools: tools.map(sent) }),
    ...(nutrition === undefined ? {} : { nutrition: nutritionOf(nutrition, current.recipe.nutrition) }),
    ...(settings === undefined ? {} : { settings }),
  };
  return { patch, notes: amount.notes };
}

/** Up to v2, recipes have no such field; from v3 on they always do. */
function isOld({ recipeServings }: Recipe): boolean {
  return recipeServings === undefined;
}

function oldOrganizer({ id, name, slug, onHand }: Organizer): Organizer {
  return { id, name, slug, ...(onHand === undefined ? {} : { onHand }) };
}

/** With its group: one that is sent without it would be taken out of it. */
function newOrganizer({ id, name, slug, groupId, householdsWithTool }: Organizer): Organizer {
  return {
    id,
    name,
    slug,
    ...(groupId === undefined ? {} : { groupId }),
    ...(householdsWithTool === undefined ? {} : { householdsWithTool }),
  };
}

type Step = NonNullable<RecipePatch["recipeInstructions"]>[number];

function stepOf(step: NonNullable<GivenContent["instructions"]>[number]): Step {
  const { title = "", text } = typeof step === "string" ? { text: step } : step;
  return { title, text, ingredientReferences: [] };
}

function isCounted({ quantity, unit, food }: NonNullable<Resolved["ingredients"]>[number]): boolean {
  return quantity !== 0 || unit !== null || food !== null;
}

const switches = z.object({ settings: z.record(z.string(), z.boolean()) });

/** Up to v2, a recipe says whether its quantities are shown at all. Undefined when it already shows them, or always does. */
function settingsWithAmounts(raw: unknown): Record<string, boolean> | undefined {
  const { data } = switches.safeParse(raw);
  return data?.settings["disableAmount"] === true ? { ...data.settings, disableAmount: false } : undefined;
}

/** Up to v2 there is no number of servings: such a field would be ignored in silence, so it goes into the yield. */
function amountOf(
  { servings, recipe_yield }: GivenContent,
  recipe: Recipe,
): { patch: RecipePatch; notes: string[] } {
  // The text says all of it, so a number that stands before it would be wrong.
  const quantity = isOld(recipe) ? {} : { recipeYieldQuantity: 0 };
  const text = recipe_yield === undefined ? {} : { recipeYield: recipe_yield, ...quantity };
  if (servings === undefined) return { patch: text, notes: [] };
  if (!isOld(recipe)) return { patch: { ...text, recipeServings: servings ?? 0 }, notes: [] };
  if (recipe_yield !== undefined && recipe_yield !== null)
    return {
      patch: text,
      notes: ["This version of Mealie has no number of servings beside the yield, so it was left out."],
    };
  return {
    patch: {
      recipeYield: servings === null ? null : `${servings} ${servings === 1 ? "serving" : "servings"}`,
    },
    notes: ["This version of Mealie keeps the number of servings as the text of the yield."],
  };
}

/** The nutrients as a whole, since those that are not sent are emptied. */
function nutritionOf(
  given: NonNullable<GivenContent["nutrition"]>,
  current: RecipeNutrition,
): NonNullable<RecipePatch["nutrition"]> {
  return Object.fromEntries(
    NUTRIENT_FIELDS.map(([name, field]) => {
      const value = given[name];
      return [field, value === undefined ? (current[field] ?? null) : value === null ? null : String(value)];
    }),
  );
}
