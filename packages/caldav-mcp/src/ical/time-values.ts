import { basicDate, basicDateTime, DAY, HOUR, MINUTE, SECOND, wallOf } from "./civil.ts";

/** A DATE or DATE-TIME value as written: wall time, not yet an instant. */
export type TimeValue = { wall: number; form: "date" | "utc" | "local" };

const TIME_VALUE = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z|[+-]\d{4})?)?$/i;

/**
 * Reads `20260914`, `20260914T090000` and `20260914T090000Z`. An offset, which RFC 5545 forbids, is read as the instant
 * it names rather than dropped. Undefined for anything else, and for dates that do not exist.
 */
export function parseTimeValue(text: string): TimeValue | undefined {
  const match = TIME_VALUE.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, zone] = match;
  const wall = wallOf(
    { year: Number(year), month: Number(month), day: Number(day) },
    { hour: Number(hour ?? 0), minute: Number(minute ?? 0), second: Number(second ?? 0) },
  );
  if (wall === undefined) return undefined;
  if (hour === undefined) return { wall, form: "date" };
  if (zone === undefined) return { wall, form: "local" };
  if (zone.toUpperCase() === "Z") return { wall, form: "utc" };
  const offset = parseUtcOffset(zone);
  return offset === undefined ? undefined : { wall: wall - offset, form: "utc" };
}

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
