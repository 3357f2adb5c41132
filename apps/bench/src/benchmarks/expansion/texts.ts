import { calendarWith, eventOf } from "../../servers/calendar-text.ts";

/** Every family of rules that calendar programs write, all begun in January 2010. */
export const RULES = [
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
  "FREQ=MONTHLY;BYDAY=1MO",
  "FREQ=MONTHLY;BYMONTHDAY=-1",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
  "FREQ=YEARLY",
  "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
] as const;

/** A series that has run for years: its text, and its rule for those that only know rules. */
export type Series = { text: string; rule: string; hour: number };

export function seriesTexts(count: number): Series[] {
  return Array.from({ length: count }, (_, index) => {
    const rule = RULES[index % RULES.length] ?? RULES[0];
    const hour = 8 + (index % 10);
    const start = `;TZID=Europe/Berlin:20100104T${String(hour).padStart(2, "0")}0000`;
    return { text: calendarWith(eventOf({ uid: `series-${index}`, start, rule })), rule, hour };
  });
}

/**
 * Single events, each with a VTIMEZONE in its own document, under a name that only this says the meaning of.
 *
 * @param zones - how many zones there are among them
 */
export function zonedTexts(count: number, zones = 4): string[] {
  return Array.from({ length: count }, (_, index) => {
    const tzid = `Office ${index % zones}`;
    const day = String(1 + (index % 28)).padStart(2, "0");
    const start = `;TZID=${tzid}:202609${day}T${String(8 + (index % 10)).padStart(2, "0")}0000`;
    return calendarWith(zoneBlock(tzid), eventOf({ uid: `event-${index}`, start }));
  });
}

function zoneBlock(tzid: string): string {
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${tzid}`,
    "BEGIN:STANDARD",
    "DTSTART:19701025T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:19700329T020000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ].join("\r\n");
}
