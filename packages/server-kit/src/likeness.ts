const MAX_LENGTH = 64;

/** From here on, two names have something to do with each other. */
export const CLOSE_ENOUGH = 0.35;

/** The pairs of neighbouring letters of a name, its beginning and end included. */
export const pairsOf = (name: string): ReadonlySet<string> => {
  const letters = ` ${name.slice(0, MAX_LENGTH)} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= letters.length; at += 1) pairs.add(letters.slice(at, at + 2));
  return pairs;
};

/**
 * How alike two names are by their pairs of letters, 0 to 1 (Dice's coefficient); a name that is part of the other one
 * is close enough. The work grows with the length of the names, never with its square.
 */
export const likeness = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  if (one.size === 0 || other.size === 0) return 0;
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  const contained = common === Math.min(one.size, other.size) && common > 1 ? CLOSE_ENOUGH : 0;
  return Math.max(contained, (2 * common) / (one.size + other.size));
};
