import { DAY } from "../civil.ts";
import type { EntryComponent } from "../component.ts";
import { instantOfTime, timeAt, type EntryTime } from "../entry-time.ts";
import type { Duration } from "../time-values.ts";
import type { Zone } from "../zone.ts";

/** The part of a component that times are about. */
export type Times = { start: EntryTime | undefined; end: EntryTime | Duration | undefined };

export function timesOf({ start, end, duration }: EntryComponent): Times {
  return { start, end: duration ?? end };
}

export function isDuration(end: Times["end"]): end is Duration {
  return end !== undefined && "days" in end;
}

/** Days between dates, else exact time. */
export function lengthBetween(start: EntryTime, end: EntryTime, viewer: Zone): Duration {
  if (start.form === "date" && end.form === "date")
    return { days: Math.round((end.wall - start.wall) / DAY), exact: 0 };
  return { days: 0, exact: instantOfTime(end, viewer) - instantOfTime(start, viewer) };
}

/** The end that keeps the length after another start, written like `like`. */
export function movedEnd(
  old: { start: EntryTime; end: EntryTime },
  { start, like, viewer }: { start: EntryTime; like: EntryTime; viewer: Zone },
): EntryTime {
  const { days, exact } = lengthBetween(old.start, old.end, viewer);
  if (start.form === "date") return { ...start, wall: start.wall + days * DAY + exact - (exact % DAY) };
  return timeAt(
    instantOfTime(start, viewer) + days * DAY + exact,
    like.form === "date" ? start : like,
    viewer,
  );
}

/** The end that gives another start the length of `times`. */
export function endLike({ start, end }: Times, place: EntryTime, viewer: Zone): Times["end"] {
  if (end === undefined || isDuration(end) || start === undefined) return end;
  return movedEnd({ start, end }, { start: place, like: end, viewer });
}
