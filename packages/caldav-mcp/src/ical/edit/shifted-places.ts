import { CaldavError } from "../../errors.ts";
import { DAY, dayOfWall } from "../civil.ts";
import { createCost, TooCostly } from "../cost.ts";
import type { EntryTime } from "../entry-time.ts";
import type { RecurrenceSet } from "../recurrence-set.ts";
import type { Rule } from "../rule.ts";
import { instantOf } from "../zone.ts";
import type { Shift } from "./shift.ts";

/** A series before and after its start moved; the rules are those before. */
export type ShiftedSeries = {
  before: RecurrenceSet;
  after: RecurrenceSet;
  shift: Shift;
  rules: readonly (Rule | string)[];
};

/** So many of the first occurrences are compared; what goes wrong later goes wrong there as well. */
const MOST_COMPARED = 400;
/** Where an end is only that of what was looked at, some before it may have changed their order. */
const UNSURE = 10;

/**
 * Refuses a move after which the rule gives other occurrences than those that were moved: a start that goes back behind
 * a day of the rule would show that day twice, and in another week a rule for every second one means the other weeks.
 *
 * @throws CaldavError `unsupported`
 */
export function requireShiftedPlaces({ before, after, shift, rules }: ShiftedSeries): void {
  const ofSeries = firstOf(before);
  const given = firstOf(after);
  const moved = ofSeries.flatMap((time) => shift.at(time) ?? []);
  const placesOf = (times: readonly EntryTime[]) =>
    new Map(times.map((time) => [after.keyOf(after.inOwnForm(time)), time]));
  const [wanted, found] = [placesOf(moved), placesOf(given)];
  const until = Math.min(endOf(wanted), endOf(found));
  const others = (some: ReadonlyMap<number, EntryTime>, known: ReadonlyMap<number, EntryTime>): EntryTime[] =>
    [...some].flatMap(([key, time]) => (key < until && !known.has(key) ? [time] : []));
  // A rule has no occurrence on a day when clocks skip its time (RFC 5545 section 3.3.10).
  const lost = others(wanted, found).filter((time) => !isSkipped(time));
  const made = mayGrow(shift, rules) ? [] : others(found, wanted).filter((time) => !wasSkipped(time));
  if (lost.length + made.length > 0)
    throw new CaldavError(
      "unsupported",
      "With this start the rule of the series would name other days than it does now, so occurrences would appear or vanish; give `recurrence` as well, or change single occurrences. Nothing was changed.",
    );

  function wasSkipped({ wall }: EntryTime): boolean {
    const days = dayOfWall(wall) - dayOfWall(shift.to.wall) + dayOfWall(before.start.wall);
    const clock = before.start.wall - dayOfWall(before.start.wall) * DAY;
    return [days, dayOfWall(wall)].some((day) => isSkipped({ ...before.start, wall: day * DAY + clock }));
  }
}

function isSkipped({ wall, zone }: EntryTime): boolean {
  return zone !== undefined && instantOf(wall, zone).gap;
}

/** As many as are compared, or as can be told in the time that there is. */
function firstOf(set: RecurrenceSet): EntryTime[] {
  const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const times: EntryTime[] = [];
  try {
    for (const { time } of set.instances(always, createCost())) {
      times.push(time);
      if (times.length === MOST_COMPARED) break;
    }
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
  }
  return times;
}

/** How many there are is held to elsewhere, so the last one of a count may be another. */
function endOf(places: ReadonlyMap<number, EntryTime>): number {
  const keys = [...places.keys()].toSorted((one, other) => one - other);
  return keys.at(keys.length > 2 * UNSURE ? -UNSURE : -1) ?? Number.NEGATIVE_INFINITY;
}

/** From the 31st to the 30th: months that had no such day have one now. */
function mayGrow({ keepsDays }: Shift, rules: readonly (Rule | string)[]): boolean {
  const byMonths = ["MONTHLY", "YEARLY"];
  return !keepsDays && rules.some((rule) => typeof rule !== "string" && byMonths.includes(rule.frequency));
}
