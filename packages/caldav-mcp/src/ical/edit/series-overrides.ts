import type { EntryComponent } from "../component.ts";
import type { CalendarDocument } from "../document.ts";
import type { EntryTime } from "../entry-time.ts";
import { nameableTime } from "../entry-time.ts";
import { makeLine } from "../lines.ts";
import type { RecurrenceSet } from "../recurrence-set.ts";
import { formatTimeValue } from "../time-values.ts";
import type { Zone } from "../zone.ts";
import type { Edits } from "./edits.ts";
import { endLike, isDuration, lengthBetween, movedEnd, timesOf, type Times } from "./length.ts";
import { replaceProperty } from "./patch.ts";
import type { Shift } from "./shift.ts";
import { paramsLike, type WrittenTime } from "./time-line.ts";
import { isSame, writeTimes, type WriteTimes } from "./times.ts";

/** A series that gets other times: what it was, and what it will be. */
export type SeriesTimes = {
  document: CalendarDocument;
  master: EntryComponent;
  set: RecurrenceSet;
  /** Undefined when it does not move and only lasts longer or shorter. */
  shift: Shift | undefined;
  next: Times;
  /** The start as it will be written. */
  start: WrittenTime | undefined;
  viewer: Zone;
  /** The override of the occurrence that the caller speaks of: it gets the times that were given. */
  named: { override: EntryComponent; times: Times } | undefined;
};

/** Positions in the components of the document. */
export type MovedOverrides = {
  /** Those that show other times afterwards. */
  moved: Set<number>;
  /** Those with times of their own, which they keep. */
  kept: Set<number>;
  /** Those for which the series has no place any more. */
  gone: Set<number>;
};

/** Overrides go along with their series, in what they stand for and in their times where those are not their own. */
export function moveOverrides(edits: Edits, series: SeriesTimes, writing: WriteTimes): MovedOverrides {
  const found: MovedOverrides = { moved: new Set(), kept: new Set(), gone: new Set() };
  for (const [position, override] of series.document.components.entries()) {
    if (override.recurrenceId === undefined) continue;
    const own = series.set.inOwnForm(override.recurrenceId);
    const place = series.shift === undefined ? own : series.shift.at(own);
    if (place === undefined) {
      found.gone.add(position);
      continue;
    }
    if (series.shift !== undefined) renameOverride(edits, override, place, series);
    const times = timesAfter(override, { own, place }, series);
    if (times === undefined) continue;
    if (times.keepsOwn) found.kept.add(position);
    if (isSame(times.start, override.start) && isSame(times.end, timesOf(override).end)) continue;
    found.moved.add(position);
    writeTimes(edits, override, times, { ...writing, series: series.start });
  }
  return found;
}

function renameOverride(
  edits: Edits,
  override: EntryComponent,
  place: EntryTime,
  { start }: SeriesTimes,
): void {
  const named = nameableTime(place);
  const range = override.thisAndFuture ? ";RANGE=THISANDFUTURE" : "";
  const params = paramsLike(named, start?.line);
  replaceProperty(edits, override, "RECURRENCE-ID", [
    makeLine(`RECURRENCE-ID${range}${params}:${formatTimeValue(named)}`),
  ]);
}

type Places = { own: EntryTime; place: EntryTime };

/** Undefined for an override without any time, which shows where its occurrence is. */
function timesAfter(
  override: EntryComponent,
  { own, place }: Places,
  series: SeriesTimes,
): (Times & { keepsOwn: boolean }) | undefined {
  const { set, master, next, viewer, shift, named } = series;
  if (named?.override === override) return { ...named.times, keepsOwn: false };
  const had = timesOf(override);
  // A task that has a due time only is placed by it, like its series.
  const byDue = master.start === undefined && override.start === undefined;
  const stands = byDue ? override.end : override.start;
  if (stands === undefined) return undefined;
  const isMoved = set.keyOf(set.inOwnForm(stands)) !== set.keyOf(own);
  if (isMoved || (stands.form === "date") !== (own.form === "date")) return { ...had, keepsOwn: true };
  const start = shift === undefined ? stands : place;
  if (byDue)
    return next.start === undefined
      ? { start: undefined, end: start, keepsOwn: false }
      : { ...had, keepsOwn: true };
  if (next.start === undefined) return { ...had, keepsOwn: true };
  const sameLength = lengthOf(override, viewer) === lengthOf(master, viewer);
  const turned = (start.form === "date") !== (stands.form === "date");
  if (sameLength || turned) return { start, end: endLike(next, start, viewer), keepsOwn: !sameLength };
  const keepsOwn = lengthOf(master, viewer) !== lengthOfTimes(next, viewer);
  if (had.end === undefined || isDuration(had.end)) return { start, end: had.end, keepsOwn };
  const like = start.zone === stands.zone ? had.end : start;
  return { start, end: movedEnd({ start: stands, end: had.end }, { start, like, viewer }), keepsOwn };
}

function lengthOf(component: EntryComponent, viewer: Zone): string {
  return lengthOfTimes(timesOf(component), viewer);
}

function lengthOfTimes({ start, end }: Times, viewer: Zone): string {
  if (end === undefined || start === undefined) return "";
  const { days, exact } = isDuration(end) ? end : lengthBetween(start, end, viewer);
  return `${days} ${exact}`;
}
