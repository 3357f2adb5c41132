import { todayIn } from "server-kit";

/** Plain dates, `YYYY-MM-DD`: they never pass through a time zone, in which they could become another day (M18). */

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function isDate(text: string): boolean {
  return DATE.test(text) && dateOf(instantOf(text)) === text;
}

/** The English name of its weekday. */
export function weekdayOf(date: string): string {
  return WEEKDAYS[new Date(instantOf(date)).getUTCDay()] ?? "";
}

export function addDays(date: string, days: number): string {
  return dateOf(instantOf(date) + days * 86_400_000);
}

/** The day that a moment, in unix milliseconds, is in a zone. */
export function dayAt(millis: number, zone: string): string {
  return todayIn(zone, { clock: { wallClock: () => millis } }).date;
}

/** Counted in UTC, whose days all have the same length. */
function instantOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function dateOf(instant: number): string {
  return Number.isNaN(instant) ? "" : new Date(instant).toISOString().slice(0, 10);
}
