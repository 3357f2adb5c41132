import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { countOccurrences, expand as expandWithin } from "../../src/ical/occurrences.ts";
import { excludeOccurrence } from "../../src/ical/series.ts";
import { calendar, component, event, look, YEAR_2026 } from "./documents.ts";

/** Milliseconds of processor time; the machine may be busy with other things. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

const year = (index: number): string => String(1 + (index % 9900)).padStart(4, "0");
const datesInEveryYear = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${year(index)}0${1 + (index % 9)}01T000000`).join(",");

const badZone = (tzid: string, rules: number): string => {
  const part = (index: number): string[] => [
    "BEGIN:DAYLIGHT",
    "TZOFFSETFROM:+0100",
    `TZOFFSETTO:+0${index % 9}00`,
    `DTSTART:0001010${1 + (index % 9)}T000000`,
    `RRULE:FREQ=YEARLY;BYMONTH=${1 + (index % 12)};BYDAY=SU;UNTIL=${2019 + (index % 7)}0101T000000Z`,
    "END:DAYLIGHT",
  ];
  const parts = Array.from({ length: rules }, (_, index) => part(index)).flat();
  return ["BEGIN:VTIMEZONE", `TZID:${tzid}`, ...parts, "END:VTIMEZONE", ""].join("\r\n");
};

describe("a document that makes its reader work", () => {
  it("lists dates of every year there is, in a zone that everybody knows", () => {
    const text = event(
      "DTSTART;TZID=America/New_York:20260914T090000",
      "RRULE:FREQ=DAILY;COUNT=3",
      `EXDATE;TZID=America/New_York:${datesInEveryYear(19_000)}`,
      `RDATE;TZID=America/New_York:${datesInEveryYear(19_000)}`,
    );
    expect(cpuOf(() => look(text, YEAR_2026))).toBeLessThan(2_500);
    expect(cpuOf(() => excludeOccurrence(text, "20260915T090000", { now: 0, zone: "UTC" }))).toBeLessThan(
      2_500,
    );
  });

  it("lists dates of every year there is, in a zone of its own that is slow to follow", () => {
    const text = calendar(
      badZone("Bad", 40),
      component(
        "VEVENT",
        "DTSTART;TZID=Bad:20260914T090000",
        "RRULE:FREQ=DAILY;COUNT=3",
        `EXDATE;TZID=Bad:${datesInEveryYear(19_000)}`,
      ),
    );
    expect(cpuOf(() => look(text, YEAR_2026))).toBeLessThan(2_500);
  });

  it("defines fifty zones that are slow to follow", () => {
    const zones = Array.from({ length: 50 }, (_, index) => badZone(`Bad ${index}`, 40));
    const dates = zones.map((_, index) => `EXDATE;TZID=Bad ${index}:20260915T090000`);
    const text = calendar(
      ...zones,
      component("VEVENT", "DTSTART;TZID=Bad 0:20260914T090000", "RRULE:FREQ=DAILY;COUNT=3", ...dates),
    );
    expect(cpuOf(() => look(text, YEAR_2026))).toBeLessThan(2_500);
  });

  it("stops reading its dates when its time is over, and says so", () => {
    const document = readDocument(
      event("DTSTART:20260914T090000Z", "RRULE:FREQ=DAILY;COUNT=3", `EXDATE:${datesInEveryYear(1_000)}`),
    );
    expect(countOccurrences(document, { zone: "UTC" })).toEqual({ kind: "count", count: 3 });
    const window = { from: Date.parse(YEAR_2026.from), to: Date.parse(YEAR_2026.to) };
    const view = { zone: "UTC", ownAddresses: new Set<string>(), maxOccurrences: 100 };
    expect(expandWithin(document, window, { ...view, deadline: () => true })).toEqual({
      occurrences: [],
      notExpanded: "too-costly",
    });
  });

  it("invites fifty thousand people, who are read once for all its occurrences", () => {
    const people = Array.from({ length: 50_000 }, (_, index) => `ATTENDEE:mailto:p${index}@example.org`);
    const { occurrences } = look(event("DTSTART:20260914T090000Z", "RRULE:FREQ=DAILY", ...people), YEAR_2026);
    expect(occurrences.length).toBeGreaterThan(100);
    const [first, ...others] = occurrences.map((occurrence) => occurrence.fields());
    expect(first?.attendees).toHaveLength(50_000);
    expect(others.every((fields) => fields === first)).toBe(true);
  });
});
