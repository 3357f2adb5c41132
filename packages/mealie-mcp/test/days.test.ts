import { assert, date, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, isDate, weekdayOf } from "../src/days.ts";

const aDay = date({
  min: new Date("1970-01-01T00:00:00Z"),
  max: new Date("2200-01-01T00:00:00Z"),
  noInvalidDate: true,
}).map((day) => day.toISOString().slice(0, 10));

describe("plain dates", () => {
  it.each([
    ["2026-11-30", "Monday"],
    ["2025-10-25", "Saturday"],
    ["2024-02-29", "Thursday"],
  ])("%s is a %s (M18)", (day, weekday) => {
    expect(weekdayOf(day)).toBe(weekday);
  });

  it.each(["2026-02-29", "2026-13-01", "2026-1-1", "2026-11-30T00:00:00Z", "", "soon"])(
    "%j is none",
    (text) => {
      expect(isDate(text)).toBe(false);
    },
  );

  it("come back after as many days forth and back", () => {
    assert(
      property(aDay, integer({ min: -400, max: 400 }), (day, days) => {
        expect(isDate(day)).toBe(true);
        expect(addDays(addDays(day, days), -days)).toBe(day);
      }),
    );
  });

  it("have the same weekday a week later", () => {
    assert(
      property(aDay, (day) => {
        expect(weekdayOf(addDays(day, 7))).toBe(weekdayOf(day));
      }),
    );
  });
});
