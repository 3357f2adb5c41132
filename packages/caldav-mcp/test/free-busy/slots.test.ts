import { array, assert, constantFrom, integer, property, record, subarray } from "fast-check";
import { describe, expect, it } from "vitest";
import { type Hours, hoursWithin, readClock } from "../../src/free-busy/hours.ts";
import { mergeBusy } from "../../src/free-busy/intervals.ts";
import { freeSlots } from "../../src/free-busy/slots.ts";
import { DAY, HOUR, MINUTE } from "../../src/ical/civil.ts";
import type { Busy } from "../../src/ical/free-busy.ts";
import { ianaZone } from "../../src/ical/iana-zone.ts";
import { renderInstant } from "../../src/ical/instants.ts";
import type { Window } from "../../src/ical/types.ts";
import { UTC, type Zone } from "../../src/ical/zone.ts";

const EVERY_DAY = new Set([0, 1, 2, 3, 4, 5, 6]);
const zoneOf = (name: string): Zone => ianaZone(name) ?? UTC;
const clock = (text: string): number => readClock(text) ?? Number.NaN;
const hours = (from: string, to: string, weekdays: ReadonlySet<number> = EVERY_DAY): Hours => ({
  from: clock(from),
  to: clock(to),
  weekdays,
});
const window = (from: string, to: string): Window => ({ from: Date.parse(from), to: Date.parse(to) });
const shown = (times: readonly Window[], zone: string): [string, string][] =>
  times.map(({ from, to }) => [renderInstant(from, zone).value, renderInstant(to, zone).value]);

/** The weekday and the minute of the day that a clock on the wall shows, from the platform and not from our own zones. */
function wallOf(instant: number, format: Intl.DateTimeFormat): { weekday: number; minute: number } {
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts["weekday"] ?? "");
  return { weekday, minute: Number(parts["hour"]) * 60 + Number(parts["minute"]) };
}

const formatOf = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

/** Around changes of clocks: forward, back, by half an hour, at midnight, and over a whole day. */
const CHANGES: [string, Window][] = [
  ["Europe/Berlin", window("2026-03-28T00:00:00Z", "2026-03-30T12:00:00Z")],
  ["Europe/Berlin", window("2026-10-24T00:00:00Z", "2026-10-26T12:00:00Z")],
  ["America/New_York", window("2026-03-07T00:00:00Z", "2026-03-09T12:00:00Z")],
  ["America/New_York", window("2026-10-31T00:00:00Z", "2026-11-02T12:00:00Z")],
  ["Pacific/Auckland", window("2026-04-03T00:00:00Z", "2026-04-06T00:00:00Z")],
  ["Pacific/Auckland", window("2026-09-25T00:00:00Z", "2026-09-28T00:00:00Z")],
  ["Australia/Lord_Howe", window("2026-04-03T00:00:00Z", "2026-04-06T00:00:00Z")],
  ["Australia/Lord_Howe", window("2026-10-02T00:00:00Z", "2026-10-05T00:00:00Z")],
  ["America/Santiago", window("2026-04-03T00:00:00Z", "2026-04-06T00:00:00Z")],
  ["Pacific/Apia", window("2011-12-28T00:00:00Z", "2012-01-01T00:00:00Z")],
  ["Europe/Berlin", window("2026-09-14T06:17:31Z", "2026-09-16T06:17:31Z")],
];

describe("free times where clocks change", () => {
  it.each(CHANGES)("are those of a walk from minute to minute in %s, %o", (zone, around) => {
    const format = formatOf(zone);
    const first = Math.ceil(around.from / MINUTE) * MINUTE;
    const grid = Array.from({ length: Math.floor((around.to - first) / MINUTE) }, (_, index) => {
      const instant = first + index * MINUTE;
      return { instant, ...wallOf(instant, format) };
    });
    const busy = record({
      start: integer({ min: -60, max: grid.length }),
      minutes: integer({ min: 1, max: 600 }),
    }).map(({ start, minutes }): Busy => {
      const from = first + start * MINUTE;
      return { from, to: from + minutes * MINUTE, kind: "busy" };
    });
    const wanted = record({
      minutes: integer({ min: 1, max: 180 }),
      edges: constantFrom<[number, number]>(
        [0, 1440],
        [90, 135],
        [120, 180],
        [150, 1440],
        [0, 45],
        [480, 1020],
      ),
      weekdays: subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 4 }),
    });
    assert(
      property(array(busy, { maxLength: 4 }), wanted, (times, { minutes, edges: [start, end], weekdays }) => {
        const merged = mergeBusy(times, around);
        const found = freeSlots(merged, around, {
          minutes,
          hours: { from: start * MINUTE, to: end * MINUTE, weekdays: new Set(weekdays) },
          zone: zoneOf(zone),
        });
        const expected: Window[] = [];
        for (const { instant, weekday, minute } of grid) {
          const taken = times.some(({ from, to }) => from <= instant && instant < to);
          if (taken || minute < start || minute >= end || !weekdays.includes(weekday)) continue;
          const last = expected.at(-1);
          if (last?.to === instant) last.to += MINUTE;
          else expected.push({ from: instant, to: instant + MINUTE });
        }
        expect(found).toEqual(expected.filter(({ from, to }) => to - from >= minutes * MINUTE));
      }),
      { numRuns: 40 },
    );
  });

  it("know that a day has 23 hours in spring and 25 in autumn", () => {
    const berlin = zoneOf("Europe/Berlin");
    const lengthOf = (day: Window): number =>
      freeSlots([], day, { minutes: 1, hours: hours("00:00", "24:00"), zone: berlin }).reduce(
        (total, { from, to }) => total + (to - from) / HOUR,
        0,
      );
    expect(lengthOf(window("2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00"))).toBe(23);
    expect(lengthOf(window("2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00"))).toBe(25);
  });

  it("begin when clocks have jumped over the start of the day's hours", () => {
    const day = window("2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00");
    const found = hoursWithin(day, hours("02:30", "04:00"), zoneOf("Europe/Berlin"));
    expect(shown(found, "Europe/Berlin")).toEqual([
      ["2026-03-29T03:00:00+02:00", "2026-03-29T04:00:00+02:00"],
    ]);
  });

  it("come twice where clocks show the same half-hour twice", () => {
    const day = window("2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00");
    const found = hoursWithin(day, hours("02:15", "02:45"), zoneOf("Europe/Berlin"));
    expect(shown(found, "Europe/Berlin")).toEqual([
      ["2026-10-25T02:15:00+02:00", "2026-10-25T02:45:00+02:00"],
      ["2026-10-25T02:15:00+01:00", "2026-10-25T02:45:00+01:00"],
    ]);
  });
});

describe("free times", () => {
  it("run over midnight when all hours count", () => {
    const days = { from: 0, to: 3 * DAY };
    const found = freeSlots([], days, { minutes: 60, hours: hours("00:00", "24:00"), zone: UTC });
    expect(found).toEqual([days]);
  });

  it("lie on the asked weekdays only", () => {
    // 1970-01-01 is a Thursday.
    const week = { from: 0, to: 7 * DAY };
    const found = freeSlots([], week, {
      minutes: 1,
      hours: hours("09:00", "10:00", new Set([0, 4])),
      zone: UTC,
    });
    expect(found.map(({ from }) => from / HOUR)).toEqual([33, 105]);
  });

  it("are cut to whole minutes, never beyond what is free", () => {
    const around = { from: 1, to: 10 * MINUTE };
    const busy = [{ from: 4 * MINUTE + 1, to: 5 * MINUTE + 1 }];
    const wanted = { minutes: 3, hours: hours("00:00", "24:00"), zone: UTC };
    expect(freeSlots(busy, around, wanted)).toEqual([
      { from: MINUTE, to: 4 * MINUTE },
      { from: 6 * MINUTE, to: 10 * MINUTE },
    ]);
  });
});

describe("a time of the day", () => {
  it.each([
    ["00:00", 0],
    ["09:30", 9.5 * HOUR],
    ["23:59", 24 * HOUR - MINUTE],
    ["24:00", DAY],
    ["24:01", undefined],
    ["9:30", undefined],
    ["25:00", undefined],
    ["09:60", undefined],
    ["09:30:00", undefined],
    ["", undefined],
  ])("%s is read", (text, expected) => {
    expect(readClock(text)).toBe(expected);
  });
});
