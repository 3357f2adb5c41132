/**
 * Calendar arithmetic without zones. A wall time is a number of milliseconds counted as if the clock on the wall showed
 * UTC; a day is a number of days since 1970-01-01. Gregorian throughout, years 1 to 9999 (RFC 5545 section 3.3.4).
 */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** 0 is Monday and 6 is Sunday, the order of ISO 8601. */
export type Weekday = number;
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

export type CivilDate = { year: number; month: number; day: number };

/** Days since 1970-01-01; the month may be out of 1..12 and carries into the year. */
export function dayNumber(year: number, month: number, day: number): number {
  const months = year * 12 + month - 1;
  const y = Math.floor(months / 12);
  const m = months - y * 12 + 1;
  // Years counted from March, so that the leap day is the last one.
  const shifted = m <= 2 ? y - 1 : y;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (m + (m > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}

export function civilDate(days: number): CivilDate {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

export function weekdayOf(days: number): Weekday {
  return (((days + 3) % 7) + 7) % 7;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  return dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
}

export function dayOfWall(wall: number): number {
  return Math.floor(wall / DAY);
}

/** `undefined` for a date or a time that does not exist, such as 30 February; a leap second counts as :59. */
export function wallOf(
  date: CivilDate,
  time: { hour: number; minute: number; second: number },
): number | undefined {
  if (date.year < 1 || date.year > 9999 || date.month < 1 || date.month > 12) return undefined;
  if (date.day < 1 || date.day > daysInMonth(date.year, date.month)) return undefined;
  if (time.hour > 23 || time.minute > 59 || time.second > 60) return undefined;
  const clock = time.hour * HOUR + time.minute * MINUTE + Math.min(time.second, 59) * SECOND;
  return dayNumber(date.year, date.month, date.day) * DAY + clock;
}

const ZERO = 0x30;
const HYPHEN = 0x2d;
const COLON = 0x3a;
const T = 0x54;

/** The character of one decimal digit: of the ones for 1, of the tens for 10. */
function digit(value: number, place: 1 | 10 | 100 | 1000): number {
  return ZERO + (Math.floor(value / place) % 10);
}

/** A date of the years that four digits can say; of any other the year is 0, and all of it where it is no date. */
function shownDate(wall: number): CivilDate {
  if (!Number.isFinite(wall)) return { year: 0, month: 0, day: 0 };
  const date = civilDate(dayOfWall(wall));
  return date.year >= 0 && date.year <= 9999 ? date : { ...date, year: 0 };
}

function secondOfDay(wall: number): number {
  return Number.isFinite(wall) ? Math.floor((wall - dayOfWall(wall) * DAY) / SECOND) : 0;
}

// All characters at once: a listing makes three such strings for each occurrence, and a string that is joined from parts keeps
// every part in memory.

/** `2026-09-14` */
export function isoDate(wall: number): string {
  const { year, month, day } = shownDate(wall);
  return String.fromCharCode(
    digit(year, 1000),
    digit(year, 100),
    digit(year, 10),
    digit(year, 1),
    HYPHEN,
    digit(month, 10),
    digit(month, 1),
    HYPHEN,
    digit(day, 10),
    digit(day, 1),
  );
}

/** `2026-09-14T09:00:00` */
export function isoDateTime(wall: number): string {
  const { year, month, day } = shownDate(wall);
  const seconds = secondOfDay(wall);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return String.fromCharCode(
    digit(year, 1000),
    digit(year, 100),
    digit(year, 10),
    digit(year, 1),
    HYPHEN,
    digit(month, 10),
    digit(month, 1),
    HYPHEN,
    digit(day, 10),
    digit(day, 1),
    T,
    digit(hours, 10),
    digit(hours, 1),
    COLON,
    digit(minutes % 60, 10),
    digit(minutes, 1),
    COLON,
    digit(seconds % 60, 10),
    digit(seconds, 1),
  );
}

/** `20260914` */
export function basicDate(wall: number): string {
  const { year, month, day } = shownDate(wall);
  return String.fromCharCode(
    digit(year, 1000),
    digit(year, 100),
    digit(year, 10),
    digit(year, 1),
    digit(month, 10),
    digit(month, 1),
    digit(day, 10),
    digit(day, 1),
  );
}

/** `20260914T090000` */
export function basicDateTime(wall: number): string {
  const { year, month, day } = shownDate(wall);
  const seconds = secondOfDay(wall);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return String.fromCharCode(
    digit(year, 1000),
    digit(year, 100),
    digit(year, 10),
    digit(year, 1),
    digit(month, 10),
    digit(month, 1),
    digit(day, 10),
    digit(day, 1),
    T,
    digit(hours, 10),
    digit(hours, 1),
    digit(minutes % 60, 10),
    digit(minutes, 1),
    digit(seconds % 60, 10),
    digit(seconds, 1),
  );
}
