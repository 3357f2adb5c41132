import { clean } from "confirm-guard";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { countOccurrences, countRemaining, occurrenceFinder } from "../../src/ical/occurrences.ts";
import type { Occurrence } from "../../src/ical/types.ts";
import { calendar, component, look, spans, YEAR_2026 } from "./documents.ts";

const view = { zone: "UTC", ownAddresses: new Set<string>() };

type Pair = { start: string; ids: readonly [string, string]; name: string };

const PAIRS: Record<string, Pair> = {
  "a date and a time": {
    start: "DTSTART:20260914T090000Z",
    ids: ["RECURRENCE-ID;VALUE=DATE:20260915", "RECURRENCE-ID:20260915T090000Z"],
    name: "20260915T090000Z",
  },
  "a floating time and a zoned one": {
    start: "DTSTART;TZID=Europe/Berlin:20260914T090000",
    ids: ["RECURRENCE-ID:20260915T090000", "RECURRENCE-ID;TZID=Europe/Berlin:20260915T090000"],
    name: "20260915T090000",
  },
  "a date and a midnight in UTC": {
    start: "DTSTART;VALUE=DATE:20260914",
    ids: ["RECURRENCE-ID;VALUE=DATE:20260915", "RECURRENCE-ID:20260915T000000Z"],
    name: "20260915",
  },
};

function series({ start, ids }: Pair, older: string, newer: string): string {
  return calendar(
    component("VEVENT", start, "RRULE:FREQ=DAILY;COUNT=3", "SUMMARY:Base"),
    component("VEVENT", ids[0], "DTSTART:20260915T100000Z", "SUMMARY:First", older),
    component("VEVENT", ids[1], "DTSTART:20260915T110000Z", "SUMMARY:Second", newer),
  );
}

function summaryOf(occurrence: Occurrence | undefined): string | undefined {
  const box = occurrence?.fields().summary;
  return box && clean(box).text;
}

function summaries(text: string): (string | undefined)[] {
  return look(text, YEAR_2026).occurrences.map(summaryOf);
}

describe.each(Object.entries(PAIRS))("one occurrence that is overridden under %s", (_forms, pair) => {
  it("is listed, counted and found once", () => {
    const text = series(pair, "SEQUENCE:0", "SEQUENCE:1");
    const document = readDocument(text);
    expect(summaries(text)).toEqual(["Base", "Second", "Base"]);
    expect(countOccurrences(document, view)).toEqual({ kind: "count", count: 3 });
    expect(countRemaining(document, pair.name, view)).toEqual({
      before: { kind: "count", count: 1 },
      after: { kind: "count", count: 2 },
    });
    expect(summaryOf(occurrenceFinder(document, view)(pair.name))).toBe("Second");
    expect(document.overrides).toHaveLength(2);
  });

  it("shows the higher SEQUENCE, wherever it is written", () => {
    const text = series(pair, "SEQUENCE:2", "SEQUENCE:1");
    expect(summaries(text)).toEqual(["Base", "First", "Base"]);
    expect(summaryOf(occurrenceFinder(readDocument(text), view)(pair.name))).toBe("First");
  });

  it("shows the later DTSTAMP of two with one SEQUENCE", () => {
    const text = series(pair, "COMMENT:older", "COMMENT:newer");
    expect(summaries(text)[1]).toBe("Second");
    const restamped = text.replace(
      /DTSTAMP:20260101T000000Z(?=\r\nRECURRENCE-ID[^\r]*\r\n[^\r]*\r\nSUMMARY:First)/,
      "DTSTAMP:20260102T000000Z",
    );
    expect(restamped).not.toBe(text);
    expect(summaries(restamped)[1]).toBe("First");
  });
});

it("counts an override of an occurrence that the series does not have once, in whatever forms it is written", () => {
  const text = calendar(
    component("VEVENT", "DTSTART:20260914T090000Z", "RRULE:FREQ=DAILY;COUNT=3"),
    component("VEVENT", "RECURRENCE-ID;VALUE=DATE:20261001", "DTSTART:20261001T100000Z"),
    component("VEVENT", "RECURRENCE-ID:20261001T090000Z", "DTSTART:20261001T110000Z"),
  );
  expect(look(text, YEAR_2026).occurrences).toHaveLength(4);
  expect(countOccurrences(readDocument(text), view)).toEqual({ kind: "count", count: 4 });
});

it("lists single occurrences without their series once under each name", () => {
  const text = calendar(
    component("VEVENT", "RECURRENCE-ID:20260915T090000", "DTSTART:20260915T100000Z"),
    component("VEVENT", "RECURRENCE-ID;TZID=Europe/Berlin:20260915T090000", "DTSTART:20260915T110000Z"),
  );
  expect(spans(text, YEAR_2026)).toEqual(["2026-09-15T11:00:00+00:00 .. 2026-09-15T11:00:00+00:00"]);
  expect(countOccurrences(readDocument(text), view)).toEqual({ kind: "count", count: 1 });
});
