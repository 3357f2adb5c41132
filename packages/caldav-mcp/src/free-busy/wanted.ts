import { CaldavError } from "../errors.ts";
import { DAY, HOUR, MINUTE, WEEKDAYS } from "../ical/civil.ts";
import { viewerZone } from "../ical/view.ts";
import { readClock } from "./hours.ts";
import type { Wanted } from "./slots.ts";

/** How a caller says which free time is looked for. */
export type WantedArguments = {
  free_for_minutes?: number | undefined;
  day_start?: string | undefined;
  day_end?: string | undefined;
  weekdays?: readonly (typeof WEEKDAYS)[number][] | undefined;
};

/** Where clocks are put back, more time fits between two times of the day than they say. */
const REPEATED = 2 * HOUR;

/**
 * Which free time is looked for; undefined for none.
 *
 * @throws CaldavError `bad-input`
 */
export function readWanted(args: WantedArguments, zone: string): Wanted | undefined {
  const { free_for_minutes: minutes, day_start, day_end, weekdays } = args;
  if (minutes === undefined) {
    if ((day_start ?? day_end ?? weekdays) === undefined) return undefined;
    throw badInput(
      "Give `free_for_minutes` as well: `day_start`, `day_end` and `weekdays` only say where free time is looked for.",
    );
  }
  const [from, to] = [readClock(day_start ?? "00:00"), readClock(day_end ?? "24:00")];
  if (from === undefined || to === undefined)
    throw badInput("Both `day_start` and `day_end` are times of the day such as 09:00; 24:00 is its end.");
  if (from >= to) throw badInput("The time `day_start` must be before `day_end`.");
  if (to - from < DAY && minutes * MINUTE > to - from + REPEATED)
    throw badInput("That many `free_for_minutes` are longer than the time from `day_start` to `day_end`.");
  const days = weekdays ?? WEEKDAYS;
  return {
    minutes,
    hours: { from, to, weekdays: new Set(days.map((day) => WEEKDAYS.indexOf(day))) },
    zone: viewerZone(zone),
  };
}

function badInput(why: string): CaldavError {
  return new CaldavError("bad-input", why);
}
