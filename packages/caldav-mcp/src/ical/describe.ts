import { isoDate, WEEKDAYS } from "./civil.ts";
import type { CalendarDocument } from "./document.ts";
import type { EntryTime } from "./entry-time.ts";
import type { Frequency, Rule, RuleDay } from "./rule.ts";
import { formatTimeValue } from "./time-values.ts";
import { wallAt } from "./zone.ts";

/** How an entry repeats; undefined when it does not. */
export type RecurrenceDescription = {
  words: string;
  /** Written anew from the parts that were understood, so that nothing else of the entry's text is in it. */
  rule?: string;
  /** Dates that are left out. */
  exceptions: number;
  /** Occurrences that were changed on their own. */
  edited: number;
};

export function describeRecurrence(document: CalendarDocument): RecurrenceDescription | undefined {
  if (!document.recurs) return undefined;
  const { master, overrides } = document;
  const counts = { exceptions: master?.exdates.length ?? 0, edited: overrides.length };
  if (master === undefined)
    return { words: "single occurrences of a series that is stored elsewhere", ...counts };
  const rules = master.rules.filter((rule) => typeof rule !== "string");
  const extra = master.rdates.length > 0 ? plural(master.rdates.length, "extra date") : undefined;
  if (rules.length < master.rules.length)
    return { words: "repeats by a rule that this program does not follow", ...counts };
  const words = [...rules.map((rule) => ruleInWords(rule, master.start)), extra].filter(
    (part) => part !== undefined,
  );
  const rule = rules.map(writeRule).join(" + ");
  return { words: words.join(", and "), ...(rule === "" ? {} : { rule }), ...counts };
}

/** The value of an RRULE, from its parsed parts only. */
export function writeRule(rule: Rule): string {
  const day = ({ weekday, nth }: RuleDay): string => `${nth ?? ""}${WEEKDAYS[weekday]}`;
  const list = (name: string, values: readonly (number | string)[]): string[] =>
    values.length === 0 ? [] : [`${name}=${values.join(",")}`];
  return [
    `FREQ=${rule.frequency}`,
    ...(rule.interval === 1 ? [] : [`INTERVAL=${rule.interval}`]),
    ...list("BYMONTH", rule.byMonth),
    ...list("BYWEEKNO", rule.byWeekNo),
    ...list("BYYEARDAY", rule.byYearDay),
    ...list("BYMONTHDAY", rule.byMonthDay),
    ...list("BYDAY", rule.byDay.map(day)),
    ...list("BYHOUR", rule.byHour),
    ...list("BYMINUTE", rule.byMinute),
    ...list("BYSECOND", rule.bySecond),
    ...list("BYSETPOS", rule.bySetPos),
    ...(rule.weekStart === 0 ? [] : [`WKST=${WEEKDAYS[rule.weekStart]}`]),
    ...(rule.count === undefined ? [] : [`COUNT=${rule.count}`]),
    ...(rule.until === undefined ? [] : [`UNTIL=${formatTimeValue(rule.until)}`]),
  ].join(";");
}

const UNITS: Record<Frequency, string> = {
  YEARLY: "year",
  MONTHLY: "month",
  WEEKLY: "week",
  DAILY: "day",
  HOURLY: "hour",
  MINUTELY: "minute",
  SECONDLY: "second",
};
const DAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** `every 2 weeks on Monday and Friday, 10 times` */
export function ruleInWords(rule: Rule, start?: EntryTime): string {
  const unit = UNITS[rule.frequency];
  const parts = [
    rule.interval === 1 ? `every ${unit}` : `every ${rule.interval} ${unit}s`,
    ...phrase("in", rule.byMonth.map(monthName)),
    ...phrase("in week", rule.byWeekNo.map(String)),
    ...phrase("on the", rule.byYearDay.map(ordinal), "day of the year"),
    ...phrase("on the", rule.byMonthDay.map(ordinal), "day of the month"),
    ...phrase("on", rule.byDay.map(dayInWords)),
    ...timesInWords(rule),
    ...phrase("taking only the", rule.bySetPos.map(ordinal), "of them"),
  ];
  return parts.join(" ") + limitInWords(rule, start);
}

function phrase(lead: string, items: readonly string[], tail = ""): string[] {
  return items.length === 0 ? [] : [`${lead} ${inWords(items)} ${tail}`.trimEnd()];
}

const monthName = (month: number): string => MONTHS[month - 1] ?? "";

function timesInWords({ byHour, byMinute, bySecond }: Rule): string[] {
  return [
    ...phrase("in hour", byHour.map(String)),
    ...phrase("at minute", byMinute.map(String)),
    ...phrase("at second", bySecond.map(String)),
  ];
}

function dayInWords({ weekday, nth }: RuleDay): string {
  const name = DAY_NAMES[weekday] ?? "";
  return nth === undefined ? name : `the ${ordinal(nth)} ${name}`;
}

function limitInWords({ count, until }: Rule, start: EntryTime | undefined): string {
  const limits: string[] = [];
  if (count !== undefined) limits.push(plural(count, "time"));
  if (until !== undefined) {
    const wall =
      until.form === "utc" && start?.zone !== undefined ? wallAt(until.wall, start.zone) : until.wall;
    limits.push(`until ${isoDate(wall)}`);
  }
  return limits.length === 0 ? "" : `, ${limits.join(", ")}`;
}

function ordinal(position: number): string {
  const size = Math.abs(position);
  if (position === -1) return "last";
  const tens = size % 100;
  const suffix = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][size % 10] ?? "th");
  return position < 0 ? `${size}${suffix} last` : `${size}${suffix}`;
}

function inWords(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
