import { DAY, dayNumber } from "./civil.ts";
import type { EntryTime } from "./entry-time.ts";
import { ianaZone } from "./iana-zone.ts";
import type { InputMoment } from "./moment-input.ts";
import { parseTimeValue } from "./time-values.ts";
import { instantOf, wallAt, type Zone } from "./zone.ts";

/** `zone`: the configured one, for times that name none. `recurring`: the entry will have a rule. */
export type TimesOptions = { zone: string; recurring: boolean };

/** The last day that an entry may end on. */
export const LAST_WALL = dayNumber(9999, 12, 31) * DAY;

/**
 * The zone that the times of a new entry are written in, chosen by the first of them: the one that was given, else the
 * configured one; an instant stays one in UTC, but a series follows a zone. Undefined stands for UTC, which is written
 * as such and not as the name of a zone.
 */
export function zoneFor(
  first: InputMoment,
  timezone: string | undefined,
  { zone, recurring }: TimesOptions,
): Zone | undefined {
  const follows = recurring && timezone === undefined ? zone : (first.zone ?? zone);
  const named = ianaZone(follows);
  return named?.name === "UTC" ? undefined : named;
}

export function dateOf({ wall }: InputMoment): EntryTime {
  return { wall: parseTimeValue(wall.replaceAll("-", ""))?.wall ?? 0, form: "date", zone: undefined };
}

/** An instant on the clock of a zone; in UTC where that clock would be read as an earlier moment. */
export function timeIn(instant: number, zone: Zone | undefined): EntryTime {
  if (zone === undefined || !isNamed(instant, zone)) return { wall: instant, form: "utc", zone: undefined };
  return { wall: wallAt(instant, zone), form: "local", zone };
}

/** Whether the wall time of an instant names that instant, and not the earlier one of two. */
export function isNamed(instant: number, zone: Zone): boolean {
  return instantOf(wallAt(instant, zone), zone).instant === instant;
}

/** What the clocks of that day make of a local time, in our words. */
export function clockNotes(which: string, { moment, text }: Written, zone: Zone | undefined): string[] {
  if (zone === undefined || hasOffset(text)) return [];
  if (moment.gap)
    return [
      `Clocks skip the given ${which} on that day; it was set to ${moment.wall}, the time they show instead.`,
    ];
  return isTwice(moment.instant, zone)
    ? [`Clocks show the given ${which} twice on that day; the first one was taken.`]
    : [];
}

/** A time as it was read, and as the caller wrote it. */
export type Written = { moment: InputMoment; text: string };

/** What a caller should know of a series that starts at such a time. */
export function seriesNotes({ moment, text }: Written, zone: Zone | undefined): string[] {
  if (zone === undefined) return [];
  return [
    ...(hasOffset(text)
      ? [`The series follows the clocks of ${zone.name ?? ""}, also where they change.`]
      : []),
    ...(moment.gap ? ["The whole series has that time of day."] : []),
  ];
}

export const SECOND_PASS =
  "On that day clocks show this time twice; the second one is meant, so it was written in UTC.";
export const SECOND_PASS_SERIES =
  "On that day clocks show this time twice, and a series cannot start at the second one; choose another start.";

function isTwice(instant: number, zone: Zone): boolean {
  const wall = wallAt(instant, zone);
  const other = wall - zone.offsetAt(instant + DAY);
  return other > instant && wallAt(other, zone) === wall;
}

/** The text is one that was read: digits and signs. */
function hasOffset(text: string): boolean {
  return /T.{5,20}(?:Z|[+-]\d{2}:?\d{2})$/.test(text.trim());
}
