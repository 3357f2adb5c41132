import { describe, expect, it, vi } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { createExpansionBudget, expandAll } from "../../src/ical/expansion.ts";
import { countOccurrences, expand as expandWithin } from "../../src/ical/occurrences.ts";
import { excludeOccurrence } from "../../src/ical/edit/exclude.ts";
import { calendar, component, event, look, YEAR_2026 } from "./documents.ts";

/** Milliseconds of processor time; the machine may be busy with other things, and slower than others. */
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

const INDIANAPOLIS = "america/indiana/indianapolis";

/** The name in one of its many letter cases. */
function cased(name: string, index: number): string {
  let letters = 0;
  return name.replaceAll(/[a-z]/g, (letter) => ((index >> letters++) & 1 ? letter.toUpperCase() : letter));
}

const inYears = (count: number, first: number): string =>
  Array.from({ length: count }, (_, index) => `${first + index}0601T090000`).join(",");

/** Forty rules that are followed every year, with a UNTIL that hides them from a look at one year. */
const ownZone = (index: number): string => {
  const part = (rule: number): string[] => [
    "BEGIN:STANDARD",
    `DTSTART:1801${String(1 + (rule % 12)).padStart(2, "0")}01T020000`,
    `TZOFFSETFROM:+0${rule % 9}00`,
    `TZOFFSETTO:+0${(rule + 1) % 9}${String(index % 60).padStart(2, "0")}`,
    `RRULE:FREQ=YEARLY;BYMONTH=${1 + (rule % 12)}${index % 2 === 0 ? "" : ";UNTIL=20280101T000000Z"}`,
    "END:STANDARD",
  ];
  const parts = Array.from({ length: 40 }, (_, rule) => part(rule)).flat();
  return ["BEGIN:VTIMEZONE", "TZID:Own", `X-N:${index}`, ...parts, "END:VTIMEZONE", ""].join("\r\n");
};

async function cpuOfListing(texts: readonly string[]): Promise<number> {
  const before = process.cpuUsage();
  const window = { from: Date.parse(YEAR_2026.from), to: Date.parse(YEAR_2026.to) };
  await expandAll(texts.map(readDocument), window, { zone: "UTC", ownAddresses: new Set() });
  return process.cpuUsage(before).user / 1000;
}

const series = (...lines: string[]): string =>
  event("DTSTART:20260914T090000Z", "RRULE:FREQ=DAILY;COUNT=5", ...lines);

const override = (tzid: string, named: number): string =>
  component(
    "VEVENT",
    `RECURRENCE-ID;TZID=${tzid}:${named}0601T090000`,
    `DTSTART;TZID=${tzid}:20260914T090000`,
  );

const withOverrides = (overrides: readonly string[]): string =>
  calendar(component("VEVENT", "DTSTART:20260914T090000Z", "RRULE:FREQ=DAILY;COUNT=5"), ...overrides);

describe("zones that make their reader work", () => {
  it("are one zone in 8,000 letter cases", () => {
    const made = vi.spyOn(Intl, "DateTimeFormat");
    const text = withOverrides(
      Array.from({ length: 8000 }, (_, index) => override(cased(INDIANAPOLIS, index), 1800 + (index % 400))),
    );
    expect(cpuOf(() => readDocument(text))).toBeLessThan(4_000);
    const dates = Array.from(
      { length: 15_000 },
      (_, index) => `EXDATE;TZID=${cased(INDIANAPOLIS, index)}:${1800 + (index % 400)}0601T090000`,
    );
    expect(cpuOf(() => look(series(...dates), YEAR_2026))).toBeLessThan(4_000);
    expect(made.mock.calls.length).toBeLessThan(10);
    made.mockRestore();
  });

  it("are too costly when fifty of them are asked for every year there is", () => {
    const names = Intl.supportedValuesOf("timeZone").slice(100, 150);
    const text = withOverrides(
      names.flatMap((name) => Array.from({ length: 160 }, (_, index) => override(name, 1801 + 2 * index))),
    );
    const read = (): unknown => readDocument(text);
    expect(cpuOf(() => expect(read).toThrow("too costly to be read; nothing was changed"))).toBeLessThan(
      4_000,
    );
  });

  it("are fifty in one document; the others count as unknown", () => {
    const names = Intl.supportedValuesOf("timeZone").slice(200, 260);
    const document = readDocument(series(...names.map((name) => `EXDATE;TZID=${name}:20260915T090000`)));
    const zones = document.master?.exdates.map(({ zone }) => zone?.name) ?? [];
    expect(zones.filter((name) => name !== undefined)).toHaveLength(50);
    expect(zones.slice(50)).toEqual(Array.from({ length: 10 }, () => undefined));
  });

  it("are worked out once for 200 entries with dates in 120 years", async () => {
    const texts = Array.from({ length: 200 }, (_, index) => {
      const tzid = cased(INDIANAPOLIS, 50_000 + index);
      return event(`DTSTART;TZID=${tzid}:20260914T090000`, `RDATE;TZID=${tzid}:${inYears(120, 1801)}`);
    });
    expect(await cpuOfListing(texts)).toBeLessThan(4_000);
  });

  it("are bounded where each of 100 entries brings its own with forty rules", async () => {
    const texts = Array.from({ length: 100 }, (_, index) =>
      calendar(
        ownZone(index),
        component("VEVENT", "DTSTART;TZID=Own:20260914T090000", `RDATE;TZID=Own:${inYears(120, 1901)}`),
      ),
    );
    expect(await cpuOfListing(texts)).toBeLessThan(4_000);
  });

  it("are not looked at when the time of the call is over; plain entries are listed", async () => {
    let now = 0;
    const budget = createExpansionBudget({ totalMs: 20, clock: () => (now += 30) });
    const window = { from: Date.parse(YEAR_2026.from), to: Date.parse(YEAR_2026.to) };
    const documents = [series(), event("DTSTART:20260914T090000Z")].map(readDocument);
    const { results, notExpanded } = await expandAll(
      documents,
      window,
      { zone: "UTC", ownAddresses: new Set() },
      budget,
    );
    expect(results.map((occurrences) => occurrences.length)).toEqual([0, 1]);
    expect(notExpanded).toEqual([0]);
  });
});

describe("a document that makes its reader work", () => {
  it("lists dates of every year there is, in a zone that everybody knows", () => {
    const text = event(
      "DTSTART;TZID=America/New_York:20260914T090000",
      "RRULE:FREQ=DAILY;COUNT=3",
      `EXDATE;TZID=America/New_York:${datesInEveryYear(19_000)}`,
      `RDATE;TZID=America/New_York:${datesInEveryYear(19_000)}`,
    );
    expect(cpuOf(() => look(text, YEAR_2026))).toBeLessThan(4_000);
    expect(cpuOf(() => excludeOccurrence(text, "20260915T090000", { now: 0, zone: "UTC" }))).toBeLessThan(
      4_000,
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
    expect(cpuOf(() => look(text, YEAR_2026))).toBeLessThan(4_000);
  });

  it("defines fifty zones that are slow to follow", () => {
    const zones = Array.from({ length: 50 }, (_, index) => badZone(`Bad ${index}`, 40));
    const dates = zones.map((_, index) => `EXDATE;TZID=Bad ${index}:20260915T090000`);
    const text = calendar(
      ...zones,
      component("VEVENT", "DTSTART;TZID=Bad 0:20260914T090000", "RRULE:FREQ=DAILY;COUNT=3", ...dates),
    );
    expect(cpuOf(() => look(text, YEAR_2026))).toBeLessThan(4_000);
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
    expect(first?.attendeesTotal).toBe(50_000);
    expect(others.every((fields) => fields === first)).toBe(true);
  });
});
