import { framed, REPLACE } from "server-kit";
import { z } from "zod";
import { readSelf } from "../../about.ts";
import type { ApiCall } from "../../api/client.ts";
import {
  type EntryType,
  type PlanEntry,
  type PlannedMeal,
  type PlanOwner,
  readPlanEntry,
  replacePlanEntry,
} from "../../api/mealplans.ts";
import { refused } from "../../errors.ts";
import type { MealieInstance } from "../../instance.ts";
import { found } from "../../lookup/found.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { replacedView } from "../../view/plans.ts";
import { tellingBefore } from "../../writing/before.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { entryId, entryType, replaced, text, title } from "./schemas.ts";

export const updateMealplanEntryTool = defineTool({
  name: "update_mealplan_entry",
  title: "Change a planned meal",
  description:
    "Changes an entry of the meal plan; what is not given stays. A `recipe` takes the place of a title, and a `title` that of a recipe. Returns what was replaced.",
  input: z.strictObject({
    entry_id: entryId,
    date: schema.date.optional(),
    entry_type: entryType.optional(),
    recipe: schema.recipe.optional(),
    title: title.optional(),
    text: text.optional().describe("A note beside it; empty removes it."),
  }),
  output: z.object({ updated: z.literal(true), id: z.number().int(), replaced }),
  annotations: REPLACE,
  run: async ({ entry_id, ...args }, call) => {
    const { api } = call.deps;
    if (Object.values(args).every((value) => value === undefined))
      throw refused("bad-input", "Give at least one thing to change.");
    if (args.recipe !== undefined && args.title !== undefined)
      throw refused("bad-input", "Give either `recipe` or `title`.");
    const recipe = args.recipe === undefined ? undefined : await resolveRecipe(api, args.recipe, call);
    const { entry, owner } = await readForReplacement(entry_id, call);
    const before = mealOf(entry, entry.entryType ?? args.entry_type);
    const meal = {
      ...before,
      ...(args.date === undefined ? {} : { date: args.date }),
      ...(args.entry_type === undefined ? {} : { entryType: args.entry_type }),
      ...(args.text === undefined ? {} : { text: args.text }),
      ...(recipe === undefined ? {} : { recipeId: recipe.id, title: "" }),
      ...(args.title === undefined ? {} : { title: args.title, recipeId: null }),
    };
    await tellingBefore(() => replacePlanEntry(api, { owner, meal }, call), before);
    return framed({ updated: true, id: owner.id, replaced: replacedView(before, meal) });
  },
});

type Call = ApiCall & { deps: MealieInstance };

/**
 * The entry and whose it is. An update replaces it as a whole and has to name its owner (M34), which is read before the
 * entry where that does not (M38): nothing else is awaited between reading the entry and writing it.
 *
 * @throws MealieError
 */
async function readForReplacement(id: number, call: Call): Promise<{ entry: PlanEntry; owner: PlanOwner }> {
  const { api } = call.deps;
  const read = async (): Promise<PlanEntry> =>
    found(readPlanEntry(api, id, call), "There is no entry with this number in the meal plan (any more).");
  let entry = await read();
  let { userId } = entry;
  if (userId === undefined) {
    userId = (await readSelf(api, call)).id;
    entry = await read();
  }
  const { groupId } = entry;
  if (groupId === undefined || userId === undefined)
    throw refused("unsupported", "Mealie does not say whose entry this is, so it cannot be changed.");
  return { entry, owner: { id: entry.id, groupId, userId } };
}

/** @throws MealieError when it is a meal that this program does not know, which a replacement would lose */
function mealOf(entry: PlanEntry, type: EntryType | undefined): PlannedMeal {
  if (type === undefined)
    throw refused(
      "unsupported",
      "This entry is for a meal that this program does not know; give `entry_type`.",
    );
  const { date, title: own, text: note, recipeId } = entry;
  return { date, entryType: type, title: own ?? "", text: note ?? "", recipeId: recipeId ?? null };
}
