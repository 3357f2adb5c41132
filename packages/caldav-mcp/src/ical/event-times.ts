import { badInput } from "../errors.ts";
import { DAY, HOUR, isoDate } from "./civil.ts";
import type { EntryTime } from "./entry-time.ts";
import { parseMomentInput, type InputMoment } from "./moment-input.ts";
import type { Duration } from "./time-values.ts";
import {
  clockNotes,
  dateOf,
  isNamed,
  LAST_WALL,
  SECOND_PASS,
  SECOND_PASS_SERIES,
  seriesNotes,
  timeIn,
  type TimesOptions,
  zoneFor,
} from "./written-time.ts";
import type { Zone } from "./zone.ts";

/** When an event is, in the words of a caller. */
export type TimesInput = { start: string; end?: string | undefined; timezone?: string | undefined };

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
  return timed({ start, end, zone: zoneFor(start, input.timezone, options), input }, options);
}

function allDay(start: InputMoment, end: InputMoment | undefined): EventTimes {
  const first = dateOf(start);
  const { wall: from } = first;
  const to = end === undefined ? from + DAY : dateOf(end).wall;
  if (to <= from)
    throw badInput(
      "The `end` of an all-day event is exclusive, so it must be a date after `start`; leave it out for one day.",
    );
  if (to > LAST_WALL) throw badInput("This event ends too far in the future.");
  const last = to - DAY;
  const notes = last === from ? [] : [`All day from ${isoDate(from)} up to and including ${isoDate(last)}.`];
  return { start: first, end: { ...first, wall: to }, reach: { from, to }, notes };
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
  const begins = { moment: start, text: input.start };
  const notes = [
    ...clockNotes("start", begins, zone),
    ...(end === undefined ? [] : clockNotes("end", { moment: end, text: input.end ?? "" }, zone)),
  ];
  const reach = { from, to };
  if (zone === undefined) return { start: timeIn(from, zone), end: timeIn(to, zone), reach, notes };
  if (!isNamed(from, zone)) {
    if (recurring) throw badInput(SECOND_PASS_SERIES);
    return { start: timeIn(from, zone), end: timeIn(to, undefined), reach, notes: [...notes, SECOND_PASS] };
  }
  if (recurring) notes.push(...seriesNotes(begins, zone));
  // On the clock the end may read like an earlier moment; a length cannot be misread.
  const written = isNamed(to, zone) ? timeIn(to, zone) : { days: 0, exact: to - from };
  return { start: timeIn(from, zone), end: written, reach, notes };
}
