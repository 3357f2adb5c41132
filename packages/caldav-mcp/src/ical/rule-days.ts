import { civilDate, dayNumber, daysInMonth, isLeapYear, weekdayOf, type Weekday } from "./civil.ts";
import type { Rule, RuleDay } from "./rule.ts";

/**
 * Decides whether the rule can fall on a day at all: every BY part that speaks about days must agree. What the rule
 * leaves open is taken from DTSTART (RFC 5545 section 3.3.10), as is the weekday of a BYWEEKNO without BYDAY.
 */
export function dayFilter(rule: Rule, startDay: number): (day: number) => boolean {
  const full = withDefaults(rule, startDay);
  const months = new Set(full.byMonth);
  const monthDays = new Set(full.byMonthDay);
  const yearDays = new Set(full.byYearDay);
  const weeks = new Set(full.byWeekNo);
  const weekdays = new Set(full.byDay.map((day) => day.weekday));
  const plainDays = new Set(full.byDay.filter((day) => day.nth === undefined).map((day) => day.weekday));
  const countedDays = full.byDay.filter((day) => day.nth !== undefined);
  const countInMonth = full.frequency === "MONTHLY" || full.byMonth.length > 0;

  return (day) => {
    // First, since it spares most days the rest: the date of a day costs more than its weekday.
    if (weekdays.size > 0 && !weekdays.has(weekdayOf(day))) return false;
    if (months.size + monthDays.size + yearDays.size + countedDays.length > 0) {
      const date = civilDate(day);
      if (months.size > 0 && !months.has(date.month)) return false;
      const monthLength = daysInMonth(date.year, date.month);
      if (monthDays.size > 0 && !monthDays.has(date.day) && !monthDays.has(date.day - monthLength - 1))
        return false;
      const yearLength = isLeapYear(date.year) ? 366 : 365;
      const yearDay = day - dayNumber(date.year, 1, 1) + 1;
      if (yearDays.size > 0 && !yearDays.has(yearDay) && !yearDays.has(yearDay - yearLength - 1))
        return false;
      const position = countInMonth
        ? { index: date.day, length: monthLength }
        : { index: yearDay, length: yearLength };
      if (countedDays.length > 0 && !plainDays.has(weekdayOf(day)) && !isCounted(day, position, countedDays))
        return false;
    }
    return weeks.size === 0 || isInWeeks(day, weeks, full.weekStart);
  };
}

function withDefaults(rule: Rule, startDay: number): Rule {
  const start = civilDate(startDay);
  const weekday: RuleDay = { weekday: weekdayOf(startDay), nth: undefined };
  if (rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length > 0) return rule;
  if (rule.frequency === "WEEKLY" || rule.byWeekNo.length > 0) return { ...rule, byDay: [weekday] };
  if (rule.frequency === "MONTHLY") return { ...rule, byMonthDay: [start.day] };
  if (rule.frequency !== "YEARLY") return rule;
  return {
    ...rule,
    byMonthDay: [start.day],
    byMonth: rule.byMonth.length > 0 ? rule.byMonth : [start.month],
  };
}

function isCounted(
  day: number,
  { index, length }: { index: number; length: number },
  days: readonly RuleDay[],
): boolean {
  const weekday = weekdayOf(day);
  const fromStart = Math.ceil(index / 7);
  const fromEnd = -Math.ceil((length - index + 1) / 7);
  return days.some(
    (counted) => counted.weekday === weekday && (counted.nth === fromStart || counted.nth === fromEnd),
  );
}

/** Week 1 is the first one with at least four days in the year; a week belongs to the year of its fourth day. */
function isInWeeks(day: number, weeks: ReadonlySet<number>, weekStart: Weekday): boolean {
  const start = startOfWeek(day, weekStart);
  const { year } = civilDate(start + 3);
  const first = startOfWeek(dayNumber(year, 1, 4), weekStart);
  const next = startOfWeek(dayNumber(year + 1, 1, 4), weekStart);
  const number = (start - first) / 7 + 1;
  return weeks.has(number) || weeks.has(number - (next - first) / 7 - 1);
}

export function startOfWeek(day: number, weekStart: Weekday): number {
  return day - ((weekdayOf(day) - weekStart + 7) % 7);
}
