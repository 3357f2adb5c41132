import { CREATE, own } from "server-kit";
import { z } from "zod";
import { createComment } from "../../api/comments.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const addRecipeCommentTool = defineTool({
  name: "add_recipe_comment",
  title: "Comment on a recipe",
  description: "Adds a comment to a recipe, as the user of the token. Everybody who sees the recipe sees it.",
  input: z.strictObject({ recipe: schema.recipe, text: schema.writtenText(10_000).min(1) }),
  output: z.object({ created: z.literal(true), id: z.string(), recipe_id: z.string() }),
  annotations: CREATE,
  run: async ({ recipe: named, text }, call) => {
    const { api } = call.deps;
    const { id: recipeId } = await resolveRecipe(api, named, call);
    const id = await createComment(api, { recipeId, text }, call);
    return own({ created: true, id, recipe_id: recipeId });
  },
});
