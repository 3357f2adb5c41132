import { dayAt, isDate } from "./days.ts";
import { refused } from "./errors.ts";

/** A moment, in unix milliseconds, in UTC to the second. */
export function inUtc(millis: number): string {
  return `${new Date(millis).toISOString().slice(0, 19)}Z`;
}

/** What a wall clock in a zone shows at a moment, written as if it were UTC; unix milliseconds. */
function wallClock(zone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    );
  };
}

/** The instant at which a clock in a zone shows this time of a day; a time that a change of clocks leaves out is moved. */
function instantAt(date: string, time: string, zone: string): string {
  const wanted = Date.parse(`${date}T${time}Z`);
  const wallOf = wallClock(zone);
  // The offset of the first guess may be that of the other side of a change of clocks.
  const guess = wanted - (wallOf(wanted) - wanted);
  const instant = guess - (wallOf(guess) - wanted);
  return inUtc(instant);
}

/** Noon of a day: whoever reads it in another zone is nearly always on the same day. */
export function noonOf(date: string, zone: string): string {
  return instantAt(date, "12:00:00", zone);
}

/** The last second of a day. */
export function endOfDay(date: string, zone: string): string {
  return instantAt(date, "23:59:59", zone);
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Before and after these, an instant may need a year of other than four digits, which Mealie does not read. */
const FIRST = "1900-01-01";
const PAST_LAST = "9999-01-01";

/** A moment and the day that it is in the configured zone. */
export type GivenMoment = { instant: string; day: string };

/**
 * Reads a moment as callers give it: a plain date, or an instant that says its own offset. `of` says which moment of a
 * plain date is meant.
 *
 * @throws MealieError (`bad-input`)
 */
export function readMoment(
  given: string,
  { zone, of }: { zone: string; of: (date: string, zone: string) => string },
): GivenMoment {
  // A day that no month has would become one of the next month.
  const isInstant = INSTANT.test(given) && isDate(given.slice(0, 10));
  const millis = isInstant ? Date.parse(given) : Number.NaN;
  if (!isDate(given) && Number.isNaN(millis))
    throw refused(
      "bad-input",
      "A moment is a plain date, YYYY-MM-DD, or an instant with Z or an offset, such as 2026-09-14T18:30:00+02:00.",
    );
  if (given < FIRST || given >= PAST_LAST)
    throw refused("bad-input", `A moment is between ${FIRST} and ${PAST_LAST}.`);
  if (isDate(given)) return { instant: of(given, zone), day: given };
  return { instant: inUtc(millis), day: dayAt(millis, zone) };
}

/** @throws MealieError (`bad-input`) */
export function refuseFuture({ day }: GivenMoment, today: string): void {
  if (day > today) throw refused("bad-input", `This day has not come yet: today is ${today}.`);
}
