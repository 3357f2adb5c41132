import { describe, expect, it } from "vitest";
import { berlinUnder, calendar, component } from "../ical/documents.ts";
import { largeCall } from "./large-answers.ts";

const DAYS = 365;

/** Spread over a year from September 2026; every tenth a series, every hundredth somewhere with the word that is looked for. */
function entry(index: number): string {
  const date = new Date(Date.UTC(2026, 8, 1 + (index % DAYS))).toISOString().slice(0, 10).replaceAll("-", "");
  const about = index % 100 === 5 ? "Zahnärztin" : "Some words";
  return calendar(
    berlinUnder("Europe/Berlin"),
    component(
      "VEVENT",
      `DTSTART;TZID=Europe/Berlin:${date}T090000`,
      "DURATION:PT1H",
      ...(index % 10 === 0 ? ["RRULE:FREQ=DAILY"] : []),
      `SUMMARY:Event ${index}`,
      `DESCRIPTION:${`${about} über das, was kommt. `.repeat(15)}`,
      "ATTENDEE;CN=Grace;PARTSTAT=ACCEPTED:mailto:grace@example.org",
    ),
  );
}

/** Holds megabytes that fit nothing, in letters that are slow to compare. */
const heavy = (index: number): string =>
  calendar(
    component(
      "VEVENT",
      "DTSTART:20260914T090000Z",
      `SUMMARY:Heavy ${index}`,
      `DESCRIPTION:${"e\u0301\u0323 ß İ \u094D\uFF9E".repeat(150_000)}`,
      ...Array.from(
        { length: 5_000 },
        (_, person) => `ATTENDEE;CN=Person ${person}:mailto:p${person}@example.org`,
      ),
    ),
  );

const WINDOW = { from: "2026-09-01", to: "2027-08-31" };

describe("much at once", () => {
  it.each([
    [
      "a search in 10,000 events",
      Array.from({ length: 10_000 }, (_, index) => entry(index)),
      "search_events",
      { ...WINDOW, query: "zahnarztin", limit: 500 },
      { count: 100 },
    ],
    [
      "a search in a few entries of megabytes",
      Array.from({ length: 3 }, (_, index) => heavy(index)),
      "search_events",
      { ...WINDOW, query: "zahnarztin" },
      { count: 0 },
    ],
    [
      "the busy times of 10,000 events",
      Array.from({ length: 10_000 }, (_, index) => entry(index)),
      "get_free_busy",
      { from: "2026-09-01", to: "2026-09-30", free_for_minutes: 30 },
      { count: 30 },
    ],
  ])(
    "answers within the time of one call, and a ping within half a second meanwhile: %s",
    // Measured anew when a busy machine gets in the way; a server that does not let go is late every time.
    { timeout: 240_000, retry: 2 },
    async (_what, entries, tool, args, expected) => {
      const { result, tookMs, longestPingMs } = await largeCall({ era: "2025", tool, args, entries });
      expect(result.structuredContent).toMatchObject(expected);
      expect(tookMs).toBeLessThan(10_000);
      expect(longestPingMs).toBeLessThan(500);
    },
  );
});
