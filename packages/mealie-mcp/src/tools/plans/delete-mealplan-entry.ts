import { exact } from "confirm-guard";
import { DELETE, own } from "server-kit";
import { z } from "zod";
import { deletePlanEntry, readPlanEntry } from "../../api/mealplans.ts";
import { found } from "../../lookup/found.ts";
import { planEntryDeletion } from "../../questions/plans.ts";
import { defineTool } from "../define.ts";
import { entryId } from "./schemas.ts";

export const deleteMealplanEntryTool = defineTool({
  name: "delete_mealplan_entry",
  title: "Delete a planned meal",
  description: "Deletes one entry of the meal plan. A person is asked first.",
  input: z.strictObject({ entry_id: entryId }),
  output: z.object({ deleted: z.literal(true), id: z.number().int() }),
  annotations: DELETE,
  prepare: async ({ entry_id }, call) => {
    const { api, host } = call.deps;
    const entry = await found(
      readPlanEntry(api, entry_id, call),
      "There is no entry with this number in the meal plan (any more).",
    );
    const { id, date, entryType, recipeId, title, text } = entry;
    return {
      found: id,
      ask: {
        // Entries have no time of their last change, so what they hold is their version.
        subject: exact(id, [date, entryType ?? null, recipeId ?? null, title ?? null, text ?? null]),
        question: planEntryDeletion(entry, { host }),
      },
    };
  },
  run: async (_args, call, id) => {
    await deletePlanEntry(call.deps.api, id, call);
    return own({ deleted: true, id });
  },
});
