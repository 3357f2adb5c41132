import { badInput } from "../errors.ts";
import { DAY, dayNumber, isoDate, isoDateTime, wallOf } from "./civil.ts";
import { ianaZone } from "./iana-zone.ts";
import { parseUtcOffset } from "./time-values.ts";
import type { Moment } from "./types.ts";
import { instantOf, wallAt, type Zone } from "./zone.ts";

/** `zoneGiven`: the caller named the zone; otherwise it is the configured one, which an offset overrides. */
export type MomentInputOptions = { zone: string; zoneGiven?: boolean };

/** `gap`: clocks skip this time on that day; the moment is the valid one after the change. */
export type InputMoment = Moment & { gap: boolean };

const INPUT = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.0{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

const FIRST_WALL = dayNumber(1, 1, 1) * DAY;
const END_WALL = dayNumber(10_000, 1, 1) * DAY;

/**
 * Reads a date or time of a caller: `2026-09-14`, `2026-09-14T09:00`, or with seconds, `Z` or an offset. An offset
 * makes it an instant, in UTC unless a zone was given that has this offset then.
 *
 * @throws CaldavError `bad-input` for anything else, 30 February included
 */
export function parseMomentInput(text: string, options: MomentInputOptions): InputMoment {
  const zone = ianaZone(options.zone);
  if (zone === undefined) throw badInput("The time zone must be an IANA name such as Europe/Berlin.");
  const moment = readMoment(text, zone, options);
  // An offset or a zone can carry a time over the edge, and no calendar can store a year of more or fewer digits.
  if (!isStorable(moment.instant) || !isStorable(wallAt(moment.instant, zone)))
    throw badInput("A time must lie in the years 1 to 9999, also in UTC.");
  return moment;
}

function isStorable(wall: number): boolean {
  return wall >= FIRST_WALL && wall < END_WALL;
}

function readMoment(text: string, zone: Zone, options: MomentInputOptions): InputMoment {
  const match = INPUT.exec(text.trim());
  if (match === null)
    throw badInput("A time must be written as 2026-09-14, 2026-09-14T09:00 or 2026-09-14T09:00:00+02:00.");
  const [, year, month, day, hour, minute, second, offsetText] = match;
  const wall = wallOf(
    { year: Number(year), month: Number(month), day: Number(day) },
    { hour: Number(hour ?? 0), minute: Number(minute ?? 0), second: Number(second ?? 0) },
  );
  if (wall === undefined || second === "60") throw badInput("This date or time does not exist.");
  if (hour === undefined) {
    const { instant } = instantOf(wall, zone);
    return { instant, wall: isoDate(wall), zone: undefined, allDay: true, floating: false, gap: false };
  }
  if (offsetText === undefined) {
    const { instant, gap } = instantOf(wall, zone);
    const shown = isoDateTime(wallAt(instant, zone));
    return { instant, wall: shown, zone: zone.name, allDay: false, floating: false, gap };
  }
  const offset = offsetText === "Z" ? 0 : parseUtcOffset(offsetText.replace(":", ""));
  if (offset === undefined) throw badInput("This offset from UTC does not exist.");
  const instant = wall - offset;
  if (options.zoneGiven !== true)
    return { instant, wall: isoDateTime(instant), zone: "UTC", allDay: false, floating: false, gap: false };
  if (zone.offsetAt(instant) !== offset)
    throw badInput("The offset of this time and `timezone` do not agree; leave one of them out.");
  return { instant, wall: isoDateTime(wall), zone: zone.name, allDay: false, floating: false, gap: false };
}
