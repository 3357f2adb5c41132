import { readDocument, type CalendarDocument } from "../../src/ical/document.ts";
import { expand, type Expansion } from "../../src/ical/occurrences.ts";
import { renderMoment } from "../../src/ical/instants.ts";
import type { Occurrence } from "../../src/ical/types.ts";

/** A calendar object around one event, from its lines without UID and DTSTAMP. */
export function event(...lines: string[]): string {
  return calendar(component("VEVENT", ...lines));
}

export function calendar(...components: string[]): string {
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n${components.join("")}END:VCALENDAR\r\n`;
}

export function component(name: string, ...lines: string[]): string {
  return [
    `BEGIN:${name}`,
    "UID:one@example.org",
    "DTSTAMP:20260101T000000Z",
    ...lines,
    `END:${name}`,
    "",
  ].join("\r\n");
}

export type Looking = { from: string; to: string; zone?: string };

/** Bounds are instants in ISO form. */
export function look(
  text: string,
  { from, to, zone = "UTC" }: Looking,
): Expansion & { document: CalendarDocument } {
  const document = readDocument(text);
  const window = { from: Date.parse(from), to: Date.parse(to) };
  const expansion = expand(document, window, { zone, ownAddresses: new Set(), maxOccurrences: 5000 });
  return { ...expansion, document };
}

/** The starts in a window, as they are shown in `zone`. */
export function starts(text: string, looking: Looking): string[] {
  return look(text, looking).occurrences.map((occurrence) => startIn(occurrence, looking.zone));
}

export function startIn(occurrence: Occurrence, zone = "UTC"): string {
  return renderMoment(occurrence.start, zone).value;
}

export function spans(text: string, looking: Looking): string[] {
  return look(text, looking).occurrences.map(
    (occurrence) =>
      `${startIn(occurrence, looking.zone)} .. ${renderMoment(occurrence.end, looking.zone ?? "UTC").value}`,
  );
}

/** The content lines of a calendar object, unfolded. */
export function contentLines(text: string): string[] {
  return text
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .filter((line) => line !== "");
}

export const YEAR_2026 = { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" };

/** What another program calls Berlin: right rules under a name of its own. */
export function berlinUnder(tzid: string): string {
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${tzid}`,
    "BEGIN:DAYLIGHT",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "DTSTART:19810329T020000",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
    "END:DAYLIGHT",
    "BEGIN:STANDARD",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "DTSTART:19961027T030000",
    "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
    "END:STANDARD",
    "END:VTIMEZONE",
    "",
  ].join("\r\n");
}
