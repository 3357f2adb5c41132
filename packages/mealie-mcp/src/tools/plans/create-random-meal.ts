import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { createRandomEntry } from "../../api/mealplans.ts";
import { found } from "../../lookup/found.ts";
import { datedEntryView } from "../../view/plans.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { datedEntry, entryType } from "./schemas.ts";

export const createRandomMealTool = defineTool({
  name: "create_random_meal",
  title: "Plan a random meal",
  description:
    "Plans a recipe that Mealie picks at random, by the household's own rules for that day and meal.",
  input: z.strictObject({ date: schema.date, entry_type: entryType }),
  output: z.object({ created: z.literal(true), entry: datedEntry }),
  annotations: CREATE,
  run: async ({ date, entry_type }, call) => {
    const created = await found(
      createRandomEntry(call.deps.api, { date, entryType: entry_type }, call),
      "No recipe fits the household's rules for that day and meal.",
    );
    return framed({ created: true, entry: datedEntryView(created) });
  },
});
