import { slugOf } from "../slug.ts";

export type MealieIngredient = {
  quantity: number | null;
  unitId: string | null;
  foodId: string | null;
  note: string;
  /** A heading that stands before this line. */
  title: string | null;
  originalText: string | null;
  /** Without one, a v2.0 can neither read nor delete the recipe any more. */
  referenceId: string | null;
  /** From v3 on: another recipe as an ingredient. */
  referencedRecipeId: string | null;
};

export type MealieStep = {
  id: string;
  title: string;
  summary: string | null;
  text: string;
  ingredientReferences: { referenceId: string }[];
};

export type MealieNutrition = Record<(typeof NUTRIENTS)[number], string | null>;

export type MealieRecipeSettings = {
  public: boolean;
  showNutrition: boolean;
  showAssets: boolean;
  landscapeView: boolean;
  disableComments: boolean;
  /** Up to v2: quantities are not taken apart. */
  disableAmount: boolean;
  locked: boolean;
};

/** A recipe as it is kept; what it is sorted by and made of is kept by id. Instants are in UTC with a Z. */
export type MealieRecipe = {
  id: string;
  userId: string;
  name: string;
  slug: string;
  /** Key of the version of its image; null when it has none. */
  image: string | null;
  /** From v3 on, and 0 when unknown, as the next one. */
  recipeServings: number;
  recipeYieldQuantity: number;
  recipeYield: string | null;
  totalTime: string | null;
  prepTime: string | null;
  cookTime: string | null;
  performTime: string | null;
  description: string;
  categoryIds: string[];
  tagIds: string[];
  toolIds: string[];
  orgURL: string | null;
  /** A plain date. */
  dateAdded: string;
  dateUpdated: string;
  createdAt: string;
  updatedAt: string;
  lastMade: string | null;
  recipeIngredient: MealieIngredient[];
  recipeInstructions: MealieStep[];
  nutrition: MealieNutrition;
  settings: MealieRecipeSettings;
  assets: { name: string; icon: string; fileName: string }[];
  notes: { title: string; text: string }[];
  extras: Record<string, string>;
};

export type MealieComment = {
  id: string;
  recipeId: string;
  userId: string;
  text: string;
  createdAt: string;
  updatedAt: string;
};

export type MealieTimelineEvent = {
  id: string;
  recipeId: string;
  userId: string;
  subject: string;
  eventType: "system" | "info" | "comment";
  eventMessage: string | null;
  timestamp: string;
  createdAt: string;
  updatedAt: string;
};

/** What one user thinks of one recipe. */
export type MealieRating = { userId: string; recipeId: string; rating: number | null; isFavorite: boolean };

/** Recipes and what people attach to them. */
export type RecipeState = {
  recipes: MealieRecipe[];
  comments: MealieComment[];
  timeline: MealieTimelineEvent[];
  ratings: MealieRating[];
  /** When this Mealie was started: the date of an event that has none. */
  startedAt: string;
};

export const noRecipes = (): RecipeState => ({
  recipes: [],
  comments: [],
  timeline: [],
  ratings: [],
  startedAt: "2026-01-01T00:00:00.000Z",
});

export const NUTRIENTS = [
  "calories",
  "carbohydrateContent",
  "cholesterolContent",
  "fatContent",
  "fiberContent",
  "proteinContent",
  "saturatedFatContent",
  "sodiumContent",
  "sugarContent",
  "transFatContent",
  "unsaturatedFatContent",
] as const;

export const NO_NUTRITION: MealieNutrition = {
  calories: null,
  carbohydrateContent: null,
  cholesterolContent: null,
  fatContent: null,
  fiberContent: null,
  proteinContent: null,
  saturatedFatContent: null,
  sodiumContent: null,
  sugarContent: null,
  transFatContent: null,
  unsaturatedFatContent: null,
};

/** The slug that a new recipe of this name gets: one that is taken gets a number. */
export function freeSlug(recipes: readonly MealieRecipe[], name: string): string {
  const slug = slugOf(name);
  const taken = new Set(recipes.map((recipe) => recipe.slug));
  if (!taken.has(slug)) return slug;
  let number = 1;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** One line of ingredients: a text, unless more is said. */
export function newIngredient(fields: Partial<MealieIngredient>, newId: () => string): MealieIngredient {
  return {
    quantity: 0,
    unitId: null,
    foodId: null,
    note: "",
    title: null,
    originalText: null,
    referenceId: newId(),
    referencedRecipeId: null,
    ...fields,
  };
}

export function newStep(text: string, newId: () => string): MealieStep {
  return { id: newId(), title: "", summary: "", text, ingredientReferences: [] };
}

type Maker = { userId: string; newId: () => string; now: number };

/** A recipe as a name alone makes it: with an ingredient and a step that only stand in for what people are to write. */
export function newRecipe(state: RecipeState, name: string, { userId, newId, now }: Maker): MealieRecipe {
  const at = new Date(now).toISOString();
  return {
    id: newId(),
    userId,
    name,
    slug: freeSlug(state.recipes, name),
    image: null,
    recipeServings: 0,
    recipeYieldQuantity: 0,
    recipeYield: null,
    totalTime: null,
    prepTime: null,
    cookTime: null,
    performTime: null,
    description: "",
    categoryIds: [],
    tagIds: [],
    toolIds: [],
    orgURL: null,
    dateAdded: at.slice(0, 10),
    dateUpdated: at,
    createdAt: at,
    updatedAt: at,
    lastMade: null,
    recipeIngredient: [newIngredient({ quantity: 1, note: "1 Cup Flour" }, newId)],
    recipeInstructions: [
      newStep("Steps can be written in Markdown, as can the other texts of a recipe.", newId),
    ],
    nutrition: { ...NO_NUTRITION },
    settings: {
      public: false,
      showNutrition: false,
      showAssets: false,
      landscapeView: false,
      disableComments: false,
      disableAmount: true,
      locked: false,
    },
    assets: [],
    notes: [],
    extras: {},
  };
}

/** The event that every new recipe begins with. */
export function createdEvent(
  { id, userId, createdAt }: MealieRecipe,
  newId: () => string,
): MealieTimelineEvent {
  return {
    id: newId(),
    recipeId: id,
    userId,
    subject: "Recipe Created",
    eventType: "system",
    eventMessage: null,
    timestamp: createdAt,
    createdAt,
    updatedAt: createdAt,
  };
}
