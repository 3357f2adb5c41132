import type { EntryComponent } from "../component.ts";
import { nameableTime, type EntryTime } from "../entry-time.ts";
import { makeLine, type ContentLine } from "../lines.ts";
import { formatTimeValue } from "../time-values.ts";

/**
 * A date of a series in the form of its start: TZID and VALUE as DTSTART has them, character by character. What follows
 * DTSTART compares with it for every reader, also one that takes dates apart as text (F72).
 */
export function timeLineLike(
  name: "EXDATE" | "RDATE" | "RECURRENCE-ID",
  named: EntryTime,
  series: EntryComponent,
): ContentLine {
  const time = nameableTime(named);
  const start = series.start === undefined ? "DUE" : "DTSTART";
  const line = series.node.properties.map((index) => series.lines[index]).find((own) => own?.name === start);
  const tzid = /;TZID=(?:"[^"]*"|[^;:,"]*)/i.exec(line?.content ?? "")?.[0];
  const params = time.form === "date" ? ";VALUE=DATE" : time.form === "local" ? (tzid ?? "") : "";
  return makeLine(`${name}${params}:${formatTimeValue(time)}`, line);
}
