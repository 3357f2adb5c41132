import { CLOSE_ENOUGH, likeness, pairsOf } from "server-kit";
import { folded } from "./folding.ts";

const MAX_CLOSE = 5;

/** The names that are most like the wanted one, the closest first. */
export function closest<Entry>(
  entries: readonly Entry[],
  wanted: string,
  namesOf: (entry: Entry) => readonly string[],
): Entry[] {
  const pairs = pairsOf(folded(wanted));
  return entries
    .map((entry) => ({
      entry,
      score: Math.max(0, ...namesOf(entry).map((name) => likeness(pairs, pairsOf(folded(name))))),
    }))
    .filter(({ score }) => score >= CLOSE_ENOUGH)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_CLOSE)
    .map(({ entry }) => entry);
}
