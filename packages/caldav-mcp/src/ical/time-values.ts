import { basicDate, basicDateTime, DAY, HOUR, MINUTE, SECOND, wallOf } from "./civil.ts";

/** A DATE or DATE-TIME value as written: wall time, not yet an instant. */
export type TimeValue = { wall: number; form: "date" | "utc" | "local" };

/**
 * Reads `20260914`, `20260914T090000` and `20260914T090000Z`. An offset, which RFC 5545 forbids, is read as the instant
 * it names rather than dropped. Undefined for anything else, and for dates that do not exist.
 */
export function parseTimeValue(text: string): TimeValue | undefined {
  const value = text.trim();
  const timed = value.length > DATE_LENGTH;
  if (value.length < DATE_LENGTH || (timed && (value[DATE_LENGTH] ?? "").toUpperCase() !== "T"))
    return undefined;
  const date = { year: digitsAt(value, 0, 4), month: digitsAt(value, 4, 2), day: digitsAt(value, 6, 2) };
  const time = timed
    ? { hour: digitsAt(value, 9, 2), minute: digitsAt(value, 11, 2), second: digitsAt(value, 13, 2) }
    : MIDNIGHT;
  const wall = wallOf(date, time);
  if (wall === undefined || Number.isNaN(wall)) return undefined;
  if (!timed) return { wall, form: "date" };
  if (value.length === TIME_LENGTH) return { wall, form: "local" };
  const zone = value.slice(TIME_LENGTH);
  if (zone === "Z" || zone === "z") return { wall, form: "utc" };
  const offset = zone.length === OFFSET_LENGTH ? parseUtcOffset(zone) : undefined;
  return offset === undefined ? undefined : { wall: wall - offset, form: "utc" };
}

const DATE_LENGTH = "20260914".length;
const TIME_LENGTH = "20260914T090000".length;
const OFFSET_LENGTH = "+0200".length;
const MIDNIGHT = { hour: 0, minute: 0, second: 0 };

/** The number that so many digits make, NaN where there is anything else. */
function digitsAt(text: string, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}

const ZERO = "0".charCodeAt(0);

const UTC_OFFSET = /^([+-])(\d{2})(\d{2})(\d{2})?$/;

/** Milliseconds east of Greenwich. */
export function parseUtcOffset(text: string): number | undefined {
  const match = UTC_OFFSET.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, hours, minutes, seconds] = match;
  const offset = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds ?? 0) * SECOND;
  if (offset >= DAY || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined;
  return sign === "-" ? -offset : offset;
}

/** Days are nominal (the same clock time later), the rest is exact time (RFC 5545 section 3.3.6). */
export type Duration = { days: number; exact: number };

const DURATION =
  /^([+-])?P(?:(\d{1,6})W)?(?:(\d{1,7})D)?(?:T(?:(\d{1,8})H)?(?:(\d{1,9})M)?(?:(\d{1,10})S)?)?$/i;

export function parseDuration(text: string): Duration | undefined {
  const match = DURATION.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, weeks, days, hours, minutes, seconds] = match;
  if ([weeks, days, hours, minutes, seconds].every((part) => part === undefined)) return undefined;
  const factor = sign === "-" ? -1 : 1;
  return {
    days: factor * (Number(weeks ?? 0) * 7 + Number(days ?? 0)),
    exact:
      factor * (Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE + Number(seconds ?? 0) * SECOND),
  };
}

/** The value again in iCalendar's own form. */
export function formatTimeValue({ wall, form }: TimeValue): string {
  if (form === "date") return basicDate(wall);
  return form === "utc" ? `${basicDateTime(wall)}Z` : basicDateTime(wall);
}

/** An instant in UTC, to the second. */
export function utcStamp(instant: number): string {
  return formatTimeValue({ wall: Math.floor(instant / SECOND) * SECOND, form: "utc" });
}
