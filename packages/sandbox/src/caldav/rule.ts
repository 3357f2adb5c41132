/** A recurrence rule of whole days, in the parts that are understood here. */
export type Rule = {
  frequency: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  interval: number;
  count: number | undefined;
  /** As ISO text: a date, a wall time, or a UTC time with `Z`. */
  until: string | undefined;
  /** 0 is Sunday. */
  weekStart: number;
  byDay: { weekday: number; /** 2 for the second, -1 for the last; 0 for every one. */ ordinal: number }[];
  byMonth: number[];
  byMonthDay: number[];
  bySetPosition: number[];
};

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
const PARTS = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "WKST",
  "BYDAY",
  "BYMONTH",
  "BYMONTHDAY",
  "BYSETPOS",
]);
const MAX_LENGTH = 500;
/** Counting is done one occurrence at a time. */
const MAX_COUNT = 1000;

function numbers(list: string | undefined): number[] | undefined {
  const read = list === undefined ? [] : list.split(",").map(Number);
  return read.every(Number.isInteger) ? read : undefined;
}

function weekdays(list: string | undefined): Rule["byDay"] | undefined {
  const read: Rule["byDay"] = [];
  for (const item of list === undefined ? [] : list.split(",")) {
    const match = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item);
    const weekday = WEEKDAYS.indexOf(match?.[2] ?? "");
    if (weekday < 0) return undefined;
    read.push({ weekday, ordinal: Number(match?.[1] ?? 0) });
  }
  return read;
}

function untilText(value: string | undefined): string | undefined {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)(Z?))?$/.exec(value ?? "");
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, zulu] = match;
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zulu}`;
}

/** Undefined for a rule that is not understood: by the hour, by week number, in another calendar ... */
export function readRule(text: string): Rule | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const parts = new Map(
    text
      .toUpperCase()
      .split(";")
      .map((part) => {
        const [name = "", value = ""] = part.split("=", 2);
        return [name, value];
      }),
  );
  if ([...parts.keys()].some((name) => !PARTS.has(name))) return undefined;
  const frequency = FREQUENCIES.find((one) => one === parts.get("FREQ"));
  const byDay = weekdays(parts.get("BYDAY"));
  const byMonth = numbers(parts.get("BYMONTH"));
  const byMonthDay = numbers(parts.get("BYMONTHDAY"));
  const bySetPosition = numbers(parts.get("BYSETPOS"));
  const [interval] = numbers(parts.get("INTERVAL") ?? "1") ?? [];
  const [count] = numbers(parts.get("COUNT")) ?? [0];
  const until = untilText(parts.get("UNTIL"));
  const weekStart = WEEKDAYS.indexOf(parts.get("WKST") ?? "MO");
  if (frequency === undefined || interval === undefined || interval < 1 || weekStart < 0) return undefined;
  if (!byDay || !byMonth || !byMonthDay || !bySetPosition) return undefined;
  if (count !== undefined && (count < 1 || count > MAX_COUNT)) return undefined;
  if (parts.has("UNTIL") && until === undefined) return undefined;

  const isOrdinal = byDay.some(({ ordinal }) => ordinal !== 0);
  const isOfMonth = frequency === "MONTHLY" || (frequency === "YEARLY" && byMonth.length > 0);
  if (isOrdinal && !isOfMonth) return undefined;
  if (bySetPosition.length > 0 && frequency !== "MONTHLY") return undefined;
  if (byMonthDay.length > 0 && frequency === "WEEKLY") return undefined;
  return { frequency, interval, count, until, weekStart, byDay, byMonth, byMonthDay, bySetPosition };
}
