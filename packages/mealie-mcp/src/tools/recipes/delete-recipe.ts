import { exact } from "confirm-guard";
import { DELETE, own } from "server-kit";
import { z } from "zod";
import { companyOf } from "../../api/recipe-company.ts";
import { deleteRecipe } from "../../api/recipe-writes.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { recipeDeletion } from "../../questions/recipes.ts";
import { refuseLocked } from "../../writing/lock.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const deleteRecipeTool = defineTool({
  name: "delete_recipe",
  title: "Delete a recipe",
  description:
    "Deletes a recipe with its comments, its timeline, its entries in meal plans and its share links. A person is asked first.",
  input: z.strictObject({ recipe: schema.recipe }),
  output: z.object({
    deleted: z.literal(true),
    id: z.string(),
    comments: z.number().int(),
    timeline_events: z.number().int(),
    plan_entries: z.number().int(),
    share_links: z.number().int(),
  }),
  annotations: DELETE,
  prepare: async ({ recipe: named }, call) => {
    const { api, host } = call.deps;
    const recipe = await resolveRecipe(api, named, call);
    await refuseLocked(api, recipe, call);
    const { id, updatedAt } = recipe;
    const company = await companyOf(api, recipe, call);
    return {
      found: { id, company },
      ask: {
        subject: exact(id, { updatedAt: updatedAt ?? null, ...company }),
        question: recipeDeletion({ id, company, host }),
      },
    };
  },
  run: async (_args, call, { id, company }) => {
    await deleteRecipe(call.deps.api, id, call);
    return own({
      deleted: true,
      id,
      comments: company.comments,
      timeline_events: company.events,
      plan_entries: company.planEntries,
      share_links: company.shareLinks,
    });
  },
});
