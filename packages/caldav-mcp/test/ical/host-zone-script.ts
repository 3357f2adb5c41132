// Run by host-zone.test.ts under several values of TZ; prints what must not depend on it.
import { describeRecurrence } from "../../src/ical/describe.ts";
import { readDocument } from "../../src/ical/document.ts";
import { parseMomentInput } from "../../src/ical/moment-input.ts";
import { excludeOccurrence } from "../../src/ical/edit/exclude.ts";
import { weekdayOf } from "../../src/ical/instants.ts";
import { newEvent } from "./new-event.ts";
import { berlinUnder, calendar, component, event, look, spans, YEAR_2026 } from "./documents.ts";

const texts = [
  event("DTSTART:20260329T023000", "RRULE:FREQ=DAILY;COUNT=3"),
  event("DTSTART;VALUE=DATE:20260329", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20260601"),
  event("DTSTART;TZID=Europe/Berlin:20260329T013000", "DURATION:PT24H", "RRULE:FREQ=HOURLY;COUNT=4"),
  event("DTSTART;TZID=Eastern Standard Time:20260308T003000", "RRULE:FREQ=WEEKLY;COUNT=2"),
  event("DTSTART;TZID=Nowhere:20260308T003000", "DTEND:20260308T040000Z"),
  calendar(
    berlinUnder("Office"),
    component("VEVENT", "DTSTART;TZID=Office:20261025T023000", "RRULE:FREQ=DAILY;COUNT=2"),
  ),
];
const output = texts.flatMap((text) => {
  const seen = spans(text, { ...YEAR_2026, zone: "America/Los_Angeles" });
  const days = look(text, YEAR_2026).occurrences.map(
    ({ start, recurrence }) => `${weekdayOf(start, "Asia/Tokyo")} ${recurrence}`,
  );
  return [...seen, ...days, JSON.stringify(describeRecurrence(readDocument(text)))];
});
output.push(excludeOccurrence(texts[1] ?? "", "20260331", { now: 0, zone: "UTC" }));
output.push(
  ...["2026-03-29", "2026-03-29T02:30"].map((text) =>
    JSON.stringify(parseMomentInput(text, { zone: "Europe/Berlin" })),
  ),
);
const created = [
  await newEvent({ start: "2026-03-29T02:30", recurrence: "FREQ=DAILY;UNTIL=20260331" }),
  await newEvent({ start: "2026-10-25T02:30" }),
  await newEvent({ start: "2026-03-29", recurrence: { frequency: "weekly", until: "2026-04-12" } }),
  await newEvent({ start: "2026-07-01T09:00", timezone: "Africa/Casablanca", recurrence: "FREQ=MONTHLY" }),
  await newEvent({ start: "2026-07-01T09:00-05:00", reminders: [{ at: "2026-07-01T02:30" }] }),
];
output.push(...created.map((made) => JSON.stringify(made)));
process.stdout.write(output.join("\n"));
