import { describe, expect, it } from "vitest";
import { DAY, dayNumber, isoDateTime } from "../../src/ical/civil.ts";
import { readDocument } from "../../src/ical/document.ts";
import { expand, type Expansion } from "../../src/ical/occurrences.ts";
import { parseRule } from "../../src/ical/rule.ts";
import { parseTimeValue } from "../../src/ical/time-values.ts";
import { bruteForce } from "./brute-force.ts";
import { CLOCK_RULES } from "./clock-rules.ts";
import { event, startIn } from "./documents.ts";
import { LIMIT_RULES } from "./limit-rules.ts";
import { expectedOf, type RuleCase } from "./rule-case.ts";
import { MONTH_WEEK_DAY_RULES } from "./month-week-day-rules.ts";
import { YEAR_RULES } from "./year-rules.ts";
import { ZONE_RULES } from "./zone-rules.ts";

const RULES = [...YEAR_RULES, ...MONTH_WEEK_DAY_RULES, ...CLOCK_RULES, ...LIMIT_RULES];
const EVER = { from: dayNumber(1, 1, 2) * DAY, to: dayNumber(9999, 1, 1) * DAY };

/** The first occurrences of an event, and whether more may follow. */
function firstOf(lines: string[], { zone, count }: { zone: string; count: number }): Expansion {
  const view = { zone, ownAddresses: new Set<string>(), maxOccurrences: count };
  return expand(readDocument(event(...lines)), EVER, view);
}

function wallsOf(start: string, rule: string, count: number): string[] {
  const { occurrences } = firstOf([`DTSTART:${start}`, `RRULE:${rule}`], { zone: "UTC", count });
  return occurrences.map(({ start: { wall } }) => wall);
}

it("is a table of more than 150 rules beside those of the other table, no rule twice", () => {
  const keys = RULES.map(([rule, start]) => `${start} ${rule}`);
  expect(keys.length + ZONE_RULES.length).toBeGreaterThan(220);
  expect(new Set(keys).size).toBe(keys.length);
});

describe("RFC 5545 section 3.3.10", () => {
  it.each(RULES)("%s from %s", (...rule: RuleCase) => {
    const { walls, complete } = expectedOf(rule);
    const found = wallsOf(rule[1], rule[0], walls.length + (complete ? 5 : 0));
    expect(found).toEqual(walls);
  });

  const shortEnough = RULES.filter((rule) => spanOf(rule) < 9 * 366);
  it.each(shortEnough)("by definition: %s from %s", (...rule: RuleCase) => {
    const { walls } = expectedOf(rule);
    const parsed = parseRule(rule[0].replace("Z", ""));
    if (typeof parsed === "string") throw new Error(parsed);
    const wall = parseTimeValue(rule[1])?.wall ?? 0;
    const found = bruteForce(parsed, wall, spanOf(rule)).filter(
      (time) => parsed.until === undefined || time <= parsed.until.wall || time === wall,
    );
    expect(found.slice(0, walls.length).map(isoDateTime)).toEqual(walls);
  });
});

function spanOf(rule: RuleCase): number {
  const { walls } = expectedOf(rule);
  const [first, last] = [walls[0], walls.at(-1)].map((wall) => Date.parse(`${wall}Z`) / DAY);
  return Math.ceil((last ?? 0) - (first ?? 0)) + 1;
}

describe("where clocks change", () => {
  it.each(ZONE_RULES)("%s %s %s", (zone, start, rule, first) => {
    const expected = first.split(" ");
    const lines = [`DTSTART;TZID=${zone}:${start}`, `RRULE:${rule}`];
    const { occurrences } = firstOf(lines, { zone, count: expected.length });
    expect(occurrences.map((occurrence) => startIn(occurrence, zone).replace(/:00(?=[+-])/, ""))).toEqual(
      expected,
    );
  });
});

describe("an UNTIL, in the form of DTSTART or in another one", () => {
  const BERLIN = "DTSTART;TZID=Europe/Berlin:20260105T090000";
  it.each([
    ["UTC, on an instance of a zoned series", BERLIN, "UNTIL=20260107T080000Z", 3],
    ["UTC, a second before it", BERLIN, "UNTIL=20260107T075959Z", 2],
    ["UTC, in summer time", "DTSTART;TZID=Europe/Berlin:20260705T090000", "UNTIL=20260707T070000Z", 3],
    ["a date on a zoned series: the whole day of its clock", BERLIN, "UNTIL=20260107", 3],
    [
      "a date, late in the evening west of Greenwich",
      "DTSTART;TZID=America/Los_Angeles:20260105T200000",
      "UNTIL=20260107",
      3,
    ],
    ["local on a zoned series: its own clock", BERLIN, "UNTIL=20260107T090000", 3],
    ["local, a second before", BERLIN, "UNTIL=20260107T085959", 2],
    ["a date on a series in UTC", "DTSTART:20260105T233000Z", "UNTIL=20260107", 3],
    ["a date on an all-day series", "DTSTART;VALUE=DATE:20260105", "UNTIL=20260107", 3],
    [
      "a time on an all-day series: its date counts",
      "DTSTART;VALUE=DATE:20260105",
      "UNTIL=20260107T000000Z",
      3,
    ],
    ["local on a floating series", "DTSTART:20260105T090000", "UNTIL=20260107T090000", 3],
    ["UTC on a floating series: the same clock", "DTSTART:20260105T090000", "UNTIL=20260107T085959Z", 2],
    ["before DTSTART: DTSTART stays", BERLIN, "UNTIL=20260101T000000Z", 1],
    ["and COUNT, which ends first (F81)", BERLIN, "UNTIL=20260109T080000Z;COUNT=2", 2],
    ["and COUNT, which ends later (F81)", BERLIN, "COUNT=9;UNTIL=20260107T080000Z", 3],
  ])("%s", (_, start, until, count) => {
    for (const zone of ["UTC", "Pacific/Auckland", "America/Los_Angeles"])
      expect(firstOf([start, `RRULE:FREQ=DAILY;${until}`], { zone, count: 20 }).occurrences).toHaveLength(
        count,
      );
  });
});

describe("COUNT", () => {
  const daysOf = (...lines: string[]) =>
    firstOf(lines, { zone: "UTC", count: 50 }).occurrences.map(({ start }) => start.wall.slice(8, 10));

  it("counts what EXDATE takes out (F77)", () => {
    expect(daysOf("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=4", "EXDATE:20260106T090000Z")).toEqual(
      ["05", "07", "08"],
    );
  });
  it("does not count what RDATE adds", () => {
    expect(daysOf("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=2", "RDATE:20260109T090000Z")).toEqual([
      "05",
      "06",
      "09",
    ]);
  });
  it("counts DTSTART also where it is off the rule and taken out", () => {
    expect(
      daysOf("DTSTART:20260106T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3", "EXDATE:20260106T090000Z"),
    ).toEqual(["12", "19"]);
  });
  it("does not count a time that clocks skip", () => {
    expect(daysOf("DTSTART;TZID=Europe/Berlin:20260328T023000", "RRULE:FREQ=DAILY;COUNT=3")).toEqual([
      "28",
      "30",
      "31",
    ]);
  });
});

describe("all-day series", () => {
  it.each([
    ["FREQ=DAILY;COUNT=3", "20260228", "2026-02-28 2026-03-01 2026-03-02"],
    ["FREQ=WEEKLY;BYDAY=SA,SU", "20260103", "2026-01-03 2026-01-04 2026-01-10"],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "20260131", "2026-01-31 2026-02-28 2026-03-31"],
    ["FREQ=MONTHLY;BYDAY=1MO", "20260105", "2026-01-05 2026-02-02 2026-03-02"],
    ["FREQ=YEARLY", "20240229", "2024-02-29 2028-02-29 2032-02-29"],
    ["FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "20260329", "2026-03-29 2027-03-28 2028-03-26"],
    ["FREQ=DAILY;INTERVAL=10;UNTIL=20260125", "20260105", "2026-01-05 2026-01-15 2026-01-25"],
    // The day that Apia did not have is a date like any other.
    ["FREQ=DAILY", "20111229", "2011-12-29 2011-12-30 2011-12-31"],
  ])("%s from %s falls on the same dates in every zone", (rule, start, dates) => {
    const expected = dates.split(" ");
    for (const zone of ["UTC", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Pacific/Apia"]) {
      const lines = [`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`];
      const { occurrences } = firstOf(lines, { zone, count: expected.length });
      expect(occurrences.map(({ start: { wall } }) => wall)).toEqual(expected);
    }
  });
});

describe("what RFC 5545 leaves open, and how it is read here", () => {
  it.each([
    [
      "BYWEEKNO without BYDAY: DTSTART's weekday",
      "FREQ=YEARLY;BYWEEKNO=1,53",
      "20260101T090000",
      "2026-01-01 2026-12-31 2027-01-07",
    ],
    // Week 1 of 2029 and of 2030 begin in the December before; a week's days belong to the calendar year they lie in.
    [
      "BYWEEKNO across New Year with INTERVAL: the calendar year of the day",
      "FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO",
      "20270104T090000",
      "2027-01-04 2029-01-01 2029-12-31 2031-12-29",
    ],
    [
      "BYSETPOS without another BY part: of a set of one",
      "FREQ=DAILY;BYSETPOS=1",
      "20260105T090000",
      "2026-01-05 2026-01-06",
    ],
    [
      "BYSETPOS beyond the set: nothing",
      "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1,3",
      "20260105T090000",
      "2026-01-05 2026-01-12",
    ],
    [
      "BYSECOND=60: the last second of the minute",
      "FREQ=MINUTELY;BYSECOND=60",
      "20260105T090059",
      "2026-01-05T09:00:59 2026-01-05T09:01:59",
    ],
    [
      "BYDAY with a number beside BYMONTHDAY: both must hold",
      "FREQ=MONTHLY;BYDAY=2MO;BYMONTHDAY=9",
      "20260209T090000",
      "2026-02-09 2026-03-09 2026-11-09",
    ],
    [
      "BYDAY with a number and BYMONTH in a year: counted in the month",
      "FREQ=YEARLY;BYMONTH=2,3;BYDAY=1MO",
      "20260202T090000",
      "2026-02-02 2026-03-02 2027-02-01",
    ],
    [
      "BYHOUR and the like on a date: times of day are not read",
      "FREQ=WEEKLY;BYDAY=MO;WKST=SU",
      "20260105T090000",
      "2026-01-05 2026-01-12",
    ],
    [
      "BYMONTHDAY with BYYEARDAY: both must hold",
      "FREQ=YEARLY;BYYEARDAY=32,60;BYMONTHDAY=1",
      "20260201T090000",
      "2026-02-01 2026-03-01 2027-02-01",
    ],
  ] as const)("%s", (_, rule, start, instances) => {
    const { walls } = expectedOf([rule, start, instances]);
    expect(wallsOf(start, rule, walls.length)).toEqual(walls);
  });

  it("two rules: what either of them names, once", () => {
    const lines = [
      "DTSTART:20260105T090000Z",
      "RRULE:FREQ=WEEKLY;COUNT=3",
      "RRULE:FREQ=DAILY;INTERVAL=5;COUNT=4",
    ];
    const { occurrences } = firstOf(lines, { zone: "UTC", count: 20 });
    expect(occurrences.map(({ start }) => start.wall.slice(5, 10))).toEqual([
      "01-05",
      "01-10",
      "01-12",
      "01-15",
      "01-19",
      "01-20",
    ]);
  });
});

describe("a rule that is not followed is reported, with DTSTART alone", () => {
  it.each([
    "FREQ=MONTHLY;BYWEEKNO=20",
    "FREQ=HOURLY;BYWEEKNO=20",
    "FREQ=WEEKLY;BYMONTHDAY=13",
    "FREQ=WEEKLY;BYYEARDAY=1",
    "FREQ=DAILY;BYYEARDAY=100",
    "FREQ=DAILY;BYDAY=1MO",
    "FREQ=HOURLY;BYDAY=-1FR",
    "FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO",
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1",
    "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD",
    "FREQ=YEARLY;BYMONTH=5L;RSCALE=HEBREW",
    "FREQ=DAILY;BYSOMETHING=1",
  ])("unsupported: %s", (rule) => {
    const lines = ["DTSTART:20260105T090000Z", `RRULE:${rule}`];
    expect(firstOf(lines, { zone: "UTC", count: 5 })).toMatchObject({
      notExpanded: "unsupported-rule",
      occurrences: [{ recurrence: "20260105T090000Z" }],
    });
  });
});
