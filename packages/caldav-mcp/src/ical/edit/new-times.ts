import { badInput } from "../../errors.ts";
import { DAY, isoDate } from "../civil.ts";
import type { EntryComponent } from "../component.ts";
import { spanAt, withinYears } from "../entry-span.ts";
import { instantOfTime, timeAt, type EntryTime } from "../entry-time.ts";
import { parseMomentInput } from "../moment-input.ts";
import type { Duration } from "../time-values.ts";
import { viewerZone } from "../view.ts";
import {
  clockNotes,
  dateOf,
  SECOND_PASS,
  SECOND_PASS_SERIES,
  seriesNotes,
  zoneFor,
  type Written,
} from "../written-time.ts";
import { instantOf, type Zone } from "../zone.ts";
import { isDuration, lengthBetween, movedEnd, timesOf, type Times } from "./length.ts";
import { kindOf } from "./patch.ts";
import { isSameZone } from "./time-line.ts";
import type { TimesChange } from "./types.ts";

const TAKES_NO_TIME = "It ends when it starts, so it takes no time.";

export type NewTimes = Times & { notes: string[] };

/** `recurring`: other occurrences follow from the start. */
export type NewTimesOptions = { zone: string; recurring: boolean };

/**
 * When an entry is after a change. A start alone keeps the length: as many days, or as much exact time; an end alone
 * changes it. Times stay in the form and zone they are written in unless the caller names another zone.
 *
 * @throws CaldavError `bad-input`
 */
export function readNewTimes(
  component: EntryComponent,
  times: TimesChange,
  options: NewTimesOptions,
): NewTimes {
  const reader = createReader(component, times, options);
  const start = reader.start();
  const end = reader.end(start);
  requireYears({ start, end });
  // A length that is kept may be none: events without an end are stored in many ways.
  if (typeof times.end === "string" || component.start === undefined)
    requireOrder(component, { start, end }, options);
  return { start, end, notes: reader.notes({ start, end }) };
}

function createReader(component: EntryComponent, times: TimesChange, { zone, recurring }: NewTimesOptions) {
  const kind = kindOf(component);
  const viewer = viewerZone(zone);
  const had = timesOf(component);
  const hadEnd = isDuration(had.end) ? undefined : had.end;
  const names = { start: "`start`", end: kind === "task" ? "`due`" : "`end`" };
  refuseMissing();
  const reading = { zone: times.timezone ?? zone, zoneGiven: times.timezone !== undefined };
  const read = (text: string | null | undefined): Written | null | undefined =>
    typeof text === "string" ? { moment: parseMomentInput(text, reading), text } : text;
  const given = { start: read(times.start), end: read(times.end) };
  const first = given.start ?? given.end ?? undefined;
  const wasAllDay = (had.start ?? hadEnd)?.form === "date";
  const turns =
    first !== undefined && (had.start ?? hadEnd) !== undefined && first.moment.allDay !== wasAllDay;
  refuseHalfTurn();
  let secondPass = false;

  /** What a new time is written like; `undefined` stands for what is there. */
  const model = (old: EntryTime | undefined): EntryTime => {
    if (first === undefined) throw new RangeError("No time was given.");
    const like = turns ? undefined : (old ?? had.start ?? hadEnd);
    if (like !== undefined && times.timezone === undefined) return like;
    const target = zoneFor(first.moment, times.timezone, { zone, recurring });
    if (like !== undefined && like.form === "local" && isSameZone(like.zone, target)) return like;
    return { wall: 0, form: target === undefined ? "utc" : "local", zone: target };
  };
  const at = (written: Written, old: EntryTime | undefined): EntryTime =>
    written.moment.allDay ? dateOf(written.moment) : timeAt(written.moment.instant, model(old), viewer);

  return {
    start(): EntryTime | undefined {
      if (given.start === null) return undefined;
      if (given.start === undefined) return had.start;
      const start = at(given.start, had.start);
      if (!isSecondPass(start, viewer)) return start;
      if (recurring) throw badInput(SECOND_PASS_SERIES);
      secondPass = true;
      return inUtc(start);
    },

    end(start: EntryTime | undefined): Times["end"] {
      if (given.end === null) return undefined;
      if (given.end !== undefined) {
        const end = at(given.end, hadEnd);
        if (start !== undefined && takesNoTime(start, end)) return undefined;
        return isDuration(had.end) && start !== undefined
          ? lengthBetween(start, end, viewer)
          : writable(start, end);
      }
      if (given.start === undefined || had.start === undefined) return had.end;
      if (start === undefined)
        return had.end === undefined ? undefined : endMoved(component, had.start, viewer);
      if (isDuration(had.end) || had.end === undefined) return had.end;
      // A length that is kept ends where the end is written, unless all of it goes to another zone.
      const like = times.timezone === undefined ? had.end : start;
      return writable(start, movedEnd({ start: had.start, end: had.end }, { start, like, viewer }));
    },

    notes(next: Times): string[] {
      const clock = viewerZone(reading.zone);
      const { start, end } = given;
      const timed = next.start !== undefined && next.start.form !== "date";
      return [
        ...(start ? clockNotes("start", start, clock) : []),
        ...(end ? clockNotes(kind === "task" ? "due time" : "end", end, clock) : []),
        ...(secondPass ? [SECOND_PASS] : []),
        ...(start && timed && recurring ? seriesNotes(start, next.start?.zone) : []),
        ...(kind === "event" && first !== undefined ? daysNote(next) : []),
        ...(end && next.end === undefined ? [TAKES_NO_TIME] : []),
      ];
    },
  };

  /** On the clock the end of an event may read like an earlier moment; a length cannot be misread. */
  function writable(start: EntryTime | undefined, end: EntryTime): EntryTime | Duration {
    if (!isSecondPass(end, viewer)) return end;
    return kind === "event" && start !== undefined ? lengthBetween(start, end, viewer) : inUtc(end);
  }

  /** Such an event has no end of its own (RFC 5545 section 3.6.1). */
  function takesNoTime(start: EntryTime, end: EntryTime): boolean {
    const timed = kind === "event" && start.form !== "date" && end.form !== "date";
    return timed && instantOfTime(start, viewer) === instantOfTime(end, viewer);
  }

  function refuseMissing(): void {
    if (times.timezone !== undefined && times.start === undefined && times.end === undefined)
      throw badInput(
        `\`timezone\` says how ${names.start} and ${names.end} are read, so it needs one of them.`,
      );
    if (kind === "journal" && times.end !== undefined) throw badInput("A journal has no `end`.");
    if (kind === "event" && times.start === null) throw badInput("An event has a `start`.");
    if (kind === "event" && times.end === null) throw badInput("An event has an `end`.");
    if (recurring && times.start === null)
      throw badInput("What repeats needs a `start`; end the repeating first, or give another one.");
    if (recurring && had.start === undefined && times.end === null)
      throw badInput("What repeats needs a `start` or a `due`; end the repeating first.");
  }

  function refuseHalfTurn(): void {
    const both = given.start && given.end ? given.start.moment.allDay === given.end.moment.allDay : true;
    if (!both) throw badInput(`Both ${names.start} and ${names.end} must be dates, or both times.`);
    const hasStart = had.start !== undefined && given.start !== null;
    const hasEnd = (had.end !== undefined || kind === "event") && given.end !== null;
    const missing = (!given.start && hasStart) || (!given.end && hasEnd);
    if (turns && missing)
      throw badInput(`To go from dates to times or back, both ${names.start} and ${names.end} are needed.`);
  }
}

/** On a clock that shows this time twice, its own or for a floating time the viewer's, and the later one is meant. */
function isSecondPass(time: EntryTime, viewer: Zone): boolean {
  const { form, wall, zone, at } = time;
  return form === "local" && at !== undefined && instantOf(wall, zone ?? viewer).instant !== at;
}

function inUtc({ wall, at }: EntryTime): EntryTime {
  return { wall: at ?? wall, form: "utc", zone: undefined };
}

/** When a task is due that only says how long it takes. */
function endMoved(component: EntryComponent, start: EntryTime, viewer: Zone): EntryTime {
  if (component.duration === undefined && component.end !== undefined) return component.end;
  const { end } = spanAt(component, start, viewer);
  const { wall } = dateOf({ ...end, gap: false });
  return start.form === "date" ? { ...start, wall } : timeAt(end.instant, start, viewer);
}

function requireYears({ start, end }: Times): void {
  const last = isDuration(end) ? start && { ...start, wall: start.wall + end.days * DAY + end.exact } : end;
  for (const time of [start, last])
    if (time !== undefined && time.wall !== withinYears(time.wall))
      throw badInput("This lies outside of the years 1 to 9999.");
}

function requireOrder(component: EntryComponent, { start, end }: Times, { zone }: NewTimesOptions): void {
  const viewer = viewerZone(zone);
  if (start === undefined || end === undefined) return;
  const { days, exact } = isDuration(end) ? end : lengthBetween(start, end, viewer);
  const length = days * DAY + exact;
  if (kindOf(component) === "task" ? length < 0 : length <= 0) throw badInput(wrongOrder(component, start));
}

function wrongOrder(component: EntryComponent, start: EntryTime): string {
  if (kindOf(component) === "task") return "The `due` must not be before `start`.";
  return start.form === "date"
    ? "The `end` of an all-day event is exclusive, so it must be a date after `start`."
    : "The `end` must be later than `start`.";
}

function daysNote({ start, end }: Times): string[] {
  if (start?.form !== "date" || end === undefined) return [];
  const last = (isDuration(end) ? start.wall + end.days * DAY : end.wall) - DAY;
  return last <= start.wall
    ? []
    : [`All day from ${isoDate(start.wall)} up to and including ${isoDate(last)}.`];
}
