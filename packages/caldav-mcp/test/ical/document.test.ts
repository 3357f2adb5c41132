import { describe, expect, it } from "vitest";
import { CaldavError } from "../../src/errors.ts";
import { readDocument } from "../../src/ical/document.ts";
import { calendar, component, event, starts, YEAR_2026 } from "./documents.ts";

const NINE = ["2026-01-05T09:00:00+00:00"];
const failure = (text: string): unknown => {
  try {
    return readDocument(text);
  } catch (error) {
    return error instanceof CaldavError ? error.code : error;
  }
};

describe("reading a calendar object", () => {
  it.each([
    ["a byte order mark", `\uFEFF${event("DTSTART:20260105T090000Z")}`],
    ["bare line feeds", event("DTSTART:20260105T090000Z").replaceAll("\r\n", "\n")],
    ["a junk line", event("DTSTART:20260105T090000Z", "this is no property")],
    ["an empty line", event("DTSTART:20260105T090000Z", "", "SUMMARY:x")],
    ["empty dates", event("DTSTART:20260105T090000Z", "CREATED:", "DTEND:", "EXDATE:", "RECURRENCE-ID:")],
    [
      "lower case",
      event("dtstart:20260105t090000z")
        .replace("BEGIN:VEVENT", "begin:vevent")
        .replace("END:VEVENT", "end:vevent"),
    ],
    ["a quoted zone name", event('DTSTART;TZID="Europe/London":20260105T090000')],
    ["a rule in lower case", event("DTSTART:20260105T090000Z", "RRULE:freq=daily;count=1")],
    ["no line ending after the last line", event("DTSTART:20260105T090000Z").trimEnd()],
    ["text before and after", `\r\n${event("DTSTART:20260105T090000Z")}\r\n\r\n`],
  ])("copes with %s", (_, text) => {
    expect(starts(text, YEAR_2026)).toEqual(NINE);
  });

  it("takes a date without VALUE=DATE for a date", () => {
    expect(starts(event("DTSTART:20260105"), YEAR_2026)).toEqual(["2026-01-05"]);
    expect(starts(event("DTSTART;VALUE=DATE:20260105T000000"), YEAR_2026)).toEqual(["2026-01-05"]);
  });

  it.each([
    ["nothing", ""],
    ["no calendar", component("VEVENT", "DTSTART:20260105T090000Z")],
    ["no entry", calendar()],
    ["a free-busy reply", calendar(component("VFREEBUSY", "DTSTART:20260105T090000Z"))],
    ["a missing END", event("DTSTART:20260105T090000Z").replace("END:VEVENT\r\n", "")],
    ["an END too many", `${event("DTSTART:20260105T090000Z")}END:VCALENDAR\r\n`],
    ["a date that does not exist", event("DTSTART:20260230T090000Z")],
    ["no start", event("SUMMARY:x")],
    ["HTML", "<!doctype html><html></html>"],
    ["deep nesting", calendar("BEGIN:X\r\n".repeat(5000) + "END:X\r\n".repeat(5000))],
  ])("refuses %s with a reason of its own words", (_, text) => {
    expect(failure(text)).toBe("unreadable-entry");
  });

  it("refuses a document that is too large, and a list of dates that is too long", () => {
    expect(failure("x".repeat(12_000_001))).toBe("too-large");
    expect(
      failure(
        event("DTSTART:20260105T090000Z", `EXDATE:${"20260105T090000Z,".repeat(20_001)}20260105T090000Z`),
      ),
    ).toBe("unreadable-entry");
  });

  it("reads the first of several entries and says how many it left", () => {
    const text = calendar(
      component("VEVENT", "DTSTART:20260105T090000Z"),
      component("VEVENT", "DTSTART:20260106T090000Z").replace("one@", "two@"),
      component("VTODO", "DUE:20260106T090000Z"),
    );
    expect(starts(text, YEAR_2026)).toEqual(NINE);
    expect(readDocument(text).others).toBe(2);
    expect(readDocument(text + text.replaceAll("one@", "three@")).others).toBe(5);
  });

  it("knows what kind of entry it is, and the highest SEQUENCE in it", () => {
    expect(readDocument(calendar(component("VTODO", "SUMMARY:x"))).kind).toBe("task");
    expect(readDocument(calendar(component("VJOURNAL", "SUMMARY:x"))).kind).toBe("journal");
    const series = calendar(
      component("VEVENT", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY", "SEQUENCE:2"),
      component("VEVENT", "RECURRENCE-ID:20260106T090000Z", "DTSTART:20260106T090000Z", "SEQUENCE:7"),
    );
    expect(readDocument(series)).toMatchObject({
      kind: "event",
      uid: "one@example.org",
      sequence: 7,
      recurs: true,
    });
  });

  it("takes the newer of two masters", () => {
    const text = calendar(
      component("VEVENT", "DTSTART:20260105T090000Z", "SEQUENCE:2"),
      component("VEVENT", "DTSTART:20260106T090000Z", "SEQUENCE:1"),
    );
    expect(starts(text, YEAR_2026)).toEqual(NINE);
  });
});
