import type { ComponentName } from "../caldav/calendar-object.ts";

export type Line = readonly [nameAndParameters: string, value: string];

/** TEXT escaping (RFC 5545 §3.3.11). */
export function textValue(value: string): string {
  return value.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`);
}

/** Folds at 75 octets without cutting a character (RFC 5545 §3.1). */
function folded(line: string): string {
  const rows: string[] = [];
  let row = "";
  let octets = 0;
  for (const character of line) {
    const width = Buffer.byteLength(character);
    if (octets + width > 75) {
      rows.push(row);
      row = " ";
      octets = 1;
    }
    row += character;
    octets += width;
  }
  return [...rows, row].join("\r\n");
}

const BERLIN = [
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Berlin",
  "BEGIN:DAYLIGHT",
  "TZNAME:CEST",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "DTSTART:19810329T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "TZNAME:CET",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "DTSTART:19961027T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/** One calendar object: the master and its overrides, each given by its lines without BEGIN and END. */
export function entryText(component: ComponentName, entries: Line[][]): string {
  const lines = entries.map((entry) => [
    `BEGIN:${component}`,
    ...entry.map(([name, value]) => `${name}:${value}`),
    `END:${component}`,
  ]);
  const isZoned = lines.flat().some((line) => line.includes(";TZID=Europe/Berlin:"));
  const all = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//confirm-guard//sandbox//EN",
    ...(isZoned ? BERLIN : []),
    ...lines.flat(),
    "END:VCALENDAR",
  ];
  return `${all.map(folded).join("\r\n")}\r\n`;
}
