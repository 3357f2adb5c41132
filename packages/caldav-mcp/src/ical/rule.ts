import { WEEKDAYS, type Weekday } from "./civil.ts";
import { parseTimeValue, type TimeValue } from "./time-values.ts";

export const FREQUENCIES = [
  "YEARLY",
  "MONTHLY",
  "WEEKLY",
  "DAILY",
  "HOURLY",
  "MINUTELY",
  "SECONDLY",
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** A weekday, or the nth one of the month or year (negative: from its end). */
export type RuleDay = { weekday: Weekday; nth: number | undefined };

/** A recurrence rule (RFC 5545 section 3.3.10), checked; lists are ascending and without repeats. */
export type Rule = {
  frequency: Frequency;
  interval: number;
  count: number | undefined;
  until: TimeValue | undefined;
  byMonth: readonly number[];
  byWeekNo: readonly number[];
  byYearDay: readonly number[];
  byMonthDay: readonly number[];
  byDay: readonly RuleDay[];
  byHour: readonly number[];
  byMinute: readonly number[];
  bySecond: readonly number[];
  bySetPos: readonly number[];
  weekStart: Weekday;
};

/** `unreadable-rule`: not a rule. `unsupported-rule`: one whose meaning RFC 5545 leaves open, or another calendar. */
export type RuleProblem = "unreadable-rule" | "unsupported-rule";

const MAX_LENGTH = 10_000;

/** Reads the value of an RRULE, in any letter case and order. */
export function parseRule(text: string): Rule | RuleProblem {
  if (text.length > MAX_LENGTH) return "unreadable-rule";
  const parts = splitParts(text);
  if (parts === undefined) return "unreadable-rule";
  const frequency = FREQUENCIES.find((name) => name === parts.get("FREQ"));
  if (frequency === undefined) return "unreadable-rule";
  const numbers = (
    part: string,
    low: number,
    high: number,
    signed = { either: false },
  ): number[] | undefined => parseNumbers(parts.get(part), low, high, signed);

  const interval = numbers("INTERVAL", 1, 1e9);
  const count = numbers("COUNT", 1, 1e12);
  const untilText = parts.get("UNTIL");
  const until = untilText === undefined ? undefined : parseTimeValue(untilText);
  if (untilText !== undefined && until === undefined) return "unreadable-rule";
  if ((interval?.length ?? 2) > 1 || (count?.length ?? 2) > 1) return "unreadable-rule";

  const byMonth = numbers("BYMONTH", 1, 12);
  const byWeekNo = numbers("BYWEEKNO", 1, 53, { either: true });
  const byYearDay = numbers("BYYEARDAY", 1, 366, { either: true });
  const byMonthDay = numbers("BYMONTHDAY", 1, 31, { either: true });
  const byHour = numbers("BYHOUR", 0, 23);
  const byMinute = numbers("BYMINUTE", 0, 59);
  const bySecond = numbers("BYSECOND", 0, 60);
  const bySetPos = numbers("BYSETPOS", 1, 31_622_400, { either: true });
  const byDay = parseDays(parts.get("BYDAY"));
  const weekStart = WEEKDAYS.findIndex((day) => day === (parts.get("WKST") ?? "MO"));
  if (!byMonth || !byWeekNo || !byYearDay || !byMonthDay || !byHour || !byMinute || !bySecond || !bySetPos)
    return parts.has("RSCALE") ? "unsupported-rule" : "unreadable-rule";
  if (byDay === undefined || weekStart === -1) return "unreadable-rule";

  const rule: Rule = {
    frequency,
    interval: interval?.[0] ?? 1,
    count: count?.[0],
    until,
    byMonth,
    byWeekNo,
    byYearDay,
    byMonthDay,
    byDay,
    byHour,
    byMinute,
    // A leap second is the last second of its minute.
    bySecond: ascending(bySecond.map((second) => Math.min(second, 59))),
    bySetPos,
    weekStart,
  };
  return isUnsupported(rule, parts) ? "unsupported-rule" : rule;
}

const KNOWN_PARTS = new Set(
  "FREQ INTERVAL COUNT UNTIL BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS WKST".split(
    " ",
  ),
);

/** Combinations that RFC 5545 section 3.3.10 forbids, and parts that change the meaning in ways we do not know. */
function isUnsupported(rule: Rule, parts: ReadonlyMap<string, string>): boolean {
  const { frequency } = rule;
  for (const [name, value] of parts) {
    const harmless = (name === "RSCALE" && value === "GREGORIAN") || (name === "SKIP" && value === "OMIT");
    if (!KNOWN_PARTS.has(name) && !name.startsWith("X-") && !harmless) return true;
  }
  if (rule.byWeekNo.length > 0 && frequency !== "YEARLY") return true;
  if (rule.byYearDay.length > 0 && ["DAILY", "WEEKLY", "MONTHLY"].includes(frequency)) return true;
  if (rule.byMonthDay.length > 0 && frequency === "WEEKLY") return true;
  const counted = rule.byDay.some((day) => day.nth !== undefined);
  return counted && ((frequency !== "MONTHLY" && frequency !== "YEARLY") || rule.byWeekNo.length > 0);
}

/** `undefined` when a part is given twice or has no value sign. */
function splitParts(text: string): Map<string, string> | undefined {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(";")) {
    const trimmed = part.trim();
    if (trimmed === "") continue;
    const equals = trimmed.indexOf("=");
    const name = trimmed.slice(0, equals).trim();
    if (equals < 1 || parts.has(name)) return undefined;
    parts.set(name, trimmed.slice(equals + 1).trim());
  }
  return parts;
}

function parseNumbers(
  text: string | undefined,
  low: number,
  high: number,
  { either }: { either: boolean },
): number[] | undefined {
  if (text === undefined) return [];
  const values: number[] = [];
  for (const item of text.split(",")) {
    const match = /^([+-]?)(\d{1,13})$/.exec(item.trim());
    if (match === null) return undefined;
    const size = Number(match[2]);
    if (size < low || size > high || (match[1] !== "" && !either)) return undefined;
    values.push(match[1] === "-" ? -size : size);
  }
  return ascending(values);
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function parseDays(text: string | undefined): RuleDay[] | undefined {
  if (text === undefined) return [];
  const days = new Map<string, RuleDay>();
  for (const item of text.split(",")) {
    const match = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(item.trim());
    if (match === null) return undefined;
    const nth = match[1] === undefined ? undefined : Number(match[1]);
    if (nth !== undefined && (nth === 0 || Math.abs(nth) > 53)) return undefined;
    const weekday = WEEKDAYS.findIndex((day) => day === match[2]);
    days.set(`${nth ?? ""}${weekday}`, { weekday, nth });
  }
  return [...days.values()].sort((a, b) => a.weekday - b.weekday || (a.nth ?? 0) - (b.nth ?? 0));
}
