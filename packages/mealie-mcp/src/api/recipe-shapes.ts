import { z } from "zod";
import { flag, number, optionalUuid, text, uuid } from "./shapes.ts";

/** A list whose odd entries are left out and counted. What is no list counts as one such entry, and never as an empty list. */
function countedListOf<Shape extends z.ZodType>(shape: Shape) {
  return z
    .unknown()
    .optional()
    .transform(entriesOf)
    .transform((entries) => {
      const items = entries.flatMap((entry): z.output<Shape>[] => {
        const parsed = shape.safeParse(entry);
        return parsed.success ? [parsed.data] : [];
      });
      return { items, unreadable: entries.length - items.length };
    });
}

function entriesOf(list: unknown): readonly unknown[] {
  if (Array.isArray(list)) return list;
  return list === undefined || list === null ? [] : [undefined];
}

/** A list of things that only accompany a recipe: odd entries are left out. */
function listOf<Shape extends z.ZodType>(shape: Shape) {
  return countedListOf(shape).transform(({ items }) => items);
}

const sortedBy = z.object({ id: optionalUuid, name: z.string(), slug: text });

const image = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);

/** What listings and whole recipes have in common. */
const summary = {
  id: uuid,
  slug: z.string().min(1),
  name: text,
  userId: optionalUuid,
  groupId: optionalUuid,
  householdId: optionalUuid,
  image,
  recipeServings: number,
  recipeYieldQuantity: number,
  recipeYield: text,
  totalTime: text,
  prepTime: text,
  cookTime: text,
  performTime: text,
  description: text,
  recipeCategory: listOf(sortedBy),
  tags: listOf(sortedBy),
  tools: listOf(sortedBy),
  rating: number,
  orgURL: text,
  dateAdded: text,
  createdAt: text,
  updatedAt: text,
  lastMade: text,
};

export const recipeSummary = z.object(summary);

export type RecipeSummary = z.output<typeof recipeSummary>;

const unit = z.object({
  id: optionalUuid,
  name: text,
  pluralName: text,
  abbreviation: text,
  pluralAbbreviation: text,
  useAbbreviation: flag,
  fraction: flag,
});

const food = z.object({ id: optionalUuid, name: text, pluralName: text });

const ingredient = z.object({
  quantity: number,
  unit: unit.optional().catch(undefined),
  food: food.optional().catch(undefined),
  referencedRecipe: z.object({ id: optionalUuid, slug: text, name: text }).optional().catch(undefined),
  note: text,
  display: text,
  title: text,
  originalText: text,
  /** Up to v2: the line was never taken apart, and its quantity means nothing. */
  disableAmount: flag,
  referenceId: optionalUuid,
});

export type RecipeIngredient = z.output<typeof ingredient>;

const step = z.object({
  id: optionalUuid,
  title: text,
  summary: text,
  text,
  ingredientReferences: listOf(z.object({ referenceId: uuid })),
});

/** A text, as Mealie keeps it. A number is no reason to lose it: an update sends all nutrients, and empties the others. */
const nutrient = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);

const nutrition = z.object({
  calories: nutrient,
  carbohydrateContent: nutrient,
  cholesterolContent: nutrient,
  fatContent: nutrient,
  fiberContent: nutrient,
  proteinContent: nutrient,
  saturatedFatContent: nutrient,
  sodiumContent: nutrient,
  sugarContent: nutrient,
  transFatContent: nutrient,
  unsaturatedFatContent: nutrient,
});

export type RecipeNutrition = z.output<typeof nutrition>;

/** How callers name the nutrients, and what Mealie calls them; it keeps all of them as texts. */
export const NUTRIENT_FIELDS = [
  ["calories", "calories"],
  ["carbohydrates", "carbohydrateContent"],
  ["cholesterol", "cholesterolContent"],
  ["fat", "fatContent"],
  ["fiber", "fiberContent"],
  ["protein", "proteinContent"],
  ["saturated_fat", "saturatedFatContent"],
  ["sodium", "sodiumContent"],
  ["sugar", "sugarContent"],
  ["trans_fat", "transFatContent"],
  ["unsaturated_fat", "unsaturatedFatContent"],
] as const satisfies readonly (readonly [string, keyof RecipeNutrition])[];

export type NutrientName = (typeof NUTRIENT_FIELDS)[number][0];

export const recipeShape = z.object({
  ...summary,
  recipeIngredient: countedListOf(ingredient),
  recipeInstructions: countedListOf(step),
  nutrition: nutrition.catch({}),
  settings: z.object({ public: flag, locked: flag, disableComments: flag, disableAmount: flag }).catch({}),
  notes: listOf(z.object({ title: text, text })),
  assets: listOf(z.object({ name: text, icon: text, fileName: text })),
  comments: z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.length),
});

/** A whole recipe, as it was read. */
export type Recipe = z.output<typeof recipeShape>;
