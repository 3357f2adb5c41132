import { folded } from "./folding.ts";

const MAX_CLOSE = 5;
const MAX_LENGTH = 64;
/** Below this, two names have nothing to do with each other. */
const CLOSE_ENOUGH = 0.35;

/**
 * The names that are most like the wanted one, the closest first: by the pairs of neighbouring letters that they have in
 * common. The work grows with the length of the names, never with its square.
 */
export function closest<Entry>(
  entries: readonly Entry[],
  wanted: string,
  namesOf: (entry: Entry) => readonly string[],
): Entry[] {
  const pairs = pairsOf(wanted);
  return entries
    .map((entry) => ({
      entry,
      score: Math.max(0, ...namesOf(entry).map((name) => likeness(pairs, pairsOf(name)))),
    }))
    .filter(({ score }) => score >= CLOSE_ENOUGH)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_CLOSE)
    .map(({ entry }) => entry);
}

/** Dice's coefficient, 0 to 1; a name that is part of the other one counts as close. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  const contained = common === Math.min(one.size, other.size) && common > 1 ? CLOSE_ENOUGH : 0;
  return Math.max(contained, (2 * common) / (one.size + other.size));
}

function pairsOf(name: string): Set<string> {
  const letters = ` ${folded(name).slice(0, MAX_LENGTH)} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= letters.length; at += 1) pairs.add(letters.slice(at, at + 2));
  return pairs;
}
