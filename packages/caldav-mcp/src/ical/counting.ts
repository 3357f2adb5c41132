import { createCost, TooCostly, type Cost } from "./cost.ts";
import type { CalendarDocument } from "./document.ts";
import { instantOfTime } from "./entry-time.ts";
import { recurrenceSet, type RecurrenceSet } from "./recurrence-set.ts";
import { parseTimeValue } from "./time-values.ts";
import type { OccurrenceCount } from "./types.ts";
import { UTC } from "./zone.ts";

/**
 * How many occurrences an entry has: excluded ones are not counted, edited and cancelled ones are. `unknown` when its
 * rule is not followed or counting takes too long.
 */
export function countOccurrences(document: CalendarDocument): OccurrenceCount {
  const set = recurrenceSet(document, UTC);
  if (set?.endless === true) return { kind: "endless" };
  return counted(document, set, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY });
}

/** How many occurrences come before the named one, and how many from it on. */
export function countRemaining(
  document: CalendarDocument,
  recurrence: string,
): { before: OccurrenceCount; after: OccurrenceCount } {
  const value = parseTimeValue(recurrence);
  if (value === undefined) return { before: { kind: "unknown" }, after: { kind: "unknown" } };
  const set = recurrenceSet(document, UTC);
  const time = { zone: undefined, ...set?.start, ...value };
  const key = set === undefined ? instantOfTime(time, UTC) : set.keyOf(time);
  return {
    before: counted(document, set, { from: Number.NEGATIVE_INFINITY, to: key }),
    after:
      set?.endless === true
        ? { kind: "endless" }
        : counted(document, set, { from: key, to: Number.POSITIVE_INFINITY }),
  };
}

function counted(
  document: CalendarDocument,
  set: RecurrenceSet | undefined,
  range: { from: number; to: number },
): OccurrenceCount {
  if (set?.problem !== undefined) return { kind: "unknown" };
  try {
    return { kind: "count", count: countWithin(document, set, range, createCost()) };
  } catch (error) {
    if (error instanceof TooCostly) return { kind: "unknown" };
    throw error;
  }
}

function countWithin(
  document: CalendarDocument,
  set: RecurrenceSet | undefined,
  range: { from: number; to: number },
  cost: Cost,
): number {
  const standing = new Set(document.overrides);
  let count = 0;
  for (const instance of set?.instances(range, cost) ?? []) {
    const override = set?.overrideOf(instance);
    if (override !== undefined) standing.delete(override);
    count += 1;
  }
  // What is left are overrides of occurrences that the series itself does not have.
  for (const { recurrenceId } of standing) {
    if (recurrenceId === undefined) continue;
    const time = set === undefined ? recurrenceId : set.inOwnForm(recurrenceId);
    const key = set === undefined ? instantOfTime(time, UTC) : set.keyOf(time);
    if (key >= range.from && key < range.to && set?.isExcluded({ time, key }) !== true) count += 1;
  }
  return count === 0 && !document.recurs ? 1 : count;
}
