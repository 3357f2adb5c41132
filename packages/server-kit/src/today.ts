import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";

/** The present day as a model needs it: without it "next Friday" is a guess. */
export type Today = {
  /** `YYYY-MM-DD` in `zone`. */
  date: string;
  weekday: string;
  zone: string;
};

const formats = new Map<string, Intl.DateTimeFormat>();

const formatFor = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  // The language and the calendar are fixed: the host's settings must not show.
  const made = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    weekday: "long",
  });
  formats.set(zone, made);
  return made;
};

/** Which day it is in `zone`, an IANA name. */
export const todayIn = (
  zone: string,
  { clock = systemClock }: { clock?: Pick<Clock, "wallClock"> } = {},
): Today => {
  const parts = new Map(
    formatFor(zone)
      .formatToParts(clock.wallClock())
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  const date = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
  return { date, weekday: part("weekday"), zone };
};
