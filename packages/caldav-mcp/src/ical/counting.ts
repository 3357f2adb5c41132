import { createCost, TooCostly, type Cost } from "./cost.ts";
import type { CalendarDocument } from "./document.ts";
import { instantOfTime, recurrenceOf } from "./entry-time.ts";
import { recurrenceSet, standingOverrides, type RecurrenceSet } from "./recurrence-set.ts";
import type { OccurrenceCount } from "./types.ts";
import type { Zone } from "./zone.ts";
import { viewerZone, type ViewOptions } from "./view.ts";

/**
 * How many occurrences an entry has: excluded ones are not counted, edited and cancelled ones are. `unknown` when its
 * rule is not followed or counting takes too long.
 */
export function countOccurrences(document: CalendarDocument, view: Viewing): OccurrenceCount {
  const series = seriesSeen(document, view);
  if (series.set?.endless === true) return isSeenToGoOn(series) ? { kind: "endless" } : { kind: "unknown" };
  return counted(series, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY });
}

/** How many occurrences come before the named one, and how many from it on. */
export function countRemaining(
  document: CalendarDocument,
  recurrence: string,
  view: Viewing,
): { before: OccurrenceCount; after: OccurrenceCount } {
  const series = seriesSeen(document, view);
  const key = keyOfName(series, recurrence);
  if (key === undefined) return { before: { kind: "unknown" }, after: { kind: "unknown" } };
  return {
    before: counted(series, { from: Number.NEGATIVE_INFINITY, to: key }),
    after:
      series.set?.endless === true
        ? { kind: "endless" }
        : counted(series, { from: key, to: Number.POSITIVE_INFINITY }),
  };
}

/** A rule without an end may all the same never find another day; only one that does is called endless. */
function isSeenToGoOn({ set }: Series): boolean {
  try {
    const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    let seen = 0;
    for (const _instance of set?.instances(always, createCost()) ?? []) {
      seen += 1;
      if (seen === 2) return true;
    }
    return false;
  } catch (error) {
    if (error instanceof TooCostly) return false;
    throw error;
  }
}

/** The zone that floating times are read in; counting needs no more of a view. */
type Viewing = Pick<ViewOptions, "zone">;
type Series = { document: CalendarDocument; set: RecurrenceSet | undefined; viewer: Zone };

function seriesSeen(document: CalendarDocument, { zone }: Viewing): Series {
  const viewer = viewerZone(zone);
  return { document, set: recurrenceSet(document, viewer), viewer };
}

function keyOfName({ document, set, viewer }: Series, name: string): number | undefined {
  if (set === undefined) {
    const ids = document.overrides.flatMap(({ recurrenceId }) => recurrenceId ?? []);
    const named = ids.find((time) => recurrenceOf(time) === name);
    return named && instantOfTime(named, viewer);
  }
  const time = set.namedTime(name);
  return time && set.keyOf(time);
}

function counted(series: Series, range: { from: number; to: number }): OccurrenceCount {
  const { document, set } = series;
  // A task may have a rule and no date that it could begin at.
  const undatedSeries = set === undefined && document.master !== undefined && document.recurs;
  if (set?.problem !== undefined || undatedSeries) return { kind: "unknown" };
  try {
    return { kind: "count", count: countWithin(series, range, createCost()) };
  } catch (error) {
    if (error instanceof TooCostly) return { kind: "unknown" };
    throw error;
  }
}

function countWithin(
  { document, set, viewer }: Series,
  range: { from: number; to: number },
  cost: Cost,
): number {
  const standing = new Set(standingOverrides(document, set));
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
    const key = set === undefined ? instantOfTime(time, viewer) : set.keyOf(time);
    if (key >= range.from && key < range.to && set?.isExcluded({ time, key }) !== true) count += 1;
  }
  return count === 0 && !document.recurs ? 1 : count;
}

/** Whether two counts say the same; of two that are not known nobody can tell. */
export function isSameCount(one: OccurrenceCount, other: OccurrenceCount): boolean {
  if (one.kind === "count" && other.kind === "count") return one.count === other.count;
  return one.kind === other.kind;
}
