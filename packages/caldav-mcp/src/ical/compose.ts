import { alarmLines, type Reminder } from "./alarm-lines.ts";
import { DAY, SECOND } from "./civil.ts";
import { writeRule } from "./describe.ts";
import type { EntryTime } from "./entry-time.ts";
import type { EventTimes } from "./event-times.ts";
import { ownLine, textLine } from "./gate.ts";
import { joinLines, type ContentLine } from "./lines.ts";
import type { Rule } from "./rule.ts";
import { formatTimeValue, utcStamp, type Duration } from "./time-values.ts";
import { writeTimezone, type NamedZone, type Reach, type WrittenZone } from "./vtimezone-write.ts";
import type { Zone } from "./zone.ts";

/** A new event. Texts are the caller's and not yet checked; empty ones are left out. */
export type EventDraft = {
  times: EventTimes;
  rule: Rule | undefined;
  summary: string;
  description?: string | undefined;
  location?: string | undefined;
  categories?: readonly string[] | undefined;
  status?: "tentative" | "confirmed" | "cancelled" | undefined;
  transparent?: boolean | undefined;
  reminders?: readonly Reminder[] | undefined;
};

export type ComposeOptions = { uid: string; now: number };

// Zones are told for so long ahead where a series has no end; afterwards the last known offset stays.
const YEARS_AHEAD = 20;

/**
 * Writes a new calendar object with one event.
 *
 * @throws CaldavError `bad-input` when a text cannot be written
 */
export async function composeEvent(draft: EventDraft, { uid, now }: ComposeOptions): Promise<string> {
  const { times, rule, summary, description, location, categories = [], reminders = [] } = draft;
  const zone = nameOf(times.start.zone);
  const written = zone === undefined ? undefined : await writeTimezone(zone, reachOf(times, rule));
  const stamp = utcStamp(now);
  const lines = [
    ownLine("BEGIN", "VCALENDAR"),
    ownLine("VERSION", "2.0"),
    ownLine("PRODID", "-//caldav-mcp//EN"),
    ...(written?.lines ?? []),
    ownLine("BEGIN", "VEVENT"),
    ownLine("UID", uid),
    ownLine("DTSTAMP", stamp),
    ownLine("CREATED", stamp),
    ownLine("SEQUENCE", "0"),
    timeLine("DTSTART", times.start, written),
    "days" in times.end
      ? ownLine("DURATION", exactDuration(times.end))
      : timeLine("DTEND", times.end, written),
    ...(rule === undefined ? [] : [ownLine("RRULE", writeRule(rule))]),
    textLine("summary", summary),
    ...(description ? [textLine("description", description)] : []),
    ...(location ? [textLine("location", location)] : []),
    ...(categories.length > 0 ? [textLine("categories", categories)] : []),
    ...(draft.status === undefined ? [] : [ownLine("STATUS", draft.status.toUpperCase())]),
    ...(draft.transparent === undefined
      ? []
      : [ownLine("TRANSP", draft.transparent ? "TRANSPARENT" : "OPAQUE")]),
    ...reminders.flatMap((reminder) => alarmLines(reminder)),
    ownLine("END", "VEVENT"),
    ownLine("END", "VCALENDAR"),
  ];
  return joinLines(lines);
}

function nameOf(zone: Zone | undefined): NamedZone | undefined {
  return zone?.name === undefined ? undefined : { ...zone, name: zone.name };
}

function reachOf({ reach }: EventTimes, rule: Rule | undefined): Reach {
  if (rule === undefined) return reach;
  const horizon = reach.to + YEARS_AHEAD * 366 * DAY;
  return { from: reach.from, to: Math.max(reach.to, Math.min(horizon, rule.until?.wall ?? horizon)) };
}

function timeLine(name: "DTSTART" | "DTEND", time: EntryTime, written: WrittenZone | undefined): ContentLine {
  const value = formatTimeValue(time);
  if (time.form === "date") return ownLine(name, value, { VALUE: "DATE" });
  return ownLine(name, value, time.form === "local" && written !== undefined ? { TZID: written.tzid } : {});
}

function exactDuration({ exact }: Duration): string {
  return `PT${Math.round(exact / SECOND)}S`;
}
