import { factHost, factId, type Question } from "confirm-guard";

export type CookbookDeletion = { id: string; isPublic: boolean | undefined; host: string };

export function cookbookDeletion({ id, isPublic, host }: CookbookDeletion): Question {
  return {
    action: "delete a cookbook",
    consequence: [
      "The recipes in it stay.",
      "What chose them is lost: Mealie keeps no history, and this program cannot bring the cookbook back.",
    ].join(" "),
    facts: {
      Cookbook: factId(id),
      ...(isPublic === undefined ? {} : { Public: isPublic }),
      Account: factHost(host),
    },
    yes: "Yes, delete it",
    no: "No, keep it",
  };
}
