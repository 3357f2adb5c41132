import type { Tool } from "server-kit";
import type { MealieInstance } from "../instance.ts";
import { createCookbookTool } from "./cookbooks/create-cookbook.ts";
import { deleteCookbookTool } from "./cookbooks/delete-cookbook.ts";
import { getCookbookTool } from "./cookbooks/get-cookbook.ts";
import { listCookbooksTool } from "./cookbooks/list-cookbooks.ts";
import { createFoodTool } from "./foods/create-food.ts";
import { createUnitTool } from "./foods/create-unit.ts";
import { listFoodsTool } from "./foods/list-foods.ts";
import { listUnitsTool } from "./foods/list-units.ts";
import { mergeFoodsTool } from "./foods/merge-foods.ts";
import { mergeUnitsTool } from "./foods/merge-units.ts";
import { parseIngredientsTool } from "./foods/parse-ingredients.ts";
import { getAboutTool } from "./get-about.ts";
import { importRecipeFromHtmlOrJsonTool } from "./imports/import-recipe-from-html-or-json.ts";
import { importRecipeFromImageTool } from "./imports/import-recipe-from-image.ts";
import { importRecipeFromUrlTool } from "./imports/import-recipe-from-url.ts";
import { createOrganizerTool } from "./organizers/create-organizer.ts";
import { deleteOrganizerTool } from "./organizers/delete-organizer.ts";
import { listOrganizersTool } from "./organizers/list-organizers.ts";
import { updateOrganizerTool } from "./organizers/update-organizer.ts";
import { createMealplanEntryTool } from "./plans/create-mealplan-entry.ts";
import { createRandomMealTool } from "./plans/create-random-meal.ts";
import { deleteMealplanEntryTool } from "./plans/delete-mealplan-entry.ts";
import { getTodaysMealsTool } from "./plans/get-todays-meals.ts";
import { listMealplansTool } from "./plans/list-mealplans.ts";
import { updateMealplanEntryTool } from "./plans/update-mealplan-entry.ts";
import { addRecipeCommentTool } from "./recipes/add-recipe-comment.ts";
import { createRecipeTool } from "./recipes/create-recipe.ts";
import { createTimelineEventTool } from "./recipes/create-timeline-event.ts";
import { deleteRecipeCommentTool } from "./recipes/delete-recipe-comment.ts";
import { deleteRecipeTool } from "./recipes/delete-recipe.ts";
import { duplicateRecipeTool } from "./recipes/duplicate-recipe.ts";
import { getRecipeTool } from "./recipes/get-recipe.ts";
import { listRecipeCommentsTool } from "./recipes/list-recipe-comments.ts";
import { listRecipeTimelineTool } from "./recipes/list-recipe-timeline.ts";
import { listShareTokensTool } from "./sharing/list-share-tokens.ts";
import { previewRecipeUrlTool } from "./recipes/preview-recipe-url.ts";
import { searchRecipesTool } from "./recipes/search-recipes.ts";
import { setRecipeLastMadeTool } from "./recipes/set-recipe-last-made.ts";
import { setRecipeRatingTool } from "./recipes/set-recipe-rating.ts";
import { suggestRecipesTool } from "./recipes/suggest-recipes.ts";
import { updateRecipeTool } from "./recipes/update-recipe.ts";
import { createShareTokenTool } from "./sharing/create-share-token.ts";
import { deleteShareTokenTool } from "./sharing/delete-share-token.ts";
import { addRecipeToShoppingListTool } from "./shopping/add-recipe-to-shopping-list.ts";
import { addShoppingListItemsTool } from "./shopping/add-shopping-list-items.ts";
import { createShoppingListTool } from "./shopping/create-shopping-list.ts";
import { deleteShoppingListItemsTool } from "./shopping/delete-shopping-list-items.ts";
import { deleteShoppingListTool } from "./shopping/delete-shopping-list.ts";
import { getShoppingListTool } from "./shopping/get-shopping-list.ts";
import { listShoppingListsTool } from "./shopping/list-shopping-lists.ts";
import { removeRecipeFromShoppingListTool } from "./shopping/remove-recipe-from-shopping-list.ts";
import { updateShoppingListItemsTool } from "./shopping/update-shopping-list-items.ts";

/** The tools by what they work on, in the order in which clients and the reference show them. */
export const TOOL_AREAS: readonly { title: string; tools: readonly Tool<MealieInstance>[] }[] = [
  { title: "The instance", tools: [getAboutTool] },
  {
    title: "Recipes",
    tools: [
      searchRecipesTool,
      getRecipeTool,
      suggestRecipesTool,
      listRecipeCommentsTool,
      listRecipeTimelineTool,
      previewRecipeUrlTool,
      listShareTokensTool,
      createRecipeTool,
      updateRecipeTool,
      duplicateRecipeTool,
      setRecipeLastMadeTool,
      importRecipeFromUrlTool,
      importRecipeFromHtmlOrJsonTool,
      importRecipeFromImageTool,
      setRecipeRatingTool,
      addRecipeCommentTool,
      createTimelineEventTool,
      deleteRecipeTool,
      deleteRecipeCommentTool,
      createShareTokenTool,
      deleteShareTokenTool,
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
      listMealplansTool,
      getTodaysMealsTool,
      createMealplanEntryTool,
      createRandomMealTool,
      updateMealplanEntryTool,
      deleteMealplanEntryTool,
    ],
  },
  {
    title: "Shopping lists",
    tools: [
      listShoppingListsTool,
      getShoppingListTool,
      createShoppingListTool,
      addShoppingListItemsTool,
      updateShoppingListItemsTool,
      addRecipeToShoppingListTool,
      removeRecipeFromShoppingListTool,
      deleteShoppingListItemsTool,
      deleteShoppingListTool,
    ],
  },
  {
    title: "Cookbooks",
    tools: [listCookbooksTool, getCookbookTool, createCookbookTool, deleteCookbookTool],
  },
];

/** Every tool of the server. */
export const TOOLS: readonly Tool<MealieInstance>[] = TOOL_AREAS.flatMap(({ tools }) => tools);
