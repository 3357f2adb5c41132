import { badInput } from "../errors.ts";
import type { Reminder } from "./alarm-lines.ts";
import { parseMomentInput } from "./moment-input.ts";

/** A reminder in the words of a caller: exactly one of the two. */
export type ReminderInput = { minutes_before?: number | undefined; at?: string | undefined };

/** `zone`: the configured one, for times that name none. */
export type ReminderReading = { zone: string; timezone?: string | undefined };

/** @throws CaldavError `bad-input` */
export function readReminderInput(
  { minutes_before: minutesBefore, at }: ReminderInput,
  { zone, timezone }: ReminderReading,
): Reminder {
  if ((minutesBefore === undefined) === (at === undefined))
    throw badInput("Each reminder takes either `minutes_before` or `at`.");
  if (at === undefined) return { minutesBefore: checkedMinutes(minutesBefore ?? 0) };
  const reading = { zone: timezone ?? zone, zoneGiven: timezone !== undefined };
  const { allDay, instant } = parseMomentInput(at, reading);
  if (allDay) throw badInput("A reminder goes off at a time, not on a date.");
  return { at: instant };
}

// A year and a day.
const MAX_MINUTES = 366 * 24 * 60;

function checkedMinutes(minutes: number): number {
  if (Number.isInteger(minutes) && minutes >= 0 && minutes <= MAX_MINUTES) return minutes;
  throw badInput("A reminder goes off 0 minutes to a year before the start.");
}
