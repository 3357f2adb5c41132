import { civilDate, DAY, dayNumber, dayOfWall, weekdayOf } from "../../src/ical/civil.ts";
import type { Frequency, Rule } from "../../src/ical/rule.ts";

/**
 * The instances of a rule by definition, slowly: every time of a span that the rule could name is put into its period
 * and tested, and BYSETPOS picks from the whole period. An independent reading of RFC 5545 to hold the walk to, on a
 * clock that never changes.
 */
export function bruteForce(rule: Rule, startWall: number, days: number): number[] {
  const startDay = dayOfWall(startWall);
  const unit = UNITS[rule.frequency];
  const first = unit === undefined ? dayNumber(civilDate(startDay).year, 1, 1) - 7 : startDay;
  const periods = new Map<number, number[]>();
  // A year more, so that BYSETPOS sees the last period whole.
  const last = startDay + days + (unit === undefined ? 366 : 0);
  for (let day = first; day < last; day += 1) {
    if (!matches(rule, day, startDay)) continue;
    for (const wall of timesOn(rule, day, startWall)) {
      const period =
        unit === undefined
          ? periodOf(rule, day, startDay)
          : wholeSteps(Math.floor(wall / unit) - Math.floor(startWall / unit), rule.interval);
      if (period === undefined) continue;
      const set = periods.get(period);
      if (set === undefined) periods.set(period, [wall]);
      else set.push(wall);
    }
  }
  const picked = [...periods.values()].flatMap((set) => {
    const ordered = set.toSorted((a, b) => a - b);
    if (rule.bySetPos.length === 0) return ordered;
    return ordered.filter(
      (_, index) => rule.bySetPos.includes(index + 1) || rule.bySetPos.includes(index - ordered.length),
    );
  });
  const later = picked
    .filter((wall) => wall > startWall && wall < (startDay + days) * DAY)
    .sort((a, b) => a - b);
  return [startWall, ...later].slice(0, rule.count ?? Number.POSITIVE_INFINITY);
}

const UNITS: Partial<Record<Frequency, number>> = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1000 };

function wholeSteps(elapsed: number, interval: number): number | undefined {
  return elapsed < 0 || elapsed % interval !== 0 ? undefined : elapsed;
}

function periodOf(rule: Rule, day: number, startDay: number): number | undefined {
  const [date, start] = [civilDate(day), civilDate(startDay)];
  const weekOf = (some: number): number => Math.floor((some + 3 - rule.weekStart) / 7);
  const elapsed = {
    YEARLY: date.year - start.year,
    MONTHLY: date.year * 12 + date.month - start.year * 12 - start.month,
    WEEKLY: weekOf(day) - weekOf(startDay),
    DAILY: day - startDay,
  }[rule.frequency as string];
  return elapsed === undefined ? undefined : wholeSteps(elapsed, rule.interval);
}

function matches(rule: Rule, day: number, startDay: number): boolean {
  const { year, month, day: dayOfMonth } = civilDate(day);
  const start = civilDate(startDay);
  const yearDay = day - dayNumber(year, 1, 1) + 1;
  const fromYearEnd = day - dayNumber(year + 1, 1, 1);
  const fromMonthEnd = day - dayNumber(year, month + 1, 1);
  const named = rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length + rule.byWeekNo.length > 0;
  if (rule.byMonth.length > 0 && !rule.byMonth.includes(month)) return false;
  if (rule.byMonthDay.length > 0 && !rule.byMonthDay.some((n) => n === dayOfMonth || n === fromMonthEnd))
    return false;
  if (rule.byYearDay.length > 0 && !rule.byYearDay.some((n) => n === yearDay || n === fromYearEnd))
    return false;
  if (rule.byDay.length > 0) {
    const inMonth = rule.frequency === "MONTHLY" || rule.byMonth.length > 0;
    const nth = inMonth ? Math.ceil(dayOfMonth / 7) : Math.ceil(yearDay / 7);
    const nthLast = -Math.ceil(-(inMonth ? fromMonthEnd : fromYearEnd) / 7);
    const weekday = weekdayOf(day);
    if (
      !rule.byDay.some(
        (d) => d.weekday === weekday && (d.nth === undefined || d.nth === nth || d.nth === nthLast),
      )
    )
      return false;
  }
  if (rule.byWeekNo.length > 0) {
    const { week, weeks } = weekOfYear(day, rule.weekStart);
    if (!rule.byWeekNo.some((n) => n === week || n === week - weeks - 1)) return false;
    if (rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length === 0)
      return weekdayOf(day) === weekdayOf(startDay);
  }
  if (named) return true;
  if (rule.frequency === "WEEKLY") return weekdayOf(day) === weekdayOf(startDay);
  if (rule.frequency === "MONTHLY") return dayOfMonth === start.day;
  if (rule.frequency === "YEARLY")
    return dayOfMonth === start.day && (rule.byMonth.length > 0 || month === start.month);
  return true;
}

/** Whether the rule steps through hours (0), minutes (1) or seconds (2), and so leaves none of them out. */
function isStepped({ frequency }: Rule, part: number): boolean {
  const finest = ["HOURLY", "MINUTELY", "SECONDLY"].indexOf(frequency);
  return finest >= part;
}

/** Counted week by week: the first one with four days or more in its year is week 1. */
function weekOfYear(day: number, weekStart: number): { week: number; weeks: number } {
  const start = day - ((weekdayOf(day) - weekStart + 7) % 7);
  const yearOf = (weekBegin: number): number => civilDate(weekBegin + 3).year;
  const year = yearOf(start);
  let week = 1;
  while (yearOf(start - 7 * week) === year) week += 1;
  let weeks = week;
  while (yearOf(start + 7 * (weeks - week + 1)) === year) weeks += 1;
  return { week, weeks };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function timesOn(rule: Rule, day: number, startWall: number): number[] {
  const clock = startWall - dayOfWall(startWall) * DAY;
  const own = [Math.floor(clock / 3_600_000), Math.floor(clock / 60_000) % 60, Math.floor(clock / 1000) % 60];
  const [hours, minutes, seconds] = [rule.byHour, rule.byMinute, rule.bySecond].map((list, index) =>
    list.length > 0 ? list : isStepped(rule, index) ? upTo(index === 0 ? 24 : 60) : [own[index] ?? 0],
  );
  const times: number[] = [];
  for (const hour of hours ?? [])
    for (const minute of minutes ?? [])
      for (const second of seconds ?? []) times.push(day * DAY + ((hour * 60 + minute) * 60 + second) * 1000);
  return times;
}
