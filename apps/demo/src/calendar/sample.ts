import { sampleCalendar, startSandbox, type Sandbox, type SandboxOptions } from "sandbox";
import { dayOf } from "../days.ts";

/** A running calendar server with made-up entries around today, and a course of three evenings that has an end. */
export async function openSampleCalendar(
  now: number,
  options: Pick<SandboxOptions, "calendars" | "scheduling"> = {},
): Promise<Sandbox> {
  const sandbox = await startSandbox({ ...options, clock: () => now });
  for (const { calendar, name, text } of sampleCalendar(dayOf(now))) {
    sandbox.store.put(`${sandbox.home}${calendar}/${name}`, text);
  }
  sandbox.store.put(`${sandbox.home}events/pottery.ics`, potteryCourse(now));
  return sandbox;
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
