import type { Rule } from "./rule.ts";

const DAY = 86_400_000;

/** A day by its number since 1970-01-01, with the fields a rule asks for. */
type Civil = {
  number: number;
  year: number;
  month: number;
  day: number;
  weekday: number;
  daysInMonth: number;
};

export function civil(number: number): Civil {
  const date = new Date(number * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    number,
    year,
    month: month + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    daysInMonth: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
  };
}

function isWeekday({ byDay }: Rule, { weekday, day, daysInMonth }: Civil): boolean {
  return byDay.some(({ weekday: asked, ordinal }) => {
    if (asked !== weekday) return false;
    if (ordinal === 0) return true;
    const fromStart = Math.floor((day - 1) / 7) + 1;
    const fromEnd = -(Math.floor((daysInMonth - day) / 7) + 1);
    return ordinal === fromStart || ordinal === fromEnd;
  });
}

function isMonthDay({ byMonthDay }: Rule, { day, daysInMonth }: Civil): boolean {
  return byMonthDay.includes(day) || byMonthDay.includes(day - daysInMonth - 1);
}

function isInStep(rule: Rule, start: Civil, day: Civil): boolean {
  const weekOf = ({ number, weekday }: Civil): number => (number - ((weekday - rule.weekStart + 7) % 7)) / 7;
  const distance = {
    DAILY: (): number => day.number - start.number,
    WEEKLY: () => weekOf(day) - weekOf(start),
    MONTHLY: () => (day.year - start.year) * 12 + day.month - start.month,
    YEARLY: () => day.year - start.year,
  }[rule.frequency]();
  return distance % rule.interval === 0;
}

/** The days that the parts choose, before BYSETPOS. */
function isChosen(rule: Rule, start: Civil, day: Civil): boolean {
  if (rule.byMonth.length > 0 && !rule.byMonth.includes(day.month)) return false;
  const [hasWeekdays, hasMonthDays] = [rule.byDay.length > 0, rule.byMonthDay.length > 0];
  if (hasWeekdays && !isWeekday(rule, day)) return false;
  if (hasMonthDays && !isMonthDay(rule, day)) return false;
  if (hasWeekdays || hasMonthDays || rule.frequency === "DAILY") return true;

  // What no part says is taken from the start (RFC 5545 §3.3.10).
  if (rule.frequency === "WEEKLY") return day.weekday === start.weekday;
  const isMonth = rule.frequency === "MONTHLY" || rule.byMonth.length > 0 || day.month === start.month;
  return isMonth && day.day === start.day;
}

function isAtPosition(rule: Rule, start: Civil, day: Civil): boolean {
  const first = day.number - day.day + 1;
  const chosen: number[] = [];
  for (let number = first; number < first + day.daysInMonth; number += 1) {
    if (isChosen(rule, start, civil(number))) chosen.push(number);
  }
  const index = chosen.indexOf(day.number);
  return rule.bySetPosition.some(
    (position) => (position > 0 ? position - 1 : chosen.length + position) === index,
  );
}

/** Whether the rule gives an occurrence on a day, both by number since 1970-01-01. Takes the same time for any rule. */
export function givesDay(rule: Rule, startNumber: number, dayNumber: number): boolean {
  if (dayNumber < startNumber) return false;
  const [start, day] = [civil(startNumber), civil(dayNumber)];
  if (!isInStep(rule, start, day) || !isChosen(rule, start, day)) return false;
  return rule.bySetPosition.length === 0 || isAtPosition(rule, start, day);
}
