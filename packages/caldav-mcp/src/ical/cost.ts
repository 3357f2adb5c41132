/** Thrown inside an expansion that takes more work than it may; never leaves this folder. */
export class TooCostly extends Error {
  override readonly name = "TooCostly";
}

export type Cost = { spend(units: number): void };

/** About 30 ms of work on a slow machine; a daily series looked at over ten years spends some 4,000. */
const DEFAULT_UNITS = 300_000;
/** So much takes less than a millisecond; a clock that ran on because the machine was busy elsewhere says nothing about it. */
const FIRST_CHECK_AFTER = 4_000;
const CHECK_CLOCK_EVERY = 32;

// Zones are asked for offsets from everywhere, far from any cost. What their years take is noted here, and every cost that
// is in use pays for what came up since it was last asked. The same year is only paid for while it is not known yet.
let zoneUnits = 0;

/** Notes work done for a zone year; the costs in use are charged for it at their next `spend`. */
export function noteZoneWork(units: number): void {
  zoneUnits += units;
}

type CostOptions = {
  units?: number;
  deadline?: (() => boolean) | undefined;
  /** For what a zone itself may cost: what other zones take is not its business. */
  onlyOwn?: boolean;
};

/**
 * A bound on the work of one expansion: one unit is one day, period or time looked at. It holds without a clock, so
 * that a hostile rule is refused the same way everywhere; `deadline` ends it earlier.
 */
export function createCost(options: CostOptions = {}): Cost {
  let left = options.units ?? DEFAULT_UNITS;
  let untilCheck = FIRST_CHECK_AFTER;
  let noted = zoneUnits;
  return {
    spend(units) {
      const spent = options.onlyOwn === true ? units : units + zoneUnits - noted;
      noted = zoneUnits;
      left -= spent;
      untilCheck -= spent;
      if (left < 0) throw new TooCostly();
      if (untilCheck > 0) return;
      untilCheck = CHECK_CLOCK_EVERY;
      if (options.deadline?.() === true) throw new TooCostly();
    },
  };
}
