import * as fc from "fast-check";

/** What one batch works on; made anew for each batch, so that nothing piles up over a long run. */
export type Session<Case> = {
  cases: fc.Arbitrary<Case>;
  /** Throws when something that must hold does not. */
  check(this: void, one: Case): void | Promise<void>;
  close?(this: void): Promise<void>;
};

/** One door to what comes from outside. */
export type Target = {
  name: string;
  /** How many cases a change has to pass; a few seconds on a calm machine. */
  bounded: number;
  batch(options: BatchOptions): Promise<Failure | undefined>;
};

export type BatchOptions = {
  seed: number;
  cases: number;
  /** Called before each case; what is never called again for long hangs. */
  alive?: (this: void) => void;
};

/** The smallest case found, and what finds it again. */
export type Failure = { target: string; seed: number; path: string; shown: string; error: unknown };

/** CPU time, so that a busy machine does not count; the slowest honest case takes a tenth of it. */
const CASE_CPU_MS = 2_000;

/** Ties the type of the cases to what checks them, and hides it from whoever runs the target. */
export function defineTarget<Case>(definition: {
  name: string;
  bounded: number;
  open(this: void): Session<Case> | Promise<Session<Case>>;
  /** What one case may take, in milliseconds of CPU time; 2 s when left out. */
  caseMs?: number;
}): Target {
  const { name, bounded, open, caseMs = CASE_CPU_MS } = definition;
  return {
    name,
    bounded,
    batch: async ({ seed, cases, alive = () => {} }) => {
      const session = await open();
      try {
        const property = fc.asyncProperty(session.cases, async (one) => {
          alive();
          await inBoundedTime(caseMs, () => session.check(one));
        });
        const result = await fc.check(property, { seed, numRuns: cases });
        if (!result.failed) return undefined;
        return {
          target: name,
          seed,
          path: result.counterexamplePath ?? "",
          shown: fc.stringify(result.counterexample),
          error: result.errorInstance,
        };
      } finally {
        await session.close?.();
      }
    },
  };
}

async function inBoundedTime(limitMs: number, work: () => void | Promise<void>): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1_000;
  if (ms > limitMs) throw new Error(`One case took ${ms.toFixed(0)} ms.`);
}
