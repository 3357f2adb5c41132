import { DAY, dayNumber, dayOfWall } from "./civil.ts";
import type { EntryComponent, ExtraDate } from "./component.ts";
import { clockOf, instantOfTime, momentOf, timeAt, type EntryTime } from "./entry-time.ts";
import type { Duration } from "./time-values.ts";
import type { Moment } from "./types.ts";
import { instantOf, type Zone } from "./zone.ts";

export type Span = { start: Moment; end: Moment };

// A day inside the years 1 to 9999, so that no zone shows a year of five digits, or none.
const FIRST_WALL = dayNumber(1, 1, 2) * DAY;
const LAST_WALL = dayNumber(9999, 12, 31) * DAY;

/** A wall time or an instant kept where it can be written with four digits of a year, in every zone. */
export function withinYears(wall: number): number {
  return Math.min(Math.max(wall, FIRST_WALL), LAST_WALL);
}

function bounded(time: EntryTime): EntryTime {
  const wall = withinYears(time.wall);
  return wall === time.wall ? time : { wall, form: time.form, zone: time.zone };
}

/**
 * Start and end of a component placed at `placed`, which is its own start or one the series gives it. DURATION stands
 * wherever DTEND may; an event by date lasts a day at least (RFC 5545 section 3.6.1). A length given by DTEND is exact
 * time, the days of a DURATION are days on the clock.
 */
export function spanAt(
  component: EntryComponent,
  placed: EntryTime,
  viewer: Zone,
  length?: ExtraDate["length"],
): Span {
  const start = bounded(placed);
  const last = endAt(component, placed, viewer, length) ?? placed;
  const end = last === placed ? start : bounded(last);
  const task = component.node.name === "VTODO";
  const startMoment = momentOf(start, viewer);
  const endMoment = end === start ? startMoment : momentOf(end, viewer);
  if (start.form === "date" && endMoment.instant <= startMoment.instant && !task)
    return { start: startMoment, end: momentOf(bounded({ ...start, wall: start.wall + DAY }), viewer) };
  return { start: startMoment, end: endMoment.instant < startMoment.instant ? startMoment : endMoment };
}

function endAt(
  component: EntryComponent,
  start: EntryTime,
  viewer: Zone,
  length: ExtraDate["length"],
): EntryTime | undefined {
  if (length !== undefined) return "days" in length ? addDuration(start, length, viewer) : length;
  if (component.duration !== undefined) return addDuration(start, component.duration, viewer);
  const { start: ownStart, end } = component;
  if (end === undefined) return undefined;
  // A task with a due time only is placed by it.
  if (ownStart === undefined) return start;
  if (start.form === "date" && end.form === "date")
    return { ...end, wall: end.wall + start.wall - ownStart.wall };
  if (start.wall === ownStart.wall && start.form === ownStart.form) return end;
  const exact = instantOfTime(end, viewer) - instantOfTime(ownStart, viewer);
  return timeAt(instantOfTime(start, viewer) + exact, start, viewer);
}

function addDuration(start: EntryTime, { days, exact }: Duration, viewer: Zone): EntryTime {
  const wall = start.wall + days * DAY;
  if (start.form === "date") return { ...start, wall: dayOfWall(wall + exact) * DAY };
  if (start.form === "utc") return { ...start, wall: wall + exact };
  const from = days === 0 ? instantOfTime(start, viewer) : instantOf(wall, clockOf(start, viewer)).instant;
  return timeAt(from + exact, start, viewer);
}

/** Half-open on both sides; what has no length counts at its start, and a date counts for its whole day. */
export function overlaps({ start, end }: Span, window: { from: number; to: number }): boolean {
  if (start.instant >= window.to) return false;
  const until = start.allDay ? Math.max(end.instant, start.instant + DAY) : end.instant;
  return until > window.from || start.instant >= window.from;
}
