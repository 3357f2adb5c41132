import type { Tool } from "server-kit";
import type { MealieInstance } from "../instance.ts";
import { createCookbookTool } from "./cookbooks/create-cookbook.ts";
import { deleteCookbookTool } from "./cookbooks/delete-cookbook.ts";
import { getCookbook } from "./cookbooks/get-cookbook.ts";
import { listCookbooksTool } from "./cookbooks/list-cookbooks.ts";
import { createFoodTool } from "./foods/create-food.ts";
import { createUnitTool } from "./foods/create-unit.ts";
import { listFoodsTool } from "./foods/list-foods.ts";
import { listUnitsTool } from "./foods/list-units.ts";
import { mergeFoodsTool } from "./foods/merge-foods.ts";
import { mergeUnitsTool } from "./foods/merge-units.ts";
import { parseIngredientsTool } from "./foods/parse-ingredients.ts";
import { getAbout } from "./get-about.ts";
import { importRecipeFromHtmlOrJson } from "./imports/import-recipe-from-html-or-json.ts";
import { importRecipeFromImage } from "./imports/import-recipe-from-image.ts";
import { importRecipeFromUrl } from "./imports/import-recipe-from-url.ts";
import { createOrganizerTool } from "./organizers/create-organizer.ts";
import { deleteOrganizerTool } from "./organizers/delete-organizer.ts";
import { listOrganizersTool } from "./organizers/list-organizers.ts";
import { updateOrganizerTool } from "./organizers/update-organizer.ts";
import { createMealplanEntry } from "./plans/create-mealplan-entry.ts";
import { createRandomMeal } from "./plans/create-random-meal.ts";
import { deleteMealplanEntry } from "./plans/delete-mealplan-entry.ts";
import { getTodaysMeals } from "./plans/get-todays-meals.ts";
import { listMealplans } from "./plans/list-mealplans.ts";
import { updateMealplanEntry } from "./plans/update-mealplan-entry.ts";
import { addRecipeComment } from "./recipes/add-recipe-comment.ts";
import { createRecipeTool } from "./recipes/create-recipe.ts";
import { createTimelineEvent } from "./recipes/create-timeline-event.ts";
import { deleteRecipeComment } from "./recipes/delete-recipe-comment.ts";
import { deleteRecipeTool } from "./recipes/delete-recipe.ts";
import { duplicateRecipeTool } from "./recipes/duplicate-recipe.ts";
import { getRecipe } from "./recipes/get-recipe.ts";
import { listRecipeComments } from "./recipes/list-recipe-comments.ts";
import { listRecipeTimeline } from "./recipes/list-recipe-timeline.ts";
import { listShareTokens } from "./recipes/list-share-tokens.ts";
import { previewRecipeUrl } from "./recipes/preview-recipe-url.ts";
import { searchRecipes } from "./recipes/search-recipes.ts";
import { setRecipeLastMade } from "./recipes/set-recipe-last-made.ts";
import { setRecipeRating } from "./recipes/set-recipe-rating.ts";
import { suggestRecipes } from "./recipes/suggest-recipes.ts";
import { updateRecipeTool } from "./recipes/update-recipe.ts";
import { createShareToken } from "./sharing/create-share-token.ts";
import { deleteShareToken } from "./sharing/delete-share-token.ts";
import { addRecipeToShoppingList } from "./shopping/add-recipe-to-shopping-list.ts";
import { addShoppingListItems } from "./shopping/add-shopping-list-items.ts";
import { createShoppingListTool } from "./shopping/create-shopping-list.ts";
import { deleteShoppingListItems } from "./shopping/delete-shopping-list-items.ts";
import { deleteShoppingListTool } from "./shopping/delete-shopping-list.ts";
import { getShoppingList } from "./shopping/get-shopping-list.ts";
import { listShoppingListsTool } from "./shopping/list-shopping-lists.ts";
import { removeRecipeFromShoppingList } from "./shopping/remove-recipe-from-shopping-list.ts";
import { updateShoppingListItems } from "./shopping/update-shopping-list-items.ts";

/** The tools by what they work on, in the order in which clients and the reference show them. */
export const TOOL_AREAS: readonly { title: string; tools: readonly Tool<MealieInstance>[] }[] = [
  { title: "The instance", tools: [getAbout] },
  {
    title: "Recipes",
    tools: [
      searchRecipes,
      getRecipe,
      suggestRecipes,
      listRecipeComments,
      listRecipeTimeline,
      previewRecipeUrl,
      listShareTokens,
      createRecipeTool,
      updateRecipeTool,
      duplicateRecipeTool,
      setRecipeLastMade,
      importRecipeFromUrl,
      importRecipeFromHtmlOrJson,
      importRecipeFromImage,
      setRecipeRating,
      addRecipeComment,
      createTimelineEvent,
      deleteRecipeTool,
      deleteRecipeComment,
      createShareToken,
      deleteShareToken,
    ],
  },
  {
    title: "Tags, categories and tools",
    tools: [listOrganizersTool, createOrganizerTool, updateOrganizerTool, deleteOrganizerTool],
  },
  {
    title: "Foods and units",
    tools: [
      listFoodsTool,
      listUnitsTool,
      createFoodTool,
      createUnitTool,
      mergeFoodsTool,
      mergeUnitsTool,
      parseIngredientsTool,
    ],
  },
  {
    title: "Meal plan",
    tools: [
      listMealplans,
      getTodaysMeals,
      createMealplanEntry,
      createRandomMeal,
      updateMealplanEntry,
      deleteMealplanEntry,
    ],
  },
  {
    title: "Shopping lists",
    tools: [
      listShoppingListsTool,
      getShoppingList,
      createShoppingListTool,
      addShoppingListItems,
      updateShoppingListItems,
      addRecipeToShoppingList,
      removeRecipeFromShoppingList,
      deleteShoppingListItems,
      deleteShoppingListTool,
    ],
  },
  {
    title: "Cookbooks",
    tools: [listCookbooksTool, getCookbook, createCookbookTool, deleteCookbookTool],
  },
];

/** Every tool of the server. */
export const TOOLS: readonly Tool<MealieInstance>[] = TOOL_AREAS.flatMap(({ tools }) => tools);
