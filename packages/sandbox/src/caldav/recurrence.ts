import { RRuleTemporal } from "rrule-temporal";
import type { Moment } from "./moments.ts";

/** What may be spent on rules in one query; afterwards every recurring object counts as a match. */
export type Budget = { isSpent(): boolean };

/** Later than anyone plans; the engine's own search is not sent further. */
const LAST_YEAR = 2200;
const FIRST_YEAR = 1900;
/** Empty steps the engine may take. A leap day that falls on one weekday needs about 2,000 weeks. */
const MAX_STEPS = 2500;
const MAX_COUNT = 10_000;
const MAX_RULE_LENGTH = 500;

/** Everything else is not stepped: by the hour and below, in other calendars, with times of day. */
const STEPPED_PARTS = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "WKST",
  "BYDAY",
  "BYMONTH",
  "BYMONTHDAY",
  "BYYEARDAY",
  "BYSETPOS",
]);
const STEPPED_FREQUENCIES = new Set(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);

/** Finds the first start after an instant; undefined when there is none. May throw; never blocks for long. */
export type NextStart = (after: number) => number | undefined;

function compact(wall: string): string {
  return wall.replaceAll(/[-:]/g, "");
}

function startLine(start: Moment): string {
  if (start.isDate) return `DTSTART;VALUE=DATE:${compact(start.wall)}`;
  if (start.zone === undefined || start.zone === "UTC") return `DTSTART:${compact(start.wall)}Z`;
  return `DTSTART;TZID=${start.zone}:${compact(start.wall)}`;
}

/** Undefined for a rule that is not stepped. */
export function stepper(start: Moment, rule: string): NextStart | undefined {
  if (rule.length > MAX_RULE_LENGTH) return undefined;
  const year = Number(start.wall.slice(0, 4));
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined;

  const parts = new Map(
    rule.split(";").map((part) => {
      const [name = "", value = ""] = part.split("=", 2);
      return [name.toUpperCase(), value.toUpperCase()];
    }),
  );
  if ([...parts.keys()].some((name) => !STEPPED_PARTS.has(name))) return undefined;
  if (!STEPPED_FREQUENCIES.has(parts.get("FREQ") ?? "")) return undefined;
  if (Number(parts.get("COUNT") ?? 0) > MAX_COUNT) return undefined;
  const until = parts.get("UNTIL");
  const isFloating = !start.isDate && start.zone === undefined;
  // A floating series is stepped in UTC, and its end has to be given in the same form.
  if (until !== undefined && isFloating && /T\d+$/.test(until)) parts.set("UNTIL", `${until}Z`);

  const text = [...parts].map(([name, value]) => `${name}=${value}`).join(";");
  try {
    const engine = new RRuleTemporal({
      rruleString: `${startLine(start)}\nRRULE:${text}`,
      maxIterations: MAX_STEPS,
    });
    return (after) => engine.next(new Date(after))?.epochMilliseconds;
  } catch {
    return undefined;
  }
}
