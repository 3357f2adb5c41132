import type { Component } from "./requests.ts";

const BERLIN = `BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`;

let uids = 0;

/** A UID that no other object of this run has: some servers take one only once in all calendars of an account. */
export function uidOf(name: string): string {
  uids += 1;
  return `${name}-${uids}@example.org`;
}

/** One calendar object; each entry is its lines without BEGIN, UID, DTSTAMP and END, parted by newlines. */
export function object(component: Component, uid: string, ...entries: string[]): string {
  const written = entries.map(
    (lines) => `BEGIN:${component}\nUID:${uid}\nDTSTAMP:20260101T000000Z\n${lines}\nEND:${component}`,
  );
  const zone = entries.some((lines) => lines.includes("TZID=Europe/Berlin")) ? [BERLIN] : [];
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//example.org//behaviour//EN",
    ...zone,
    ...written,
    "END:VCALENDAR",
    "",
  ]
    .join("\n")
    .replaceAll("\n", "\r\n");
}

export const event = (uid: string, ...entries: string[]): string => object("VEVENT", uid, ...entries);
export const todo = (uid: string, ...entries: string[]): string => object("VTODO", uid, ...entries);
export const journal = (uid: string, ...entries: string[]): string => object("VJOURNAL", uid, ...entries);

/** An event of one hour that nothing else is about. */
export const plainEvent = (uid: string): string =>
  event(uid, "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\nSUMMARY:Plain");
