import { DAY, dayOfWall } from "../civil.ts";
import { createCost, TooCostly } from "../cost.ts";
import type { CalendarDocument } from "../document.ts";
import type { EntryTime } from "../entry-time.ts";
import { recurrenceSet } from "../recurrence-set.ts";
import type { Zone } from "../zone.ts";

/** What a series has an occurrence for, excluded or not. */
export type OccurrenceNames = {
  has(time: EntryTime): boolean;
  hasOn(date: EntryTime): boolean;
};

/**
 * Which of some times name an occurrence of a series. Undefined when that takes too long to tell, or the rule is not
 * followed.
 */
export function occurrenceNames(
  document: CalendarDocument,
  times: readonly EntryTime[],
  viewer: Zone,
): OccurrenceNames | undefined {
  // Without a time there is nothing to tell, and no range to look through.
  if (times.length === 0) return undefined;
  const { master } = document;
  const whole =
    master === undefined ? document : { ...document, master: { ...master, exdates: [] }, overrides: [] };
  const set = recurrenceSet(whole, viewer);
  if (set === undefined || set.problem !== undefined) return undefined;
  const keyOf = (time: EntryTime): number => set.keyOf(set.inOwnForm(time));
  const asked = times.map(keyOf);
  const range = {
    from: asked.reduce((least, key) => Math.min(least, key), Number.POSITIVE_INFINITY) - DAY,
    to: asked.reduce((most, key) => Math.max(most, key), Number.NEGATIVE_INFINITY) + 2 * DAY,
  };
  const keys = new Set<number>();
  const days = new Set<number>();
  try {
    for (const { key, time } of set.instances(range, createCost())) {
      keys.add(key);
      days.add(dayOfWall(time.wall));
    }
  } catch (error) {
    if (error instanceof TooCostly) return undefined;
    throw error;
  }
  return {
    has: (time) => keys.has(keyOf(time)),
    hasOn: ({ wall }) => days.has(dayOfWall(wall)),
  };
}
