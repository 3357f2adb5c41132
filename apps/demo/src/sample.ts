import { sampleCalendar, startSandbox, type Sandbox } from "sandbox";

/** The zone that the sample calendar is written in. */
export const SAMPLE_ZONE = "Europe/Berlin";

const DAY_MS = 86_400_000;

/** A running calendar server with made-up entries around today, and a course of three evenings that has an end. */
export async function openSampleCalendar(now: number): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock: () => now });
  for (const { calendar, name, text } of sampleCalendar(dayOf(now))) {
    sandbox.store.put(`${sandbox.home}${calendar}/${name}`, text);
  }
  sandbox.store.put(`${sandbox.home}events/pottery.ics`, potteryCourse(now));
  return sandbox;
}

/** `YYYY-MM-DD` in the zone of the sample calendar, some days from now. */
export function dayOf(now: number, offset = 0): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: SAMPLE_ZONE,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(now + offset * DAY_MS);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** Floating times: they are read in the zone that the server was set up with. */
function potteryCourse(now: number): string {
  const day = dayOf(now, 2).replaceAll("-", "");
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//confirm-guard//demo//EN",
    "BEGIN:VEVENT",
    "UID:pottery@sandbox.example.org",
    `DTSTAMP:${dayOf(now).replaceAll("-", "")}T060000Z`,
    `DTSTART:${day}T180000`,
    `DTEND:${day}T200000`,
    "RRULE:FREQ=WEEKLY;COUNT=3",
    "SUMMARY:Pottery course",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
