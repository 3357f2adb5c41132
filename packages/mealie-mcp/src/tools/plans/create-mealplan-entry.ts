import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { createPlanEntry } from "../../api/mealplans.ts";
import { refused } from "../../errors.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { datedEntryView } from "../../view/plans.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { datedEntry, entryType, text, title } from "./schemas.ts";

export const createMealplanEntryTool = defineTool({
  name: "create_mealplan_entry",
  title: "Plan a meal",
  description: "Plans a meal for a day: either a recipe, or a title of one's own.",
  input: z.strictObject({
    date: schema.date,
    entry_type: entryType,
    recipe: schema.recipe.optional(),
    title: title.optional(),
    text: text.optional(),
  }),
  output: z.object({ created: z.literal(true), entry: datedEntry }),
  annotations: CREATE,
  essential: true,
  run: async (args, call) => {
    const { api } = call.deps;
    // Mealie takes both, and shows the recipe alone.
    if ((args.recipe === undefined) === (args.title === undefined))
      throw refused("bad-input", "Give either `recipe` or `title`.");
    const recipeId = args.recipe === undefined ? null : (await resolveRecipe(api, args.recipe, call)).id;
    const created = await createPlanEntry(
      api,
      {
        date: args.date,
        entryType: args.entry_type,
        title: args.title ?? "",
        text: args.text ?? "",
        recipeId,
      },
      call,
    );
    return framed({ created: true, entry: datedEntryView(created) });
  },
});
