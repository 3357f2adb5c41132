import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventInput } from "../../src/ical/new-event.ts";
import type { NewEntry } from "../../src/ical/new-series.ts";
import { newEvent, written } from "./new-event.ts";

const repeating = (
  recurrence: NonNullable<EventInput["recurrence"]>,
  input: Partial<EventInput> = {},
  zone?: string,
): Promise<NewEntry> => newEvent({ recurrence, ...input }, zone);

const ruleOf = async (
  recurrence: NonNullable<EventInput["recurrence"]>,
  input: Partial<EventInput> = {},
): Promise<string | undefined> => (await written({ recurrence, ...input }))["RRULE"];

describe("how a new event repeats", () => {
  it.each<[NonNullable<EventInput["recurrence"]>, string]>([
    [{ frequency: "daily" }, "FREQ=DAILY"],
    [
      { frequency: "weekly", interval: 2, by_weekday: ["TU", "TH"], count: 10 },
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=10",
    ],
    [{ frequency: "monthly", by_weekday: ["-1FR"] }, "FREQ=MONTHLY;BYDAY=-1FR"],
    [
      { frequency: "monthly", by_weekday: ["MO", "TU", "WE", "TH", "FR"], by_set_position: [-1] },
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    ],
    [{ frequency: "monthly", by_month_day: [-1, 15] }, "FREQ=MONTHLY;BYMONTHDAY=-1,15"],
    [{ frequency: "yearly", by_month: [1], by_month_day: [13] }, "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=13"],
    [{ frequency: "weekly", by_weekday: ["tu"], week_start: "SU" }, "FREQ=WEEKLY;BYDAY=TU;WKST=SU"],
    ["freq=weekly;byday=tu", "FREQ=WEEKLY;BYDAY=TU"],
    ["RRULE:FREQ=DAILY;COUNT=3;X-OWN=1", "FREQ=DAILY;COUNT=3"],
  ])("is written anew from its known parts: %j", async (recurrence, expected) => {
    expect(await ruleOf(recurrence)).toBe(expected);
  });

  it("says the same in parts and as a rule", async () => {
    const parts = await repeating({ frequency: "weekly", by_weekday: ["TU"], until: "2026-02-01" });
    const rule = await repeating("FREQ=WEEKLY;BYDAY=TU;UNTIL=20260201");
    expect(parts.text).toBe(rule.text);
    expect(parts.series?.occurrences).toBe(3);
  });

  it("includes the last day, west of Greenwich as well (F80)", async () => {
    const west = { start: "2026-01-12T20:00", timezone: "America/Los_Angeles" };
    for (const recurrence of [
      { frequency: "weekly", until: "2026-01-19" } as const,
      "FREQ=WEEKLY;UNTIL=20260119",
    ]) {
      const { series } = await repeating(recurrence, west);
      expect(series?.rule).toBe("FREQ=WEEKLY;UNTIL=20260120T075959Z");
      expect(series?.first.map(({ value }) => value)).toEqual([
        "2026-01-12T20:00:00-08:00",
        "2026-01-19T20:00:00-08:00",
      ]);
    }
  });

  it.each([
    ["2026-01-13", "FREQ=DAILY;UNTIL=20260115", "FREQ=DAILY;UNTIL=20260115"],
    ["2026-01-13", "FREQ=DAILY;UNTIL=20260115T235959Z", "FREQ=DAILY;UNTIL=20260115"],
    ["2026-01-13T12:00", "FREQ=DAILY;UNTIL=20260115T120000", "FREQ=DAILY;UNTIL=20260115T110000Z"],
    ["2026-01-13T12:00", "FREQ=DAILY;UNTIL=20260115T110000Z", "FREQ=DAILY;UNTIL=20260115T110000Z"],
  ])("gives UNTIL the form of the start: %s with %s", async (start, rule, expected) => {
    expect(await ruleOf(rule, { start })).toBe(expected);
  });

  it("reads a last moment with an offset as that instant", async () => {
    const until = "2026-01-15T12:00:00+01:00";
    expect(await ruleOf({ frequency: "daily", until })).toBe("FREQ=DAILY;UNTIL=20260115T110000Z");
  });

  it.each<[NonNullable<EventInput["recurrence"]>, RegExp]>([
    ["FREQ=DAILY;COUNT=3;UNTIL=20270101", /not by both/],
    [{ frequency: "daily", count: 3, until: "2027-01-01" }, /not by both/],
    ["FREQ=DAILY;UNTIL=20250101", /ends before it starts/],
    ["every day", /RFC 5545/],
    ["FREQ=DAILY\r\nATTENDEE:mailto:b@example.org", /RFC 5545/],
    ["FREQ=FORTNIGHTLY", /RFC 5545/],
    ["FREQ=DAILY;INTERVAL=0", /RFC 5545/],
    ["FREQ=WEEKLY;BYDAY=2MO", /not allow together/],
    ["FREQ=DAILY;RSCALE=CHINESE", /not allow together/],
    ["FREQ=MONTHLY;BYSETPOS=1", /set position/],
    [{ frequency: "monthly", by_set_position: [1] }, /set position/],
    [{ frequency: "weekly", by_weekday: ["MO;COUNT=3"] }, /in `by_weekday` are/],
    [{ frequency: "weekly", by_weekday: ["MONDAY"] }, /in `by_weekday` are/],
    [{ frequency: "daily", until: "next year" }, /must be written as/],
  ])("refuses %j in one sentence (F81)", async (recurrence, why) => {
    await expect(repeating(recurrence)).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(why),
    });
  });

  it.each(["FREQ=HOURLY", "FREQ=DAILY;BYHOUR=9", "FREQ=DAILY;BYMINUTE=0"])(
    "refuses the clock times of %s on an all-day event",
    async (rule) => {
      await expect(repeating(rule, { start: "2026-01-13" })).rejects.toThrow(/all-day series/);
    },
  );

  it.each([
    "FREQ=SECONDLY",
    "FREQ=MINUTELY",
    "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15;BYMINUTE=0,10,20",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31",
    "FREQ=YEARLY;INTERVAL=4000",
    "FREQ=DAILY;BYDAY=TU;COUNT=900000000",
  ])("refuses %s, which no listing would show whole", async (rule) => {
    // Its own time, since a busy machine adds to the clock's.
    const before = process.cpuUsage();
    await expect(repeating(rule)).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(/Nothing was changed\.$/),
    });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });

  it("says when the start is not on the rule, and counts it all the same (F92)", async () => {
    const off = await repeating("FREQ=WEEKLY;BYDAY=MO;COUNT=3", { start: "2026-01-13T12:00" });
    expect(off.notes).toEqual([
      "The start is not a date that the rule names; it is the first occurrence all the same.",
    ]);
    expect(off.series?.first.map(({ value }) => value.slice(0, 10))).toEqual([
      "2026-01-13",
      "2026-01-19",
      "2026-01-26",
    ]);
  });

  it.each([
    ["FREQ=WEEKLY;BYDAY=TU", true],
    ["FREQ=WEEKLY;BYDAY=WE", false],
    ["FREQ=WEEKLY;INTERVAL=3", true],
    ["FREQ=MONTHLY;BYDAY=2TU", true],
    ["FREQ=MONTHLY;BYDAY=-1TU", false],
    ["FREQ=MONTHLY;BYMONTHDAY=13,20", true],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=9", true],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", false],
    ["FREQ=YEARLY;BYMONTH=1;BYDAY=2TU", true],
    ["FREQ=YEARLY;BYWEEKNO=3;BYDAY=TU", true],
    ["FREQ=YEARLY;BYWEEKNO=4;BYDAY=TU", false],
    ["FREQ=DAILY;BYHOUR=12", true],
    ["FREQ=DAILY;BYHOUR=13", false],
    ["FREQ=HOURLY;INTERVAL=5;COUNT=4", true],
    ["FREQ=HOURLY;BYMINUTE=30;COUNT=4", false],
    ["FREQ=MINUTELY;INTERVAL=7;COUNT=4", true],
  ])("knows whether Tuesday 13 January 2026, 12:00, is on %s", async (rule, isOn) => {
    const { notes } = await repeating(rule, { start: "2026-01-13T12:00" });
    expect(notes).toHaveLength(isOn ? 0 : 1);
  });

  it("keeps what RFC 5545 calls an instance on the rule, wherever a series starts", async () => {
    const days = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true });
    const plain = fc.constantFrom("daily" as const, "weekly" as const, "monthly" as const, "yearly" as const);
    await fc.assert(
      fc.asyncProperty(days, plain, fc.integer({ min: 1, max: 40 }), async (day, frequency, interval) => {
        const start = `${day.toISOString().slice(0, 10)}T09:00`;
        const { notes, series } = await repeating({ frequency, interval, count: 2 }, { start });
        expect(notes).toEqual([]);
        expect(series?.first[0]?.value.slice(0, 16)).toBe(start);
      }),
      { numRuns: 60 },
    );
  });
});
