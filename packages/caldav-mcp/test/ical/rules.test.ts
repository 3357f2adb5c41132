import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, isoDateTime, WEEKDAYS } from "../../src/ical/civil.ts";
import { createCost, TooCostly } from "../../src/ical/cost.ts";
import { ianaZone } from "../../src/ical/iana-zone.ts";
import { parseRule, type Rule } from "../../src/ical/rule.ts";
import type { Instance } from "../../src/ical/rule-times.ts";
import { walkRule } from "../../src/ical/rule-walk.ts";
import { parseTimeValue } from "../../src/ical/time-values.ts";
import { instantOf, UTC, type Zone } from "../../src/ical/zone.ts";
import { bruteForce } from "./brute-force.ts";
import { RULE_FAMILIES } from "./rule-families.ts";

function ruleOf(text: string): Rule {
  const rule = parseRule(text);
  if (typeof rule === "string") throw new Error(`${rule}: ${text}`);
  return rule;
}

type Walk = { start: string; zone?: Zone; from?: number; to?: number; units?: number };

function walk(text: string, { start, zone = UTC, from, to, units = 5_000_000 }: Walk) {
  const wall = parseTimeValue(start)?.wall ?? 0;
  const { instant } = instantOf(wall, zone);
  const range = { from: from ?? instant, to: to ?? Number.POSITIVE_INFINITY };
  const found = () =>
    walkRule(ruleOf(text), { wall, instant, zone, allDay: false }, range, createCost({ units }));
  const take = (count: number) => firstOf(found(), count).map((instance) => isoDateTime(instance.wall));
  return { take, all: () => take(Number.POSITIVE_INFINITY) };
}

function firstOf<T>(items: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  if (count === 0) return first;
  for (const item of items) if (first.push(item) >= count) break;
  return first;
}

function* notBefore(from: number, instances: Iterable<Instance>): Generator<Instance> {
  for (const instance of instances) if (instance.instant >= from) yield instance;
}

describe("recurrence rules", () => {
  it.each(RULE_FAMILIES)("%s from %s", (rule, start, first) => {
    const expected = first.split(" ");
    const found = walk(rule, { start }).take(expected.length);
    const clock = `T${start.slice(9, 11)}:${start.slice(11, 13)}:${start.slice(13, 15)}`;
    expect(found).toEqual(
      expected.map((text) => (text.length === 10 ? text + clock : text.length === 16 ? `${text}:00` : text)),
    );
  });

  it("ends after COUNT instances, DTSTART being the first of them", () => {
    expect(walk("FREQ=DAILY;COUNT=3", { start: "20260105T090000" }).all()).toHaveLength(3);
    expect(walk("FREQ=WEEKLY;BYDAY=MO;COUNT=3", { start: "20260106T090000" }).all()).toEqual([
      "2026-01-06T09:00:00",
      "2026-01-12T09:00:00",
      "2026-01-19T09:00:00",
    ]);
  });

  it("ends at COUNT or UNTIL, whichever comes first (F81)", () => {
    const walked = (rule: string) => walk(rule, { start: "20260105T090000" }).all();
    expect(walked("FREQ=DAILY;COUNT=3;UNTIL=20260201")).toHaveLength(3);
    expect(walked("FREQ=DAILY;COUNT=30;UNTIL=20260106")).toHaveLength(2);
  });

  it("includes the whole day of an UNTIL that is a date, on the clock of the series", () => {
    const zone = ianaZone("America/Los_Angeles");
    expect(walk("FREQ=DAILY;UNTIL=20260119", { start: "20260118T200000", zone: zone! }).all()).toEqual([
      "2026-01-18T20:00:00",
      "2026-01-19T20:00:00",
    ]);
  });

  it("takes the weekday of DTSTART for a BYWEEKNO without BYDAY", () => {
    expect(walk("FREQ=YEARLY;BYWEEKNO=20", { start: "19970512T090000" }).take(3)).toEqual([
      "1997-05-12T09:00:00",
      "1998-05-11T09:00:00",
      "1999-05-17T09:00:00",
    ]);
  });

  it("lets BYSETPOS pick from the whole week that DTSTART stands in, not from what is left of it", () => {
    // Thursday; the set of that week is TU WE FR, of which the first lies before DTSTART.
    expect(walk("FREQ=WEEKLY;BYDAY=TU,WE,FR;BYSETPOS=1,-1", { start: "20260108T090000" }).take(3)).toEqual([
      "2026-01-08T09:00:00",
      "2026-01-09T09:00:00",
      "2026-01-13T09:00:00",
    ]);
  });

  it("skips and does not count a local time that a change of clocks skips", () => {
    const zone = ianaZone("Europe/Berlin")!;
    expect(walk("FREQ=DAILY;COUNT=3", { start: "20260328T023000", zone }).all()).toEqual([
      "2026-03-28T02:30:00",
      "2026-03-30T02:30:00",
      "2026-03-31T02:30:00",
    ]);
  });

  it("steps hours in exact time through both changes of clocks", () => {
    const zone = ianaZone("Europe/Berlin")!;
    expect(walk("FREQ=HOURLY", { start: "20260329T010000", zone }).take(3)).toEqual([
      "2026-03-29T01:00:00",
      "2026-03-29T03:00:00",
      "2026-03-29T04:00:00",
    ]);
    expect(walk("FREQ=HOURLY", { start: "20261025T010000", zone }).take(4)).toEqual([
      "2026-10-25T01:00:00",
      "2026-10-25T02:00:00",
      "2026-10-25T02:00:00",
      "2026-10-25T03:00:00",
    ]);
    expect(walk("FREQ=MINUTELY;INTERVAL=30;BYHOUR=0", { start: "20260328T000000", zone }).take(5)).toEqual([
      "2026-03-28T00:00:00",
      "2026-03-28T00:30:00",
      "2026-03-29T00:00:00",
      "2026-03-29T00:30:00",
      "2026-03-30T00:00:00",
    ]);
  });

  it.each([
    ["FREQ=WEEKLY;BYMONTHDAY=1"],
    ["FREQ=MONTHLY;BYYEARDAY=1"],
    ["FREQ=DAILY;BYWEEKNO=1"],
    ["FREQ=WEEKLY;BYDAY=1MO"],
    ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO"],
    ["RSCALE=CHINESE;FREQ=YEARLY"],
    ["RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L"],
    ["RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD"],
    ["FREQ=YEARLY;BYEASTER=0"],
  ])("says that it does not follow %s rather than guess", (text) => {
    expect(parseRule(text)).toBe("unsupported-rule");
  });

  it.each([
    "",
    "FREQ=",
    "FREQ=FORTNIGHTLY",
    "INTERVAL=2",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;COUNT=0",
    "FREQ=DAILY;COUNT=1,2",
    "FREQ=DAILY;COUNT=-1",
    "FREQ=DAILY;UNTIL=20260230",
    "FREQ=DAILY;UNTIL=",
    "FREQ=DAILY;FREQ=WEEKLY",
    "FREQ=DAILY;BYHOUR=24",
    "FREQ=DAILY;BYMONTH=13",
    "FREQ=DAILY;BYMONTHDAY=0",
    "FREQ=DAILY;BYDAY=XX",
    "FREQ=DAILY;BYDAY=54MO",
    "FREQ=DAILY;BYDAY=",
    "FREQ",
    "FREQ=DAILY;WKST=1",
    "FREQ=DAILY;BYHOUR=1.5",
    "FREQ=DAILY;BYHOUR=0x1",
    `FREQ=DAILY;BYMONTH=${"1,".repeat(20_000)}1`,
  ])("calls %j unreadable", (text) => {
    expect(parseRule(text)).toBe("unreadable-rule");
  });

  it("reads rules as the field writes them: any case, any order, trailing semicolons, X- parts", () => {
    expect(parseRule("byday=mo,we;freq=weekly;interval=+2;".replace("+", ""))).toEqual(
      parseRule("FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO"),
    );
    expect(parseRule(" FREQ=DAILY ; X-NAME=anything")).toEqual(parseRule("FREQ=DAILY"));
  });
});

const subset = <T>(values: readonly T[], maxLength: number) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength }) },
  );
const list = (name: string, values: readonly (string | number)[]) =>
  values.length === 0 ? [] : [`${name}=${values.join(",")}`];
const signed = (high: number) =>
  fc.uniqueArray(
    fc.integer({ min: 1, max: high }).chain((n) => fc.constantFrom(n, -n)),
    { minLength: 1, maxLength: 3 },
  );

const calendarRule = fc
  .record({
    frequency: fc.constantFrom("YEARLY", "MONTHLY", "WEEKLY", "DAILY"),
    interval: fc.constantFrom(1, 1, 2, 3, 7),
    count: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    byMonth: subset([1, 2, 3, 6, 11, 12], 3),
    byMonthDay: fc.oneof(fc.constant([]), signed(31)),
    byYearDay: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: signed(366) }),
    weekdays: subset(WEEKDAYS, 4),
    nth: fc.option(fc.constantFrom(1, 2, -1, -2, 5, -5, 53), { nil: undefined }),
    byHour: subset([0, 8, 9, 23], 2),
    byMinute: subset([0, 30, 59], 2),
    bySetPos: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: signed(4) }),
    weekStart: fc.constantFrom("MO", "SU", "TH"),
  })
  .map((parts) => {
    const { frequency } = parts;
    const counted = frequency === "YEARLY" || frequency === "MONTHLY";
    return [
      `FREQ=${frequency}`,
      `INTERVAL=${parts.interval}`,
      ...list("BYMONTH", parts.byMonth),
      ...(frequency === "WEEKLY" ? [] : list("BYMONTHDAY", parts.byMonthDay)),
      ...(frequency === "YEARLY" ? list("BYYEARDAY", parts.byYearDay) : []),
      ...list(
        "BYDAY",
        parts.weekdays.map((day) => (counted ? `${parts.nth ?? ""}${day}` : day)),
      ),
      ...list("BYHOUR", parts.byHour),
      ...list("BYMINUTE", parts.byMinute),
      ...list("BYSETPOS", parts.bySetPos),
      `WKST=${parts.weekStart}`,
      ...(parts.count === undefined ? [] : [`COUNT=${parts.count}`]),
    ].join(";");
  });
const startWall = fc
  .integer({ min: 0, max: 4 * 365 * 24 * 4 })
  .map((quarters) => Date.UTC(2024, 0, 1) + quarters * 900_000);

describe("the walk", () => {
  const YEARS = 5 * 366;

  it("finds exactly what the definition finds", () => {
    fc.assert(
      fc.property(calendarRule, startWall, (text, wall) => {
        const to = (Math.floor(wall / DAY) + YEARS) * DAY;
        const found = walkRule(
          ruleOf(text),
          { wall, instant: wall, zone: UTC, allDay: false },
          { from: wall, to },
          createCost({ units: 1e8 }),
        );
        expect([...found].map((instance) => isoDateTime(instance.wall))).toEqual(
          bruteForce(ruleOf(text), wall, YEARS).map(isoDateTime),
        );
      }),
      { numRuns: 400 },
    );
  });

  it("finds the same in a window as from the beginning", () => {
    fc.assert(
      fc.property(
        calendarRule,
        startWall,
        fc.integer({ min: -400, max: 1500 }),
        fc.integer({ min: 0, max: 400 }),
        (text, wall, skip, length) => {
          const zone = ianaZone("America/New_York")!;
          const start = { wall, instant: instantOf(wall, zone).instant, zone, allDay: false };
          const [from, to] = [wall + skip * DAY, wall + (skip + length) * DAY];
          const whole = [
            ...walkRule(ruleOf(text), start, { from: start.instant, to }, createCost({ units: 1e8 })),
          ];
          const window = [...walkRule(ruleOf(text), start, { from, to }, createCost({ units: 1e8 }))];
          expect(window).toEqual(whole.filter(({ instant }) => instant >= from));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is the same for hours, minutes and seconds", () => {
    const rule = fc
      .tuple(
        fc.constantFrom("HOURLY", "MINUTELY", "SECONDLY"),
        fc.integer({ min: 1, max: 5000 }),
        subset([0, 7, 23], 2),
        subset(WEEKDAYS, 3),
        subset([0, 30], 2),
      )
      .map(([frequency, interval, hours, days, minutes]) =>
        [
          `FREQ=${frequency}`,
          `INTERVAL=${interval}`,
          ...list("BYHOUR", hours),
          ...list("BYDAY", days),
          ...list("BYMINUTE", minutes),
        ].join(";"),
      );
    fc.assert(
      fc.property(rule, startWall, fc.integer({ min: 0, max: 9 * 24 }), (text, wall, hours) => {
        const zone = ianaZone("Australia/Lord_Howe")!;
        const start = { wall, instant: instantOf(wall, zone).instant, zone, allDay: false };
        const from = start.instant + hours * 3_600_000;
        const to = start.instant + 12 * DAY;
        const cost = () => createCost({ units: 1e8 });
        const whole = walkRule(ruleOf(text), start, { from: start.instant, to }, cost());
        const window = walkRule(ruleOf(text), start, { from, to }, cost());
        expect(firstOf(window, 200)).toEqual(firstOf(notBefore(from, whole), 200));
      }),
      { numRuns: 200 },
    );
  });

  it("stops when it has cost too much", () => {
    const endless = walk("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", {
      start: "20260105T090000",
      units: 50_000,
    });
    expect(() => endless.all()).toThrow(TooCostly);
  });
});
