import { CaldavError } from "../../errors.ts";
import { nameableTime, timeAt, type EntryTime } from "../entry-time.ts";
import { viewerZone } from "../view.ts";
import { SECOND_PASS_SERIES } from "../written-time.ts";
import { UTC } from "../zone.ts";
import { isDuration, lengthBetween } from "./length.ts";
import { type NewTimes } from "./new-times.ts";

/**
 * An entry in UTC that begins to repeat follows the clocks of the configured zone, as a new one does: in UTC its
 * occurrences would go an hour forth and back through the year.
 */
export function followingClocks(
  times: NewTimes,
  { zone, timezone }: { zone: string; timezone: string | undefined },
): NewTimes {
  const viewer = viewerZone(zone);
  const { start, end } = times;
  const first = start ?? (isDuration(end) ? undefined : end);
  if (timezone !== undefined || first?.form !== "utc" || viewer === UTC) return times;
  const local = (time: EntryTime): EntryTime =>
    time.form === "utc" ? timeAt(time.wall, { wall: 0, form: "local", zone: viewer }, viewer) : time;
  const begins = local(first);
  if (nameableTime(begins) !== begins)
    throw new CaldavError("bad-input", `${SECOND_PASS_SERIES} Nothing was changed.`);
  const ends = end === undefined || isDuration(end) ? end : local(end);
  const ambiguous = ends !== undefined && !isDuration(ends) && nameableTime(ends) !== ends;
  return {
    start: start && local(start),
    end: ambiguous && start !== undefined ? lengthBetween(local(start), ends, viewer) : ends,
    notes: [...times.notes, `The series follows the clocks of ${zone}, also where they change.`],
  };
}

/** A rule needs a DTSTART (RFC 5545 section 3.8.2.4); a task that has a due time only starts when it is due. */
export function startingWhenDue(times: NewTimes): NewTimes {
  const { start, end } = times;
  if (start !== undefined || end === undefined || isDuration(end)) return times;
  const note = "A series needs a start, so the task starts when it is due.";
  return { ...times, start: end, notes: [...times.notes, note] };
}
