import { CaldavError } from "../errors.ts";
import { DAY, dayNumber, HOUR, isoDate } from "./civil.ts";
import type { EntryTime } from "./entry-time.ts";
import { ianaZone } from "./iana-zone.ts";
import { parseMomentInput, type InputMoment } from "./moment-input.ts";
import { parseTimeValue, type Duration } from "./time-values.ts";
import { instantOf, wallAt, type Zone } from "./zone.ts";

/** When an event is, in the words of a caller. */
export type TimesInput = { start: string; end?: string | undefined; timezone?: string | undefined };

/** `zone`: the configured one, for times that name none. `recurring`: the event will have a rule. */
export type TimesOptions = { zone: string; recurring: boolean };

/** When an event is, as it will be written. */
export type EventTimes = {
  start: EntryTime;
  /** A length in place of an end where the clock shows the same time twice and an end would be ambiguous. */
  end: EntryTime | Duration;
  /** Instants; of dates midnight UTC. */
  reach: { from: number; to: number };
  /** What the caller should know about how the times were read, in our words. */
  notes: string[];
};

const LAST_WALL = dayNumber(9999, 12, 31) * DAY;

/**
 * Reads start and end of a new event. Without an end it lasts an hour, or a day. A local time gets its zone; an instant
 * stays one in UTC, or in the zone that was given; a series that names no zone follows the configured one.
 *
 * @throws CaldavError `bad-input`
 */
export function readEventTimes(input: TimesInput, options: TimesOptions): EventTimes {
  const reading = { zone: input.timezone ?? options.zone, zoneGiven: input.timezone !== undefined };
  const start = parseMomentInput(input.start, reading);
  const end = input.end === undefined ? undefined : parseMomentInput(input.end, reading);
  if (end !== undefined && end.allDay !== start.allDay)
    throw badInput("Both `start` and `end` must be dates, or both times.");
  if (start.allDay) return allDay(start, end);
  const zone = zoneFor(start, input, options);
  return timed({ start, end, zone, input }, options);
}

function allDay(start: InputMoment, end: InputMoment | undefined): EventTimes {
  const from = wallOfDate(start);
  const to = end === undefined ? from + DAY : wallOfDate(end);
  if (to <= from)
    throw badInput(
      "The `end` of an all-day event is exclusive, so it must be a date after `start`; leave it out for one day.",
    );
  if (to > LAST_WALL) throw badInput("This event ends too far in the future.");
  const date = (wall: number): EntryTime => ({ wall, form: "date", zone: undefined });
  const last = to - DAY;
  const notes = last === from ? [] : [`All day from ${isoDate(from)} up to and including ${isoDate(last)}.`];
  return { start: date(from), end: date(to), reach: { from, to }, notes };
}

function wallOfDate({ wall }: InputMoment): number {
  return parseTimeValue(wall.replaceAll("-", ""))?.wall ?? 0;
}

/** Undefined stands for UTC, which is written as such and not as the name of a zone. */
function zoneFor(start: InputMoment, input: TimesInput, { zone, recurring }: TimesOptions): Zone | undefined {
  const follows = recurring && input.timezone === undefined ? zone : (start.zone ?? zone);
  const named = ianaZone(follows);
  return named?.name === "UTC" ? undefined : named;
}

type Timed = {
  start: InputMoment;
  end: InputMoment | undefined;
  zone: Zone | undefined;
  input: TimesInput;
};

function timed({ start, end, zone, input }: Timed, { recurring }: TimesOptions): EventTimes {
  const from = start.instant;
  const to = end?.instant ?? from + HOUR;
  if (to <= from) throw badInput("The `end` must be later than `start`.");
  if (to > LAST_WALL) throw badInput("This event ends too far in the future.");
  const notes = [
    ...clockNotes("start", start, input.start, zone),
    ...(end === undefined ? [] : clockNotes("end", end, input.end ?? "", zone)),
  ];
  const reach = { from, to };
  const utc = (wall: number): EntryTime => ({ wall, form: "utc", zone: undefined });
  if (zone === undefined) return { start: utc(from), end: utc(to), reach, notes };

  const local = (instant: number): EntryTime => ({ wall: wallAt(instant, zone), form: "local", zone });
  if (!isNamed(from, zone)) {
    if (recurring)
      throw badInput(
        "On that day clocks show this time twice, and a series cannot start at the second one; choose another start.",
      );
    const note =
      "On that day clocks show this time twice; the second one is meant, so it was written in UTC.";
    return { start: utc(from), end: utc(to), reach, notes: [...notes, note] };
  }
  if (recurring && hasOffset(input.start))
    notes.push(`The series follows the clocks of ${zone.name ?? ""}, also where they change.`);
  if (recurring && start.gap) notes.push("The whole series has that time of day.");
  // On the clock the end may read like an earlier moment; a length cannot be misread.
  const written = isNamed(to, zone) ? local(to) : { days: 0, exact: to - from };
  return { start: local(from), end: written, reach, notes };
}

/** Whether the wall time of an instant names that instant, and not the earlier one of two. */
function isNamed(instant: number, zone: Zone): boolean {
  return instantOf(wallAt(instant, zone), zone).instant === instant;
}

function clockNotes(
  which: "start" | "end",
  moment: InputMoment,
  text: string,
  zone: Zone | undefined,
): string[] {
  if (zone === undefined || hasOffset(text)) return [];
  if (moment.gap)
    return [
      `Clocks skip the given ${which} on that day; it was set to ${moment.wall}, the time they show instead.`,
    ];
  return isTwice(moment.instant, zone)
    ? [`Clocks show the given ${which} twice on that day; the first one was taken.`]
    : [];
}

function isTwice(instant: number, zone: Zone): boolean {
  const wall = wallAt(instant, zone);
  const other = wall - zone.offsetAt(instant + DAY);
  return other > instant && wallAt(other, zone) === wall;
}

/** The text is one that was read: digits and signs. */
function hasOffset(text: string): boolean {
  return /T.{5,20}(?:Z|[+-]\d{2}:?\d{2})$/.test(text.trim());
}

function badInput(why: string): CaldavError {
  return new CaldavError("bad-input", `${why} Nothing was changed.`);
}
