import { factHost, factId, type Question } from "confirm-guard";
import type { Company } from "../api/recipe-company.ts";

/** Every word is ours; nothing that stands in the recipe is used, not even its slug. */
export function recipeDeletion({
  id,
  company,
  host,
}: {
  id: string;
  company: Company;
  host: string;
}): Question {
  const { comments, events, planEntries, shareLinks } = company;
  const total = comments + events + planEntries + shareLinks;
  return {
    action: total === 0 ? "delete a recipe" : "delete a recipe and everything that hangs on it",
    consequence: [
      "Its comments, its timeline, its picture, its entries in meal plans and its share links go with it, and shopping lists no longer know which items came from it.",
      "Mealie keeps no history, and this program cannot bring it back.",
    ].join(" "),
    facts: {
      Recipe: factId(id),
      Comments: comments,
      "Timeline events": events,
      "Meal plan entries": planEntries,
      "Share links": shareLinks,
      Account: factHost(host),
    },
    yes: "Yes, delete it",
    no: "No, keep it",
  };
}

type CommentDeletion = { id: string; recipeId: string | undefined; own: boolean; host: string };

export function commentDeletion({ id, recipeId, own, host }: CommentDeletion): Question {
  return {
    action: `delete ${own ? "one of your own comments" : "somebody else's comment"} on a recipe`,
    consequence: "Mealie keeps no history, and this program cannot bring it back.",
    facts: {
      Comment: factId(id),
      ...(recipeId === undefined ? {} : { "On recipe": factId(recipeId) }),
      Account: factHost(host),
    },
    yes: "Yes, delete it",
    no: "No, keep it",
  };
}
