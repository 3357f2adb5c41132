import { CaldavError } from "../../errors.ts";
import type { EntryComponent } from "../component.ts";
import { nameableTime, type EntryTime } from "../entry-time.ts";
import { ownLine } from "../gate.ts";
import { lineAt, nameAt } from "../line-table.ts";
import { makeLine, partsOf, type ContentLine } from "../lines.ts";
import { formatTimeValue } from "../time-values.ts";
import type { Zone } from "../zone.ts";

export type TimeName = "DTSTART" | "DTEND" | "DUE" | "EXDATE" | "RDATE" | "RECURRENCE-ID";

/** A line and the time that it says: a new time of that form and zone is written as this one is. */
export type WrittenTime = { line: ContentLine; time: EntryTime };

export function lineOf({ node, lines }: EntryComponent, name: string): ContentLine | undefined {
  const index = node.properties.find((own) => nameAt(lines, own) === name);
  return index === undefined ? undefined : lineAt(lines, index);
}

/** What the dates of a series are written like: its DTSTART, or the DUE of a task that has no start. */
export function startLineOf(series: EntryComponent): ContentLine | undefined {
  return lineOf(series, series.start === undefined ? "DUE" : "DTSTART");
}

/**
 * The parameters of a date that follows the start of its series: TZID and VALUE as that has them, character by
 * character. It then compares with DTSTART for every reader, also one that takes dates apart as text (F72).
 */
export function paramsLike(time: EntryTime, start: ContentLine | undefined): string {
  if (time.form === "date") return ";VALUE=DATE";
  if (time.form === "utc") return "";
  return /;TZID=(?:"[^"]*"|[^;:,"]*)/i.exec(start?.content ?? "")?.[0] ?? "";
}

/** A date of a series, in the form of its start. */
export function timeLineLike(name: TimeName, named: EntryTime, series: EntryComponent): ContentLine {
  const time = nameableTime(named);
  const start = startLineOf(series);
  return makeLine(`${name}${paramsLike(time, start)}:${formatTimeValue(time)}`, start);
}

/**
 * A time in place of an old one. Where form and zone stay, so do the parameters, and of a time that had no line those
 * of the start; a zone that is new to the component is written as `tzid`.
 */
export function timeLine(
  name: "DTSTART" | "DTEND" | "DUE",
  named: EntryTime,
  { like, tzid }: { like: readonly (WrittenTime | undefined)[]; tzid: string | undefined },
): ContentLine {
  const time = nameableTime(named);
  const value = formatTimeValue(time);
  const old = like.find(
    (written) =>
      written !== undefined && written.time.form === time.form && isSameZone(written.time.zone, time.zone),
  );
  if (old?.line.name === name) return withValue(old.line, value);
  if (time.form === "date") return ownLine(name, value, { VALUE: "DATE" });
  if (time.form === "utc") return ownLine(name, value);
  if (old !== undefined) return makeLine(`${name}${paramsLike(time, old.line)}:${value}`, old.line);
  if (time.zone === undefined) return ownLine(name, value);
  // Without its zone it would be another time.
  if (tzid === undefined)
    throw new CaldavError(
      "unsupported",
      "This time zone cannot be written to a calendar; nothing was changed.",
    );
  return ownLine(name, value, { TZID: tzid });
}

/** One zone may be known by several objects. */
export function isSameZone(one: Zone | undefined, other: Zone | undefined): boolean {
  return one === other || (one?.name !== undefined && one.name.toLowerCase() === other?.name?.toLowerCase());
}

/** The line with its parameters as they are written, and another value. */
export function withValue(line: ContentLine, value: string): ContentLine {
  const old = partsOf(line)?.value ?? "";
  return makeLine(
    line.content.slice(0, line.content.length - old.length).replace(/^\uFEFF/, "") + value,
    line,
  );
}
