import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { madeView, writtenView } from "../../view/written-recipe.ts";
import { createRecipe } from "../../writing/create.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { alsoCreated, content, written } from "./written.ts";

export const createRecipeTool = defineTool({
  name: "create_recipe",
  title: "Create a recipe",
  description:
    "Creates a recipe. A name that is taken gets a number. Tags and categories that do not exist are created; foods, units and tools only with `create_missing`.",
  input: z.strictObject({ name: schema.name, ...content }),
  output: z.object({
    created: z.literal(true),
    ...written,
    also_created: alsoCreated,
    untrusted_text: schema.nameAndSlug.optional(),
  }),
  annotations: CREATE,
  essential: true,
  run: async ({ name, create_missing: createMissing = false, ...given }, call) => {
    const result = await createRecipe(call.deps, { name, given, createMissing }, call);
    if ("failure" in result) return result.failure;
    const { id, recipe, notes, made } = result;
    return framed({ created: true, ...writtenView(id, recipe, notes), also_created: madeView(made) });
  },
});
