import { DAY } from "./civil.ts";
import type { EntryTime } from "./entry-time.ts";
import { ownLine, type OwnProperty, textLine } from "./gate.ts";
import { joinLines, type ContentLine } from "./lines.ts";
import type { Rule } from "./rule.ts";
import { formatTimeValue, utcStamp } from "./time-values.ts";
import { writeTimezone, type NamedZone, type Reach, type WrittenZone } from "./vtimezone-write.ts";
import type { Zone } from "./zone.ts";

/** The texts of a new entry. They are the caller's and not yet checked; empty ones are left out. */
export type Texts = {
  summary: string;
  description?: string | undefined;
  location?: string | undefined;
  categories?: readonly string[] | undefined;
};

/** `now` in unix milliseconds. */
export type ComposeOptions = { uid: string; now: number };

/** `zone`: the configured one, for times that name none. */
export type NewEntryOptions = ComposeOptions & { zone: string };

/** Writes a date or time of the entry, in the zone that the object defines. */
export type TimeLine = (name: "DTSTART" | "DTEND" | "DUE", time: EntryTime) => ContentLine;

/** A new entry: all but what every object of ours has. */
export type Composed = {
  component: "VEVENT" | "VTODO" | "VJOURNAL";
  /** The zone of its local times, and the instants that these reach. */
  zone: Zone | undefined;
  reach: Reach | undefined;
  rule: Rule | undefined;
  lines: (timeLine: TimeLine) => ContentLine[];
};

// Zones are told for so long ahead where a series has no end; afterwards the last known offset stays.
const YEARS_AHEAD = 20;

/**
 * Writes a new calendar object with one entry.
 *
 * @throws CaldavError `bad-input` when a text cannot be written
 */
export async function composeObject(
  { component, zone, reach, rule, lines }: Composed,
  { uid, now }: ComposeOptions,
): Promise<string> {
  const named = nameOf(zone);
  const written =
    named === undefined || reach === undefined ? undefined : await writeTimezone(named, reachOf(reach, rule));
  const stamp = utcStamp(now);
  return joinLines([
    ownLine("BEGIN", "VCALENDAR"),
    ownLine("VERSION", "2.0"),
    ownLine("PRODID", "-//caldav-mcp//EN"),
    ...(written?.lines ?? []),
    ownLine("BEGIN", component),
    ownLine("UID", uid),
    ownLine("DTSTAMP", stamp),
    ownLine("CREATED", stamp),
    ownLine("SEQUENCE", "0"),
    ...lines((name, time) => timeLine(name, time, written)),
    ownLine("END", component),
    ownLine("END", "VCALENDAR"),
  ]);
}

export function textLines({ summary, description, location, categories = [] }: Texts): ContentLine[] {
  return [
    textLine("summary", summary),
    ...(description ? [textLine("description", description)] : []),
    ...(location ? [textLine("location", location)] : []),
    ...(categories.length > 0 ? [textLine("categories", categories)] : []),
  ];
}

function nameOf(zone: Zone | undefined): NamedZone | undefined {
  return zone?.name === undefined ? undefined : { ...zone, name: zone.name };
}

function reachOf(reach: Reach, rule: Rule | undefined): Reach {
  if (rule === undefined) return reach;
  const horizon = reach.to + YEARS_AHEAD * 366 * DAY;
  return { from: reach.from, to: Math.max(reach.to, Math.min(horizon, rule.until?.wall ?? horizon)) };
}

function timeLine(name: OwnProperty, time: EntryTime, written: WrittenZone | undefined): ContentLine {
  const value = formatTimeValue(time);
  if (time.form === "date") return ownLine(name, value, { VALUE: "DATE" });
  return ownLine(name, value, time.form === "local" && written !== undefined ? { TZID: written.tzid } : {});
}
