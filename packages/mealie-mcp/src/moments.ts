import { refused } from "./errors.ts";

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
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** Noon of a day: whoever reads it in another zone is nearly always on the same day. */
export function noonOf(date: string, zone: string): string {
  return instantAt(date, "12:00:00", zone);
}

/** The last second of a day. */
export function endOfDay(date: string, zone: string): string {
  return instantAt(date, "23:59:59", zone);
}

/** @throws MealieError (`bad-input`) */
export function refuseFuture(date: string, today: string): void {
  if (date > today) throw refused("bad-input", `This day has not come yet: today is ${today}.`);
}
