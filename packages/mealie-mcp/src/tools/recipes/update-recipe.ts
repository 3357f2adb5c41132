import { framed, REPLACE } from "server-kit";
import { z } from "zod";
import { madeView, writtenView } from "../../view/written-recipe.ts";
import { updateRecipe } from "../../writing/update.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { alsoCreated, content, written } from "./written.ts";

export const updateRecipeTool = defineTool({
  name: "update_recipe",
  title: "Change a recipe",
  description:
    "Changes the given fields of a recipe; what is left out stays. A list replaces the whole list before it; `null` empties a field. Nobody is asked and Mealie keeps no history: `replaced` gives what the fields held before, in the form in which this tool takes it. A new name moves the slug, so go on with the id.",
  input: z.strictObject({ recipe: schema.recipe, name: schema.name.optional(), ...content }),
  output: z.object({
    updated: z.literal(true),
    ...written,
    also_created: alsoCreated,
    replaced: z
      .object({
        servings: z.number().nullable().optional(),
        untrusted_text: z.record(z.string(), z.unknown()).optional(),
      })
      .describe("What the changed fields held before; null where there was nothing"),
    untrusted_text: schema.nameAndSlug.optional(),
  }),
  annotations: REPLACE,
  run: async ({ recipe: named, name, create_missing: createMissing = false, ...given }, call) => {
    const result = await updateRecipe(call.deps, { recipe: named, name, given, createMissing }, call);
    if ("failure" in result) return result.failure;
    const { id, recipe, notes, made, replaced } = result;
    return framed({
      updated: true,
      ...writtenView(id, recipe, notes),
      also_created: madeView(made),
      replaced,
    });
  },
});
