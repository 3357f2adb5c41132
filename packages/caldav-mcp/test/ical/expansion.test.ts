import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { createExpansionBudget, expandAll, expansionInRounds } from "../../src/ical/expansion.ts";
import { event, look, YEAR_2026 } from "./documents.ts";

const window = { from: Date.parse(YEAR_2026.from), to: Date.parse(YEAR_2026.to) };
const view = { zone: "UTC", ownAddresses: new Set<string>() };
const range = (length: number) => Array.from({ length }, (_, index) => index).join(",");
const EVERY_SECOND = `BYHOUR=${range(24)};BYMINUTE=${range(60)};BYSECOND=${range(60)}`;

const HOSTILE = [
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=DAILY;INTERVAL=7;BYDAY=MO",
  "FREQ=DAILY;BYMONTHDAY=-1,-2;COUNT=5",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2",
  "FREQ=SECONDLY",
  "FREQ=SECONDLY;COUNT=1000000000000",
  "FREQ=MINUTELY;COUNT=900000",
  "FREQ=DAILY;COUNT=1000000000",
  `FREQ=DAILY;${EVERY_SECOND}`,
  `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${EVERY_SECOND};BYSETPOS=-1,5000000`,
  `FREQ=HOURLY;${EVERY_SECOND};BYSETPOS=3599`,
  "FREQ=SECONDLY;BYYEARDAY=366;BYHOUR=23;BYMINUTE=59;BYSECOND=59;BYDAY=MO;COUNT=3",
  "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6;BYDAY=MO;COUNT=9",
  "FREQ=MONTHLY;INTERVAL=1000000000;BYMONTHDAY=31",
];

describe("a hostile rule", () => {
  it.each(HOSTILE)("is answered without a clock to stop it: %s (F85)", (rule) => {
    for (const year of ["2026", "1970", "0001"]) {
      const before = process.cpuUsage();
      look(event(`DTSTART;TZID=America/New_York:${year}0106T090000`, `RRULE:${rule}`), YEAR_2026);
      const { user } = process.cpuUsage(before);
      // The bound is on work; this only catches an engine that never comes back.
      expect(user / 1000).toBeLessThan(2500);
    }
  });

  it("that is cut short says so and lists what it found (F87)", () => {
    const { occurrences, notExpanded } = look(
      event("DTSTART:20260105T090000Z", "RRULE:FREQ=SECONDLY"),
      YEAR_2026,
    );
    expect(notExpanded).toBe("too-costly");
    expect(occurrences).toHaveLength(5000);
    expect(occurrences.at(-1)?.recurrence).toBe("20260105T102319Z");
  });

  it("that has nothing in the window is fully worked out", () => {
    for (const rule of HOSTILE.slice(0, 5))
      expect(
        look(event("DTSTART:20260106T090000Z", `RRULE:${rule}`), {
          from: "2027-01-01T00:00:00Z",
          to: "2028-01-01T00:00:00Z",
        }),
      ).toMatchObject({ occurrences: [], notExpanded: undefined });
  });
});

describe("expanding many entries", () => {
  it("lists the good ones and names the others by index", async () => {
    const documents = ["FREQ=WEEKLY;COUNT=3", "FREQ=SECONDLY", "FREQ=NEVER"].map((rule) =>
      readDocument(event("DTSTART:20260105T090000Z", `RRULE:${rule}`)),
    );
    documents.push(readDocument(event("DTSTART:20260301T090000Z")));
    const { results, notExpanded } = await expandAll(
      documents,
      window,
      view,
      createExpansionBudget({ maxOccurrences: 10 }),
    );
    expect(results.map((occurrences) => occurrences.length)).toEqual([3, 10, 1, 1]);
    expect(notExpanded).toEqual([1, 2]);
  });

  it("stops an entry at its time, and still lists plain entries when all time is used up", async () => {
    let now = 0;
    const clock = () => (now += 10);
    const costly = readDocument(
      event("DTSTART:20260101T000000Z", "RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30;COUNT=9"),
    );
    const hidden = readDocument(event("DTSTART:19000101T000000Z", "RRULE:FREQ=DAILY;COUNT=100000"));
    const plain = readDocument(event("DTSTART:20260301T090000Z"));
    const budget = createExpansionBudget({ perEntryMs: 15, totalMs: 40, clock });
    const { results, notExpanded } = await expandAll(
      [hidden, hidden, hidden, hidden, plain, costly],
      window,
      view,
      budget,
    );
    expect(notExpanded).toEqual([0, 1, 2, 3, 5]);
    expect(results[4]).toHaveLength(1);
  });

  it("spends one budget over several rounds, and what is done between them does not count", async () => {
    let now = 0;
    const budget = createExpansionBudget({ perEntryMs: 1_000, totalMs: 100, clock: () => (now += 10) });
    const expand = expansionInRounds({ zone: "UTC", ownAddresses: new Set() }, budget);
    const daily = readDocument(event("DTSTART:20260301T090000Z", "RRULE:FREQ=DAILY;COUNT=2"));
    const rounds: number[][] = [];
    for (let round = 0; round < 3; round += 1) {
      rounds.push((await expand([daily], window)).notExpanded);
      now += 10_000;
    }
    expect([rounds[0], rounds.at(-1)]).toEqual([[], [0]]);
  });

  it("gives the event loop back while it works", async () => {
    let now = 0;
    const documents = Array.from({ length: 20 }, () => readDocument(event("DTSTART:20260301T090000Z")));
    let turns = 0;
    const other = new AbortController();
    const turning = (async () => {
      while (!other.signal.aborted) {
        await setImmediate();
        turns += 1;
      }
    })();
    await expandAll(documents, window, view, createExpansionBudget({ clock: () => (now += 60) }));
    other.abort();
    await turning;
    expect(turns).toBeGreaterThanOrEqual(19);
  });
});
