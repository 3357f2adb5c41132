import { factHost, factId, type Question } from "confirm-guard";

type Counts = { listId: string; items: number; unticked: number; host: string };

export function listDeletion({ listId, items, unticked, host }: Counts): Question {
  return {
    action: `delete a shopping list with ${plural(items)}, ${unticked} of them not ticked`,
    consequence: "The list goes with everything on it. Mealie keeps no history, so nobody can bring it back.",
    facts: { List: factId(listId), Items: items, "Not ticked": unticked, Account: factHost(host) },
    yes: "Yes, delete the list",
    no: "No, keep it",
  };
}

export function itemsDeletion({
  listId,
  items,
  unticked,
  left,
  host,
}: Counts & {
  /** How many stay on the list. */
  left: number;
}): Question {
  return {
    action: `delete ${plural(items)} of a shopping list, ${unticked} of them not ticked`,
    consequence: `The list itself stays, with ${left === 0 ? "nothing" : plural(left)} on it. Mealie keeps no history, so nobody can bring back what is deleted.`,
    facts: {
      List: factId(listId),
      Items: items,
      "Not ticked": unticked,
      "Items that stay": left,
      Account: factHost(host),
    },
    yes: items === 1 ? "Yes, delete it" : "Yes, delete them",
    no: items === 1 ? "No, keep it" : "No, keep them",
  };
}

function plural(items: number): string {
  return items === 0 ? "no items" : items === 1 ? "one item" : `${items} items`;
}
