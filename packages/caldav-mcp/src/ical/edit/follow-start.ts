import { civilDate, dayNumber, daysInMonth, WEEKDAYS, weekdayOf } from "../civil.ts";
import type { Rule } from "../rule.ts";

/** Parts of a rule that get another value. */
export type RuleParts = Partial<Record<"BYDAY" | "BYMONTHDAY" | "BYMONTH", string>>;

/** A rule that goes along when its series starts on another day. */
export type Following = {
  parts: RuleParts;
  /** Where a day of the rule goes; undefined where the new rule has none instead, such as 31 June. */
  day: (day: number) => number | undefined;
};

/**
 * A rule goes along with the start where the day it repeats on is the day of the start: because it says none, or says
 * just that one (the weekday of a weekly rule, the second Tuesday or the 15th of a monthly one). `from` and `to` are day
 * numbers. Undefined for a rule that names its days whatever the start is.
 */
export function followStart(rule: Rule, from: number, to: number): Following | undefined {
  if (rule.bySetPos.length + rule.byWeekNo.length + rule.byYearDay.length > 0) return undefined;
  switch (rule.frequency) {
    case "WEEKLY":
      return weekly(rule, from, to);
    case "MONTHLY":
      return rule.byMonth.length > 0 ? undefined : byMonths(rule, from, to);
    case "YEARLY":
      return yearly(rule, from, to);
    case "DAILY":
    case "HOURLY":
    case "MINUTELY":
    case "SECONDLY":
      return rule.byMonth.length + rule.byMonthDay.length + rule.byDay.length > 0
        ? undefined
        : { parts: {}, day: (day) => day + to - from };
  }
}

function weekly({ byDay, byMonth }: Rule, from: number, to: number): Following | undefined {
  if (byMonth.length > 0 || byDay.length > 1) return undefined;
  const day = (some: number): number => some + to - from;
  if (byDay.length === 0) return { parts: {}, day };
  return byDay[0]?.weekday === weekdayOf(from)
    ? { parts: { BYDAY: WEEKDAYS[weekdayOf(to)] ?? "" }, day }
    : undefined;
}

function yearly(rule: Rule, from: number, to: number): Following | undefined {
  const named = rule.byMonth.length > 0;
  if (rule.byMonth.length > 1 || (named && rule.byMonth[0] !== civilDate(from).month)) return undefined;
  // Without a month these name days in every month of the year.
  if (!named && rule.byMonthDay.length + rule.byDay.length > 0) return undefined;
  const following = byMonths(rule, from, to);
  if (following === undefined || !named) return following;
  return { ...following, parts: { ...following.parts, BYMONTH: String(civilDate(to).month) } };
}

/** One day in a month: as many months later or earlier as the start, and the same day of it as the start. */
function byMonths({ byDay, byMonthDay }: Rule, from: number, to: number): Following | undefined {
  const old = civilDate(from);
  const next = civilDate(to);
  const months = (next.year - old.year) * 12 + next.month - old.month;
  const within = (pick: (first: number, length: number) => number | undefined) => (day: number) => {
    const { year, month } = civilDate(day);
    const offset = pick(dayNumber(year, month + months, 1), daysInMonth(year, month + months));
    return offset === undefined ? undefined : dayNumber(year, month + months, 1) + offset;
  };
  if (byDay.length === 0) {
    if (byMonthDay.length > 1 || (byMonthDay.length === 1 && byMonthDay[0] !== old.day)) return undefined;
    return {
      parts: byMonthDay.length === 1 ? { BYMONTHDAY: String(next.day) } : {},
      day: within((_first, length) => (next.day > length ? undefined : next.day - 1)),
    };
  }
  const [named] = byDay;
  const nth = named?.nth;
  if (byDay.length > 1 || byMonthDay.length > 0 || nth === undefined) return undefined;
  const isLast = nth < 0;
  const weekday = weekdayOf(to);
  const position = positionOf(to, { isLast });
  // Not every month has a fifth one.
  if (named?.weekday !== weekdayOf(from) || nth !== positionOf(from, { isLast }) || Math.abs(position) > 4)
    return undefined;
  return {
    parts: { BYDAY: `${position}${WEEKDAYS[weekday] ?? ""}` },
    day: within((first, length) => {
      if (!isLast) return ((weekday - weekdayOf(first) + 7) % 7) + (position - 1) * 7;
      return length - 1 - ((weekdayOf(first + length - 1) - weekday + 7) % 7) + (position + 1) * 7;
    }),
  };
}

/** The how manieth of its weekday a day is in its month, from the front or, negative, from the back. */
function positionOf(day: number, { isLast }: { isLast: boolean }): number {
  const { year, month, day: date } = civilDate(day);
  return isLast ? -Math.ceil((daysInMonth(year, month) - date + 1) / 7) : Math.ceil(date / 7);
}
