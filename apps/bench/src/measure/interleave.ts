import { type Spread, spreadOf } from "./spread.ts";

/** One of those that are compared. `run` hands back its figure when it measures itself, else its time is taken. */
export type Contestant<Name extends string = string> = {
  name: Name;
  run: () => Promise<number | void> | number | void;
  /** How many of the rounds it takes part in, for what takes very long. All of them when left out. */
  atMost?: number;
};

export type InterleaveOptions = {
  rounds: number;
  /** Runs of each before anything is taken down; 1 when left out. */
  warmUps?: number;
  /** Milliseconds that count up from anywhere. */
  clock?: () => number;
};

/**
 * Runs all of them in turn, round after round, so that whatever else the machine does meanwhile slows all of them alike
 * and their ratios hold. Each round begins with another one: none has always the same one before it.
 *
 * @returns what the runs of each came to, by its name
 */
export async function interleave<Name extends string>(
  contestants: readonly Contestant<Name>[],
  { rounds, warmUps = 1, clock = () => performance.now() }: InterleaveOptions,
): Promise<(name: Name) => Spread> {
  const figures = new Map<Name, number[]>(contestants.map(({ name }) => [name, []]));
  const once = async ({ run }: Contestant<Name>): Promise<number> => {
    const start = clock();
    const figure = await run();
    return typeof figure === "number" ? figure : clock() - start;
  };
  for (let round = 0; round < warmUps; round += 1) for (const one of contestants) await once(one);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of turned(contestants, round)) {
      if (round < (one.atMost ?? rounds)) figures.get(one.name)?.push(await once(one));
    }
  }
  return (name) => spreadOf(figures.get(name) ?? []);
}

function turned<T>(values: readonly T[], by: number): T[] {
  const first = values.length === 0 ? 0 : by % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
}
