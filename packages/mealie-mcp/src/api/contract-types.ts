// Written by scripts/mealie-types.ts from the contract of Mealie's API; not to be edited.

/** What each route takes. */
export type RequestBodies = {
  "POST /api/users/{id}/ratings/{slug}": UserRatingUpdate;
  "POST /api/recipes": CreateRecipe;
  "PATCH /api/recipes/{slug}": Recipe;
  "POST /api/recipes/{slug}/duplicate": RecipeDuplicate;
  "PATCH /api/recipes/{slug}/last-made": RecipeLastMade;
  "POST /api/recipes/timeline/events": RecipeTimelineEventIn;
  "POST /api/recipes/test-scrape-url": ScrapeRecipeTest;
  "POST /api/recipes/create/url": ScrapeRecipe;
  "POST /api/recipes/create/html-or-json": ScrapeRecipeData;
  "POST /api/comments": RecipeCommentCreate;
  "POST /api/organizers/tags": TagIn;
  "PUT /api/organizers/tags/{item_id}": TagIn;
  "POST /api/organizers/categories": CategoryIn;
  "PUT /api/organizers/categories/{item_id}": CategoryIn;
  "POST /api/organizers/tools": RecipeToolCreate;
  "PUT /api/organizers/tools/{item_id}": RecipeToolCreate;
  "POST /api/foods": CreateIngredientFood;
  "PUT /api/foods/merge": MergeFood;
  "POST /api/units": CreateIngredientUnit;
  "PUT /api/units/merge": MergeUnit;
  "POST /api/parser/ingredients": IngredientsRequest;
  "POST /api/households/mealplans": CreatePlanEntry;
  "POST /api/households/mealplans/random": CreateRandomEntry;
  "PUT /api/households/mealplans/{item_id}": UpdatePlanEntry;
  "POST /api/households/shopping/lists": ShoppingListCreate;
  "POST /api/households/shopping/lists/{item_id}/recipe": readonly ShoppingListAddRecipeParamsBulk[];
  "POST /api/households/shopping/lists/{item_id}/recipe/{recipe_id}": ShoppingListAddRecipeParams | null;
  "POST /api/households/shopping/lists/{item_id}/recipe/{recipe_id}/delete": ShoppingListRemoveRecipeParams | null;
  "POST /api/households/shopping/items/create-bulk": readonly ShoppingListItemCreate[];
  "PUT /api/households/shopping/items": readonly ShoppingListItemUpdateBulk[];
  "POST /api/households/cookbooks": CreateCookBook;
  "POST /api/shared/recipes": RecipeShareTokenCreate;
};

type CategoryIn = { name: string };
type CreateCookBook = {
  name: string;
  description?: string | undefined;
  slug?: string | null | undefined;
  position?: number | undefined;
  public?: boolean | undefined;
  queryFilterString?: string | undefined;
};
type CreateIngredientFood = {
  id?: string | null | undefined;
  name: string;
  pluralName?: string | null | undefined;
  description?: string | undefined;
  extras?: Readonly<Record<string, unknown>> | null | undefined;
  onHand?: boolean | undefined;
  labelId?: string | null | undefined;
};
type CreateIngredientUnit = {
  id?: string | null | undefined;
  name: string;
  pluralName?: string | null | undefined;
  description?: string | undefined;
  extras?: Readonly<Record<string, unknown>> | null | undefined;
  onHand?: boolean | undefined;
  fraction?: boolean | undefined;
  abbreviation?: string | undefined;
  pluralAbbreviation?: string | null | undefined;
  useAbbreviation?: boolean | undefined;
  standardQuantity?: number | null | undefined;
  standardUnit?: string | null | undefined;
};
type CreatePlanEntry = {
  date: string;
  entryType?: PlanEntryType | undefined;
  title?: string | undefined;
  text?: string | undefined;
  recipeId?: string | null | undefined;
};
type CreateRandomEntry = { date: string; entryType?: PlanEntryType | undefined };
type CreateRecipe = { name: string };
type IngredientFood = {
  id: string;
  name: string;
  pluralName?: string | null | undefined;
  description?: string | undefined;
  extras?: Readonly<Record<string, unknown>> | null | undefined;
  onHand?: boolean | undefined;
  labelId?: string | null | undefined;
};
type IngredientReferences = { referenceId?: string | null | undefined };
type IngredientUnit = {
  id: string;
  name: string;
  pluralName?: string | null | undefined;
  description?: string | undefined;
  extras?: Readonly<Record<string, unknown>> | null | undefined;
  onHand?: boolean | undefined;
  fraction?: boolean | undefined;
  abbreviation?: string | undefined;
  pluralAbbreviation?: string | null | undefined;
  useAbbreviation?: boolean | undefined;
  standardQuantity?: number | null | undefined;
  standardUnit?: string | null | undefined;
};
type IngredientsRequest = { parser?: RegisteredParser | undefined; ingredients: readonly string[] };
type MergeFood = { fromFood: string; toFood: string };
type MergeUnit = { fromUnit: string; toUnit: string };
type Nutrition = {
  calories?: string | null | undefined;
  carbohydrateContent?: string | null | undefined;
  cholesterolContent?: string | null | undefined;
  fatContent?: string | null | undefined;
  fiberContent?: string | null | undefined;
  proteinContent?: string | null | undefined;
  saturatedFatContent?: string | null | undefined;
  sodiumContent?: string | null | undefined;
  sugarContent?: string | null | undefined;
  transFatContent?: string | null | undefined;
  unsaturatedFatContent?: string | null | undefined;
};
type PlanEntryType = "breakfast" | "lunch" | "dinner" | "side" | "snack" | "drink" | "dessert";
type Recipe = {
  id?: string | null | undefined;
  userId?: string | undefined;
  groupId?: string | undefined;
  name?: string | null | undefined;
  slug?: string | undefined;
  recipeYield?: string | null | undefined;
  totalTime?: string | null | undefined;
  prepTime?: string | null | undefined;
  cookTime?: string | null | undefined;
  performTime?: string | null | undefined;
  description?: string | null | undefined;
  recipeCategory?: readonly RecipeCategory[] | null | undefined;
  tags?: readonly RecipeTag[] | null | undefined;
  tools?: readonly RecipeTool[] | undefined;
  orgURL?: string | null | undefined;
  lastMade?: string | null | undefined;
  recipeIngredient?: readonly RecipeIngredient[] | undefined;
  recipeInstructions?: readonly RecipeStep[] | null | undefined;
  nutrition?: Nutrition | null | undefined;
  settings?: RecipeSettings | null | undefined;
  notes?: readonly RecipeNote[] | null | undefined;
  extras?: Readonly<Record<string, unknown>> | null | undefined;
  recipeServings?: number | undefined;
  recipeYieldQuantity?: number | undefined;
};
type RecipeCategory = {
  id?: string | null | undefined;
  name: string;
  slug: string;
  groupId?: string | null | undefined;
};
type RecipeCommentCreate = { recipeId: string; text: string };
type RecipeDuplicate = { name?: string | null | undefined };
type RecipeIngredient = {
  quantity?: number | null | undefined;
  unit?: IngredientUnit | CreateIngredientUnit | null | undefined;
  food?: IngredientFood | CreateIngredientFood | null | undefined;
  note?: string | null | undefined;
  isFood?: boolean | null | undefined;
  disableAmount?: boolean | undefined;
  display?: string | undefined;
  title?: string | null | undefined;
  originalText?: string | null | undefined;
  referenceId?: string | undefined;
};
type RecipeLastMade = { timestamp: string };
type RecipeNote = { title: string; text: string };
type RecipeSettings = {
  public?: boolean | undefined;
  showNutrition?: boolean | undefined;
  showAssets?: boolean | undefined;
  landscapeView?: boolean | undefined;
  disableComments?: boolean | undefined;
  disableAmount?: boolean | undefined;
  locked?: boolean | undefined;
};
type RecipeShareTokenCreate = { recipeId: string; expiresAt?: string | undefined };
type RecipeStep = {
  id?: string | null | undefined;
  title?: string | null | undefined;
  summary?: string | null | undefined;
  text: string;
  ingredientReferences?: readonly IngredientReferences[] | undefined;
};
type RecipeTag = {
  id?: string | null | undefined;
  name: string;
  slug: string;
  groupId?: string | null | undefined;
};
type RecipeTimelineEventIn = {
  recipeId: string;
  userId?: string | null | undefined;
  subject: string;
  eventType: TimelineEventType;
  eventMessage?: string | null | undefined;
  timestamp?: string | undefined;
};
type RecipeTool = {
  id: string;
  name: string;
  slug: string;
  onHand?: boolean | undefined;
  groupId?: string | null | undefined;
  householdsWithTool?: readonly string[] | undefined;
};
type RecipeToolCreate = {
  name: string;
  onHand?: boolean | undefined;
  householdsWithTool?: readonly string[] | undefined;
};
type RegisteredParser = "nlp" | "brute" | "openai";
type ScrapeRecipe = {
  includeTags?: boolean | undefined;
  url: string;
  includeCategories?: boolean | undefined;
};
type ScrapeRecipeData = {
  includeTags?: boolean | undefined;
  data: string;
  includeCategories?: boolean | undefined;
  url?: string | null | undefined;
};
type ScrapeRecipeTest = { url: string; useOpenAI?: boolean | undefined };
type ShoppingListAddRecipeParams = { recipeIncrementQuantity?: number | undefined };
type ShoppingListAddRecipeParamsBulk = { recipeIncrementQuantity?: number | undefined; recipeId: string };
type ShoppingListCreate = {
  name?: string | null | undefined;
  extras?: Readonly<Record<string, unknown>> | null | undefined;
};
type ShoppingListItemCreate = {
  quantity?: number | undefined;
  unit?: IngredientUnit | CreateIngredientUnit | null | undefined;
  food?: IngredientFood | CreateIngredientFood | null | undefined;
  note?: string | null | undefined;
  isFood?: boolean | undefined;
  disableAmount?: boolean | null | undefined;
  display?: string | undefined;
  shoppingListId: string;
  checked?: boolean | undefined;
  position?: number | undefined;
  foodId?: string | null | undefined;
  labelId?: string | null | undefined;
  unitId?: string | null | undefined;
  extras?: Readonly<Record<string, unknown>> | null | undefined;
  id?: string | null | undefined;
  recipeReferences?: readonly ShoppingListItemRecipeRefCreate[] | undefined;
};
type ShoppingListItemRecipeRefCreate = {
  recipeId: string;
  recipeQuantity?: number | undefined;
  recipeScale?: number | null | undefined;
  recipeNote?: string | null | undefined;
};
type ShoppingListItemRecipeRefUpdate = {
  recipeId: string;
  recipeQuantity?: number | undefined;
  recipeScale?: number | null | undefined;
  recipeNote?: string | null | undefined;
  id: string;
  shoppingListItemId: string;
};
type ShoppingListItemUpdateBulk = {
  quantity?: number | undefined;
  unit?: IngredientUnit | CreateIngredientUnit | null | undefined;
  food?: IngredientFood | CreateIngredientFood | null | undefined;
  note?: string | null | undefined;
  isFood?: boolean | undefined;
  disableAmount?: boolean | null | undefined;
  display?: string | undefined;
  shoppingListId: string;
  checked?: boolean | undefined;
  position?: number | undefined;
  foodId?: string | null | undefined;
  labelId?: string | null | undefined;
  unitId?: string | null | undefined;
  extras?: Readonly<Record<string, unknown>> | null | undefined;
  recipeReferences?:
    | readonly (ShoppingListItemRecipeRefCreate | ShoppingListItemRecipeRefUpdate)[]
    | undefined;
  id: string;
};
type ShoppingListRemoveRecipeParams = { recipeDecrementQuantity?: number | undefined };
type TagIn = { name: string };
type TimelineEventType = "system" | "info" | "comment";
type UpdatePlanEntry = {
  date: string;
  entryType?: PlanEntryType | undefined;
  title?: string | undefined;
  text?: string | undefined;
  recipeId?: string | null | undefined;
  id: number;
  groupId: string;
  userId: string;
};
type UserRatingUpdate = { rating?: number | null | undefined; isFavorite?: boolean | null | undefined };
