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

const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0"));
const two = (value: number): string => TWO_DIGITS[value] ?? "00";

function dateWith(separator: string, wall: number): string {
  const { year, month, day } = civilDate(dayOfWall(wall));
  return two(Math.floor(year / 100)) + two(year % 100) + separator + two(month) + separator + two(day);
}

function clockWith(separator: string, wall: number): string {
  const clock = wall - dayOfWall(wall) * DAY;
  const minutes = Math.floor(clock / MINUTE);
  const seconds = Math.floor((clock - minutes * MINUTE) / SECOND);
  return two(Math.floor(minutes / 60)) + separator + two(minutes % 60) + separator + two(seconds);
}

/** `2026-09-14` */
export const isoDate = (wall: number): string => dateWith("-", wall);
/** `2026-09-14T09:00:00` */
export const isoDateTime = (wall: number): string => `${dateWith("-", wall)}T${clockWith(":", wall)}`;
/** `20260914` */
export const basicDate = (wall: number): string => dateWith("", wall);
/** `20260914T090000` */
export const basicDateTime = (wall: number): string => `${dateWith("", wall)}T${clockWith("", wall)}`;
