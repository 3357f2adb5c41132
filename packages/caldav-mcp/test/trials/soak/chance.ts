/** Numbers from a seed, the same ones on each run (mulberry32). */
export type Chance = {
  /** From 0 to below 1. */
  next: () => number;
  /** From 0 to below `end`. */
  below: (end: number) => number;
  /** True in so many of a hundred cases. */
  percent: (share: number) => boolean;
  pick: <T>(from: readonly T[]) => T | undefined;
};

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    percent: (share) => next() * 100 < share,
    pick: (from) => from[below(from.length)],
  };
}
