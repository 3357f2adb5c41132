/** What several runs of one thing came to: the middle value and the quartiles around it. */
export type Spread = { median: number; low: number; high: number; runs: number };

/** The quartiles, between two values where the position falls between them (the usual definition, R's type 7). */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError("There is no spread of nothing.");
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    runs: values.length,
  };
}

/** A figure that is counted, not timed: every run would give the same. */
export function counted(value: number): Spread {
  return spreadOf([value]);
}

/** Another unit for all of it. With a negative or inverting `change` low and high change places. */
export function changed({ median, low, high, runs }: Spread, change: (value: number) => number): Spread {
  const [one, other] = [change(low), change(high)];
  return { median: change(median), low: Math.min(one, other), high: Math.max(one, other), runs };
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
