import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { refuseEmptySlug } from "../../lookup/taken.ts";
import { namesOf } from "../../view/written-recipe.ts";
import { duplicate } from "../../writing/duplicate.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const duplicateRecipeTool = defineTool({
  name: "duplicate_recipe",
  title: "Copy a recipe",
  description: "Makes a copy of a recipe, with a number after its name unless another name is given.",
  input: z.strictObject({ recipe: schema.recipe, name: schema.name.optional() }),
  output: z.object({
    created: z.literal(true),
    id: z.string(),
    copied_from: z.string(),
    untrusted_text: schema.nameAndSlug,
  }),
  annotations: CREATE,
  run: async ({ recipe: named, name }, call) => {
    if (name !== undefined) refuseEmptySlug(name);
    const { id } = await resolveRecipe(call.deps.api, named, call);
    const copy = await duplicate(call.deps, { id, name }, call);
    if ("failure" in copy) return copy.failure;
    return framed({ created: true, id: copy.id, copied_from: id, ...namesOf(copy) });
  },
});
