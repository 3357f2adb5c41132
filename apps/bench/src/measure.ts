/** One line of the table. `aim` is what the design asks for; it is printed beside the figure and judges nothing. */
export type Row = { what: string; value: number; unit: string; aim?: string; note?: string };

const RUNS = 15;

/** The middle value; with an even number of values the upper one of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError("There is no median of nothing.");
  return middle;
}

/** Milliseconds that something takes. */
export async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The median time of 15 runs in milliseconds, after one run that warms up. */
export async function warmMedian(work: () => unknown): Promise<number> {
  return (await warmPair(work, () => {})).work;
}

/**
 * The median times of a work and of the floor it is held against, run in turn, so that whatever else the machine does
 * meanwhile slows both alike and their ratio holds.
 */
export async function warmPair(
  work: () => unknown,
  floor: () => unknown,
): Promise<{ work: number; floor: number }> {
  const times: { work: number[]; floor: number[] } = { work: [], floor: [] };
  await floor();
  await work();
  for (let run = 0; run < RUNS; run += 1) {
    times.floor.push(await milliseconds(floor));
    times.work.push(await milliseconds(work));
  }
  return { work: median(times.work), floor: median(times.floor) };
}
