import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { duplicateRecipe } from "../../api/recipe-writes.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { refuseEmptySlug } from "../../lookup/taken.ts";
import { namesOf } from "../../view/written-recipe.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { recipeName, recipeNames } from "./written.ts";

export const duplicateRecipeTool = defineTool({
  name: "duplicate_recipe",
  title: "Copy a recipe",
  description: "Makes a copy of a recipe, with a number after its name unless another name is given.",
  input: z.strictObject({ recipe: schema.recipe, name: recipeName.optional() }),
  output: z.object({
    created: z.literal(true),
    id: z.string(),
    copied_from: z.string(),
    untrusted_text: recipeNames,
  }),
  annotations: CREATE,
  run: async ({ recipe: named, name }, call) => {
    const { api } = call.deps;
    if (name !== undefined) refuseEmptySlug(name);
    const { id } = await resolveRecipe(api, named, call);
    const copy = await duplicateRecipe(api, { id, name }, call);
    return framed({ created: true, id: copy.id, copied_from: id, ...namesOf(copy) });
  },
});
