import { factHost, factId, type Question } from "confirm-guard";

export type Merge = {
  noun: "food" | "unit";
  from: string;
  into: string;
  /** In how many recipes it is used; undefined when Mealie cannot tell. */
  recipes: number | undefined;
  /** On how many items of shopping lists it stands; undefined when Mealie cannot tell. */
  listItems: number | undefined;
  host: string;
};

export function mergeQuestion({ noun, from, into, recipes, listItems, host }: Merge): Question {
  return {
    action: `merge one ${noun} into another: the first is deleted, the other stays`,
    consequence: [
      `Every recipe that uses the first ${noun} has the other one instead.`,
      `Mealie keeps no history, so this program cannot take them apart again.`,
      ...(recipes === undefined ? ["In how many recipes it is used could not be found out."] : []),
      ...listSentence(noun, listItems),
    ].join(" "),
    facts: {
      "Is deleted": factId(from),
      Stays: factId(into),
      ...(recipes === undefined ? {} : { "Recipes that use it": recipes }),
      ...(listItems === undefined ? {} : { "Shopping list items with it": listItems }),
      Account: factHost(host),
    },
    yes: "Yes, merge them",
    no: "No, keep both",
  };
}

/** What becomes of items of shopping lists depends on Mealie's version and database (M11). */
function listSentence(noun: string, listItems: number | undefined): string[] {
  if (listItems === 0) return [];
  const which = listItems === undefined ? "Shopping list items that have it, if any," : "Shopping list items";
  return [`${which} may lose their ${noun}, and some versions of Mealie then refuse the merge.`];
}
