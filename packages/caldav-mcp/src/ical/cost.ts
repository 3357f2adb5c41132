/** Thrown inside an expansion that takes more work than it may; never leaves this folder. */
export class TooCostly extends Error {
  override readonly name = "TooCostly";
}

export type Cost = { spend(units: number): void };

/** About 30 ms of work on a slow machine; a daily series looked at over ten years spends some 4,000. */
const DEFAULT_UNITS = 300_000;
const CHECK_CLOCK_EVERY = 512;

/**
 * A bound on the work of one expansion: one unit is one day, period or time looked at. It holds without a clock, so
 * that a hostile rule is refused the same way everywhere; `deadline` ends it earlier.
 */
export function createCost(options: { units?: number; deadline?: (() => boolean) | undefined } = {}): Cost {
  let left = options.units ?? DEFAULT_UNITS;
  let untilCheck = CHECK_CLOCK_EVERY;
  return {
    spend(units) {
      left -= units;
      untilCheck -= units;
      if (left < 0) throw new TooCostly();
      if (untilCheck > 0) return;
      untilCheck = CHECK_CLOCK_EVERY;
      if (options.deadline?.() === true) throw new TooCostly();
    },
  };
}
