import { civilDate, DAY, dayNumber, dayOfWall, daysInMonth, HOUR, MINUTE, SECOND } from "./civil.ts";
import type { Cost } from "./cost.ts";
import { dayFilter, startOfWeek } from "./rule-days.ts";
import type { Rule } from "./rule.ts";
import {
  clockTimes,
  selectPositions,
  subDailyInstants,
  type Instance,
  type Range,
  type SeriesStart,
} from "./rule-times.ts";
import { instantOf, UTC, type Zone } from "./zone.ts";

/**
 * The instances of a rule that start within a range, in order; DTSTART is always the first one and counts for COUNT.
 * Without COUNT the walk begins at the range, however old the series is.
 *
 * A clock time that a change of clocks skips is no instance and is not counted (RFC 5545 section 3.3.10).
 */
export function* walkRule(rule: Rule, start: SeriesStart, range: Range, cost: Cost): Generator<Instance> {
  const last = lastInstant(rule, start);
  const to = Math.min(range.to, last + 1);
  if (start.instant >= range.from && start.instant < range.to)
    yield { instant: start.instant, wall: start.wall };
  const subDaily =
    rule.frequency === "HOURLY" || rule.frequency === "MINUTELY" || rule.frequency === "SECONDLY";
  const counted = rule.count !== undefined && !isPlainStep(rule, start.zone);
  const from = counted ? start.instant : Math.max(start.instant, range.from);
  const found = subDaily
    ? subDailyInstants(rule, start, { from, to }, cost)
    : calendarInstants(rule, start, { from, to }, cost);
  let left = counted ? (rule.count ?? 0) - 1 : Number.POSITIVE_INFINITY;
  for (const instance of found) {
    if (instance.instant <= start.instant || instance.instant < from) continue;
    if (instance.instant >= to || left <= 0) return;
    left -= 1;
    if (instance.instant >= range.from) yield instance;
  }
}

const LAST_DAY = dayNumber(9999, 12, 31);

/**
 * Every nth minute or second, or hour without changes of clocks, and nothing else: COUNT is plain arithmetic there. An
 * hour of the clock is not one of exact time where clocks change by half an hour.
 */
function isPlainStep(rule: Rule, zone: Zone): boolean {
  if (rule.frequency === "HOURLY" && zone !== UTC) return false;
  const { byMonth, byWeekNo, byYearDay, byMonthDay, byDay, byHour, byMinute, bySecond, bySetPos } = rule;
  const lists = [byMonth, byWeekNo, byYearDay, byMonthDay, byDay, byHour, byMinute, bySecond, bySetPos];
  return stepOf(rule) !== undefined && lists.every((list) => list.length === 0);
}

function stepOf(rule: Rule): number | undefined {
  if (rule.frequency === "HOURLY") return rule.interval * HOUR;
  if (rule.frequency === "MINUTELY") return rule.interval * MINUTE;
  return rule.frequency === "SECONDLY" ? rule.interval * SECOND : undefined;
}

function lastInstant(rule: Rule, start: SeriesStart): number {
  const limits = [LAST_DAY * DAY];
  const step = stepOf(rule);
  if (rule.count !== undefined && step !== undefined && isPlainStep(rule, start.zone))
    limits.push(start.instant + (rule.count - 1) * step);
  if (rule.until !== undefined) {
    const { wall, form } = rule.until;
    // A date as UNTIL includes that whole day, on a timed series as well; on an all-day series only its date counts.
    if (form === "date" || start.allDay)
      limits.push(instantOf((dayOfWall(wall) + 1) * DAY, start.zone).instant - 1);
    else limits.push(form === "utc" ? wall : instantOf(wall, start.zone).instant);
  }
  return Math.min(...limits);
}

function* calendarInstants(rule: Rule, start: SeriesStart, range: Range, cost: Cost): Generator<Instance> {
  const matches = dayFilter(rule, dayOfWall(start.wall));
  const times = clockTimes(rule, start.wall - dayOfWall(start.wall) * DAY);
  const fromDay = dayOfWall(range.from) - 1;
  const toDay = dayOfWall(range.to) + 1;
  for (const period of periods(rule, dayOfWall(start.wall), { fromDay, toDay })) {
    cost.spend(1);
    const days: number[] = [];
    for (const [first, length] of spans(rule, period)) {
      cost.spend(length);
      for (let day = first; day < first + length; day += 1) if (matches(day)) days.push(day);
    }
    for (const wall of selectPositions(rule.bySetPos, days, times)) {
      cost.spend(1);
      if (wall < start.wall) continue;
      const { instant, gap } = instantOf(wall, start.zone);
      if (gap) continue;
      yield { instant, wall };
    }
  }
}

type Period = { firstDay: number; length: number; year: number };

/** The years, months, weeks or days that the rule looks at, from the one that holds `fromDay` to the one that holds `toDay`. */
function* periods(
  rule: Rule,
  startDay: number,
  { fromDay, toDay }: { fromDay: number; toDay: number },
): Generator<Period> {
  const start = civilDate(startDay);
  const from = civilDate(Math.max(fromDay, startDay));
  const anchor = rule.frequency === "WEEKLY" ? startOfWeek(startDay, rule.weekStart) : startDay;
  const elapsed: Record<string, number> = {
    YEARLY: from.year - start.year,
    MONTHLY: (from.year - start.year) * 12 + from.month - start.month,
    WEEKLY: Math.floor((Math.max(fromDay, startDay) - anchor) / 7),
    DAILY: Math.max(fromDay, startDay) - startDay,
  };
  for (let k = Math.floor((elapsed[rule.frequency] ?? 0) / rule.interval); ; k += 1) {
    const period = periodAt(rule, start, anchor, k * rule.interval);
    if (period.firstDay > toDay) return;
    yield period;
  }
}

function periodAt(rule: Rule, start: { year: number; month: number }, anchor: number, units: number): Period {
  if (rule.frequency === "YEARLY") {
    const year = start.year + units;
    const firstDay = dayNumber(year, 1, 1);
    return { firstDay, length: dayNumber(year + 1, 1, 1) - firstDay, year };
  }
  if (rule.frequency === "MONTHLY") {
    const firstDay = dayNumber(start.year, start.month + units, 1);
    return { firstDay, length: dayNumber(start.year, start.month + units + 1, 1) - firstDay, year: 0 };
  }
  return rule.frequency === "WEEKLY"
    ? { firstDay: anchor + units * 7, length: 7, year: 0 }
    : { firstDay: anchor + units, length: 1, year: 0 };
}

/** The runs of days within a period that are worth a look: a year with BYMONTH has only those months. */
function spans(rule: Rule, { firstDay, length, year }: Period): [firstDay: number, length: number][] {
  if (rule.frequency !== "YEARLY" || rule.byMonth.length === 0) return [[firstDay, length]];
  return rule.byMonth.map((month) => [dayNumber(year, month, 1), daysInMonth(year, month)]);
}
