import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { basicDate, basicDateTime, isoDate, isoDateTime, wallOf } from "../../src/ical/civil.ts";
import { parseTimeValue, parseUtcOffset, type TimeValue } from "../../src/ical/time-values.ts";

/** The form of RFC 5545 sections 3.3.4 and 3.3.5 as a pattern, and the offset that the standard forbids. */
function byPattern(text: string): TimeValue | undefined {
  const form = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z|[+-]\d{4})?)?$/i;
  const match = form.exec(text.trim());
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number);
  const [hour = 0, minute = 0, second = 0] = match.slice(4, 7).map((part) => Number(part ?? 0));
  const wall = wallOf({ year, month, day }, { hour, minute, second });
  if (wall === undefined) return undefined;
  if (match[4] === undefined) return { wall, form: "date" };
  if (match[7] === undefined) return { wall, form: "local" };
  if (/z/i.test(match[7])) return { wall, form: "utc" };
  const offset = parseUtcOffset(match[7]);
  return offset === undefined ? undefined : { wall: wall - offset, form: "utc" };
}

const DAY = 86_400_000;

const digits = (count: number) =>
  fc.string({ unit: fc.constantFrom("0", "1", "2", "3", "5", "9"), minLength: count, maxLength: count });
const two = (most: number) => fc.nat(most).map((value) => String(value).padStart(2, "0"));
const date = fc
  .tuple(fc.constantFrom("2026", "2000", "0000", "9999"), two(13), two(32))
  .map((parts) => parts.join(""));
const clock = fc
  .tuple(fc.constantFrom("T", "T", "t", " ", "x"), two(25), two(60), two(61))
  .map((parts) => parts.join(""));
const zone = fc.oneof(
  fc.constantFrom("", "", "Z", "z", "+0200", "-0330", "+9999", "+020000", "Z0", "ZZ", "+02:00", " Z"),
  digits(2),
);
const around = fc.constantFrom("", "", "", " ", "\t", "\uFEFF", "\r", "0");
const nearly = fc
  .tuple(around, date, fc.option(clock, { nil: "" }), zone, around)
  .map((parts) => parts.join(""));

/** One character of it replaced. */
const damaged = fc
  .tuple(nearly, fc.nat(), fc.constantFrom("", "a", "٣", "-", " ", "\0", "９", "😀"))
  .map(([text, place, character]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + character + text.slice(at + 1);
  });

describe("a date or time", () => {
  it("is read as its form says, and nothing else is one", () => {
    fc.assert(
      fc.property(fc.oneof(nearly, damaged, fc.string({ maxLength: 25 })), (text) => {
        expect(parseTimeValue(text)).toEqual(byPattern(text));
      }),
      { numRuns: 10_000 },
    );
  });

  it("is written as the calendar of the engine writes it, in the years of four digits", () => {
    const years = {
      min: Date.UTC(2000, 0, 1) - 1999 * 365.25 * DAY,
      max: Date.UTC(9999, 11, 31, 23, 59, 59),
    };
    fc.assert(
      fc.property(fc.integer(years), (wall) => {
        const written = new Date(wall).toISOString().slice(0, 19);
        expect(isoDateTime(wall)).toBe(written);
        expect(isoDate(wall)).toBe(written.slice(0, 10));
        expect(basicDateTime(wall)).toBe(written.replaceAll(/[-:]/g, ""));
        expect(basicDate(wall)).toBe(written.slice(0, 10).replaceAll("-", ""));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1e15, 1e15, Date.UTC(10_000, 0, 1)])(
    "is of the year 0 when it is none of these: %d",
    (wall) => {
      expect(isoDateTime(wall)).toMatch(/^0000-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      expect(basicDateTime(wall)).toMatch(/^0000\d{4}T\d{6}$/);
    },
  );
});
