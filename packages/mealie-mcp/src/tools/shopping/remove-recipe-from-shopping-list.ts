import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { removeRecipeFromList, timesOn } from "../../api/shopping-lists.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { readNamedList } from "../../lookup/shopping.ts";
import { difference } from "../../shopping/changes.ts";
import { inTurn } from "../../shopping/turns.ts";
import { gapsOf } from "../../view/paging.ts";
import { outcomeView } from "../../view/shopping.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { listId, outcome, times } from "./schemas.ts";

export const removeRecipeFromShoppingListTool = defineTool({
  name: "remove_recipe_from_shopping_list",
  title: "Take a recipe off a shopping list",
  description:
    "Takes the ingredients of a recipe off a shopping list again, at most what it added; items that were ticked off meanwhile stay. When the recipe is not on the list, the answer says so and nothing is changed.",
  input: z.strictObject({ list_id: listId, recipe: schema.recipe, servings_multiplier: times }),
  output: z.object({
    recipe_id: z.string(),
    was_on_list: z.boolean().describe("false: nothing was changed"),
    times_on_list: z.number().describe("How many times the recipe is on the list now"),
    ...outcome,
  }),
  annotations: CREATE,
  run: async ({ list_id, recipe, servings_multiplier = 1 }, call) => {
    const { api } = call.deps;
    const { id: recipeId } = await resolveRecipe(api, recipe, call);
    return inTurn(api, list_id, async () => {
      const before = await readNamedList(api, list_id, call);
      const wasOnList =
        before.recipes.some((one) => one.recipeId === recipeId) ||
        before.items.some(({ recipeReferences }) =>
          recipeReferences.some((one) => one.recipeId === recipeId),
        );
      const after = wasOnList
        ? await removeRecipeFromList(api, { list: before, recipeId, times: servings_multiplier }, call)
        : before;
      return framed({
        recipe_id: recipeId,
        was_on_list: wasOnList,
        times_on_list: timesOn(after, recipeId),
        list_id: before.id,
        ...outcomeView(difference(before, after)),
        ...gapsOf(after),
      });
    });
  },
});
