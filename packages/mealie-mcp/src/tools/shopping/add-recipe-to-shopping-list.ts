import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { addRecipeToList, timesOn } from "../../api/shopping-lists.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { readNamedList } from "../../lookup/shopping.ts";
import { difference } from "../../shopping/changes.ts";
import { inTurn } from "../../shopping/turns.ts";
import { gapsOf } from "../../view/paging.ts";
import { outcomeView } from "../../view/shopping.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { listId, outcome, times } from "./schemas.ts";

export const addRecipeToShoppingListTool = defineTool({
  name: "add_recipe_to_shopping_list",
  title: "Add a recipe to a shopping list",
  description:
    "Puts the ingredients of a recipe on a shopping list, also those that are on hand. Mealie merges them with items that fit; the answer says which were created and which took more in.",
  input: z.strictObject({ list_id: listId, recipe: schema.recipe, servings_multiplier: times }),
  output: z.object({
    recipe_id: z.string(),
    times_on_list: z.number().describe("How many times the recipe is on the list now"),
    ...outcome,
  }),
  annotations: CREATE,
  essential: true,
  run: async ({ list_id, recipe, servings_multiplier = 1 }, call) => {
    const { api } = call.deps;
    const { id: recipeId } = await resolveRecipe(api, recipe, call);
    return inTurn(api, list_id, async () => {
      const before = await readNamedList(api, list_id, call);
      const after = await addRecipeToList(api, { list: before, recipeId, times: servings_multiplier }, call);
      return framed({
        recipe_id: recipeId,
        times_on_list: timesOn(after, recipeId),
        list_id: before.id,
        ...outcomeView(difference(before, after)),
        ...gapsOf(after),
      });
    });
  },
});
