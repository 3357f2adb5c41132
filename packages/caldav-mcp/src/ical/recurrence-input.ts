import { badInput } from "../errors.ts";
import { DAY, dayOfWall, HOUR, MINUTE, SECOND } from "./civil.ts";
import { createCost } from "./cost.ts";
import { instantOfTime, type EntryTime } from "./entry-time.ts";
import { parseMomentInput } from "./moment-input.ts";
import type { SeriesStart } from "./rule-times.ts";
import { walkRule } from "./rule-walk.ts";
import { parseRule, type Rule, type RuleProblem } from "./rule.ts";
import { formatTimeValue, type TimeValue } from "./time-values.ts";
import { instantOf, UTC, wallAt } from "./zone.ts";

/** How a new entry repeats, in the words of a caller: parts, or the value of an RRULE. */
export type RecurrenceInput =
  | string
  | {
      frequency: "daily" | "weekly" | "monthly" | "yearly";
      interval?: number | undefined;
      /** A date, which includes that whole day, or a time. */
      until?: string | undefined;
      count?: number | undefined;
      /** `MO`, or with a number `2TU`, `-1FR`. */
      by_weekday?: readonly string[] | undefined;
      by_month_day?: readonly number[] | undefined;
      by_month?: readonly number[] | undefined;
      by_set_position?: readonly number[] | undefined;
      week_start?: string | undefined;
    };

const PROBLEMS: Record<RuleProblem, string> = {
  "unreadable-rule":
    "The `recurrence` is not a recurrence rule as RFC 5545 describes it, or has a part outside of its bounds.",
  "unsupported-rule":
    "The `recurrence` combines parts that RFC 5545 does not allow together, or has unknown ones.",
};

/**
 * Reads a rule for a series that starts at `start`. What comes back holds known parts only, and UNTIL in the form that
 * the start asks for: a date beside a date, else UTC. A date as UNTIL includes that whole day on the clock of the start.
 *
 * @throws CaldavError `bad-input` in one sentence
 */
export function readRecurrence(input: RecurrenceInput, start: EntryTime): Rule {
  const text = typeof input === "string" ? input.trim().replace(/^RRULE:/i, "") : textOf(input, start);
  const rule = parseRule(text);
  if (typeof rule === "string") throw badInput(PROBLEMS[rule]);
  if (rule.count !== undefined && rule.until !== undefined)
    throw badInput("A series ends by a count or by a last day (until), not by both; leave one of them out.");
  if (start.form === "date" && saysClockTimes(rule))
    throw badInput("An all-day series repeats by days, weeks, months or years, not by hours or minutes.");
  if (rule.bySetPos.length > 0 && !saysMembers(rule))
    throw badInput(
      "A set position needs another part to choose from, such as weekdays or days of the month.",
    );
  const until = rule.until === undefined ? undefined : untilFor(rule.until, start);
  if (until !== undefined && instantOfTime({ ...until, zone: start.zone }, UTC) < instantOfTime(start, UTC))
    throw badInput("The series ends before it starts.");
  return { ...rule, until };
}

const WEEKDAY = /^[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU)$/;

/** The parts as the value of an RRULE, for the one reader of rules. */
function textOf(input: Exclude<RecurrenceInput, string>, start: EntryTime): string {
  const days = input.by_weekday?.map((day) => day.trim().toUpperCase());
  if (days?.some((day) => !WEEKDAY.test(day)) === true)
    throw badInput(
      "Weekdays in `by_weekday` are MO, TU, WE, TH, FR, SA and SU, or with a number such as 2TU and -1FR.",
    );
  const part = (name: string, values: readonly (string | number)[] | undefined): string[] =>
    values === undefined || values.length === 0 ? [] : [`${name}=${values.join(",")}`];
  const single = (value: string | number | undefined) => (value === undefined ? undefined : [value]);
  return [
    ...part("FREQ", [input.frequency.toUpperCase()]),
    ...part("INTERVAL", single(input.interval)),
    ...part("COUNT", single(input.count)),
    ...part("UNTIL", single(input.until === undefined ? undefined : untilText(input.until, start))),
    ...part("BYDAY", days),
    ...part("BYMONTHDAY", input.by_month_day),
    ...part("BYMONTH", input.by_month),
    ...part("BYSETPOS", input.by_set_position),
    ...part("WKST", single(input.week_start)),
  ].join(";");
}

function untilText(text: string, start: EntryTime): string {
  const { allDay, instant, wall } = parseMomentInput(text, { zone: start.zone?.name ?? "UTC" });
  return allDay ? wall.replaceAll("-", "") : formatTimeValue({ wall: instant, form: "utc" });
}

/** UNTIL in the form that DTSTART asks for (RFC 5545 section 3.3.10); mixed forms lose the last day elsewhere (F80). */
function untilFor(until: TimeValue, start: EntryTime): TimeValue {
  if (start.form === "date") return { wall: dayOfWall(until.wall) * DAY, form: "date" };
  if (until.form === "utc") return until;
  const zone = start.zone ?? UTC;
  if (until.form === "local") return { wall: instantOf(until.wall, zone).instant, form: "utc" };
  const nextDay = instantOf((dayOfWall(until.wall) + 1) * DAY, zone).instant;
  return { wall: nextDay - SECOND, form: "utc" };
}

function saysClockTimes({ frequency, byHour, byMinute, bySecond }: Rule): boolean {
  return STEPS.has(frequency) || byHour.length + byMinute.length + bySecond.length > 0;
}

function saysMembers(rule: Rule): boolean {
  const { byMonth, byWeekNo, byYearDay, byMonthDay, byDay, byHour, byMinute, bySecond } = rule;
  const lists = [byMonth, byWeekNo, byYearDay, byMonthDay, byDay, byHour, byMinute, bySecond];
  return lists.some((list) => list.length > 0);
}

const STEPS = new Map<Rule["frequency"], number>([
  ["HOURLY", HOUR],
  ["MINUTELY", MINUTE],
  ["SECONDLY", SECOND],
]);

/**
 * Whether the rule itself names the start. DTSTART is an instance all the same, as calendars show it; RFC 5545 leaves
 * open what a start off the rule means, so whoever creates one is told (F92).
 *
 * The walk is made to begin just before the start, since it never asks the rule about its own first moment.
 */
export function startIsOnRule(rule: Rule, start: SeriesStart): boolean {
  const endless: Rule = { ...rule, count: undefined, until: undefined };
  const step = (STEPS.get(rule.frequency) ?? 0) * rule.interval;
  const before: SeriesStart =
    step === 0
      ? { ...start, instant: start.instant - 1 }
      : { ...start, instant: start.instant - step, wall: wallAt(start.instant - step, start.zone) };
  const range = { from: start.instant, to: start.instant + 1 };
  return walkRule(endless, before, range, createCost()).next().done !== true;
}
