import { describe, expect, it } from "vitest";
import { calendarQuery, openSandbox } from "./client.ts";

const object = (component: string, ...lines: string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//example.org//test//EN",
    `BEGIN:${component}`,
    "UID:one@example.org",
    "DTSTAMP:20260101T000000Z",
    ...lines,
    `END:${component}`,
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const ODD = {
  "a task without any date": object("VTODO", "SUMMARY:Some day"),
  "a task with a due date only": object("VTODO", "DUE;VALUE=DATE:20260808", "PRIORITY:1"),
  "a task that is done, with an alarm and parts nobody knows": object(
    "VTODO",
    "DTSTART;TZID=Nowhere/Known:20260801T090000",
    "COMPLETED:20260802T090000Z",
    "STATUS:COMPLETED",
    "PERCENT-COMPLETE:100",
    "RELATED-TO;RELTYPE=PARENT:two@example.org",
    "X-FOO;X-P=1,2:007",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER;RELATED=END:-PT5M",
    "END:VALARM",
  ),
  "a recurring task": object("VTODO", "DUE:20260803T170000Z", "RRULE:FREQ=WEEKLY"),
  "a journal with two descriptions and no date": object("VJOURNAL", "DESCRIPTION:One", "DESCRIPTION:Two"),
  "a journal of a day": object("VJOURNAL", "DTSTART;VALUE=DATE:20260914", "SUMMARY:Bürotag", "STATUS:DRAFT"),
};

describe.each(Object.entries(ODD))("%s", (_, text) => {
  const component = text.includes("VTODO") ? "VTODO" : "VJOURNAL";
  const calendar = component === "VTODO" ? "tasks" : "journal";

  it("is kept as it came, and listed by its kind without a time range", async () => {
    await using open = await openSandbox();
    const path = `${open.sandbox.home}${calendar}/odd.ics`;
    expect((await open.request("PUT", path, { body: text })).status).toBe(201);
    expect((await open.request("GET", path)).text).toBe(text);
    const body = calendarQuery(`<C:comp-filter name="${component}"/>`);
    const listed = await open.request("REPORT", `${open.sandbox.home}${calendar}/`, { body });
    expect(listed.text).toContain("odd.ics");
  });

  it("is refused by a calendar of another kind", async () => {
    await using open = await openSandbox();
    const refused = await open.request("PUT", `${open.sandbox.home}events/odd.ics`, { body: text });
    expect([refused.status, refused.text.includes("supported-calendar-component")]).toEqual([403, true]);
  });
});
