import { badInput } from "../errors.ts";
import type { EntryTime } from "./entry-time.ts";
import { parseMomentInput, type InputMoment } from "./moment-input.ts";
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
  type Written,
  zoneFor,
} from "./written-time.ts";
import type { Zone } from "./zone.ts";

/** When a task can begin and is due, in the words of a caller; both may be left out. */
export type TaskTimesInput = {
  start?: string | undefined;
  due?: string | undefined;
  timezone?: string | undefined;
};

/** When a task can begin and is due, as it will be written. */
export type TaskTimes = {
  start: EntryTime | undefined;
  due: EntryTime | undefined;
  /** Instants; of dates midnight UTC. Undefined without any date. */
  reach: { from: number; to: number } | undefined;
  /** What the caller should know about how the times were read, in our words. */
  notes: string[];
};

type Read = { start: Written | undefined; due: Written | undefined; zone: Zone | undefined };

/**
 * Reads start and due time of a new task. Both are of one kind (RFC 5545 section 3.8.2.3), and a date stays a date
 * (F100).
 *
 * A rule needs a DTSTART (RFC 5545 section 3.8.2.4). For a task with a due time only the series starts at the due time:
 * the reminders of Apple are stored so, and servers that check entries take it (sabre/dav refuses a start after the due
 * time, not one at it).
 *
 * @throws CaldavError `bad-input`
 */
export function readTaskTimes(input: TaskTimesInput, options: TimesOptions): TaskTimes {
  const reading = { zone: input.timezone ?? options.zone, zoneGiven: input.timezone !== undefined };
  const read = (text: string | undefined): Written | undefined =>
    text === undefined ? undefined : { moment: parseMomentInput(text, reading), text };
  const [start, due] = [read(input.start), read(input.due)];
  const first = start ?? due;
  if (first === undefined) {
    if (options.recurring) throw badInput("A task that repeats needs a `start` or a `due`.");
    return { start: undefined, due: undefined, reach: undefined, notes: [] };
  }
  if (start !== undefined && due !== undefined) requireOrder(start.moment, due.moment);
  if ((due ?? first).moment.instant > LAST_WALL) throw badInput("This task is due too far in the future.");
  const zone = first.moment.allDay ? undefined : zoneFor(first.moment, input.timezone, options);
  const times = written({ start, due, zone }, options);
  if (!options.recurring || times.start !== undefined) return times;
  const note = "A series needs a start, so the task starts when it is due.";
  return { ...times, start: times.due, notes: [...times.notes, note] };
}

function written({ start, due, zone }: Read, { recurring }: TimesOptions): TaskTimes {
  const both = [start, due].flatMap((one) => one ?? []);
  const timeOf = (one: Written | undefined): EntryTime | undefined => {
    if (one === undefined) return undefined;
    return one.moment.allDay ? dateOf(one.moment) : timeIn(one.moment.instant, zone);
  };
  const second = both.filter(({ moment }) => !moment.allDay && zone && !isNamed(moment.instant, zone));
  const begins = start ?? due;
  if (recurring && begins !== undefined && second.includes(begins)) throw badInput(SECOND_PASS_SERIES);
  const times = { start: timeOf(start), due: timeOf(due) };
  const instants = both.map(({ moment }) => (moment.allDay ? dateOf(moment).wall : moment.instant));
  return {
    ...times,
    reach: { from: Math.min(...instants), to: Math.max(...instants) },
    notes: [
      ...(start === undefined ? [] : clockNotes("start", start, zone)),
      ...(due === undefined ? [] : clockNotes("due time", due, zone)),
      ...(second.length > 0 ? [SECOND_PASS] : []),
      ...(recurring && begins !== undefined ? seriesNotes(begins, zone) : []),
    ],
  };
}

function requireOrder(start: InputMoment, due: InputMoment): void {
  if (start.allDay !== due.allDay) throw badInput("Both `start` and `due` must be dates, or both times.");
  if (due.instant < start.instant) throw badInput("The `due` must not be before `start`.");
}
