import { factHost, factId, type Question } from "confirm-guard";
import type { OrganizerKind } from "../api/organizers.ts";

export type OrganizerDeletion = { kind: OrganizerKind; id: string; recipes: number; host: string };

const LABEL: Record<OrganizerKind, string> = { tag: "Tag", category: "Category", tool: "Tool" };

export function organizerDeletion({ kind, id, recipes, host }: OrganizerDeletion): Question {
  const on = recipes === 0 ? "no recipe" : recipes === 1 ? "one recipe" : `${recipes} recipes`;
  return {
    action: `delete a ${kind} that stands on ${on}`,
    consequence: [
      `It is taken off every recipe; the recipes themselves stay.`,
      `Mealie keeps no history, so this program cannot tell afterwards which recipes had it.`,
      `Cookbooks and meal plan rules that choose recipes by it find none by it any more.`,
    ].join(" "),
    facts: { [LABEL[kind]]: factId(id), Recipes: recipes, Account: factHost(host) },
    yes: "Yes, delete it",
    no: "No, keep it",
  };
}
