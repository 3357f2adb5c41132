import { factDate, factHost, factId, type Question } from "confirm-guard";
import type { PlanEntry } from "../api/mealplans.ts";

/** The title, the note and the recipe's name are somebody's words, so the day and the meal say which entry it is. */
export function planEntryDeletion(
  { id, date, entryType, recipeId }: Pick<PlanEntry, "id" | "date" | "entryType" | "recipeId">,
  { host }: { host: string },
): Question {
  const meal = entryType === undefined ? "one entry" : `one ${entryType} entry`;
  return {
    action: `delete ${meal} of the meal plan`,
    consequence: [
      "Mealie keeps no history, and this program cannot bring it back.",
      ...(recipeId === undefined ? [] : ["The recipe itself stays."]),
    ].join(" "),
    facts: {
      "Planned for": factDate({ date }),
      "Is a recipe": recipeId !== undefined,
      Entry: factId(id),
      Account: factHost(host),
    },
    yes: "Yes, delete it",
    no: "No, keep it",
  };
}
