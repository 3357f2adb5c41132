import { DAY, dayOfWall, isoDate, isoDateTime } from "./civil.ts";
import type { LineParts } from "./line-parts.ts";
import { formatTimeValue, parseTimeValue, type TimeValue } from "./time-values.ts";
import type { Moment } from "./types.ts";
import { instantOf, wallAt, type Zone } from "./zone.ts";
import type { ZoneFinder } from "./zones.ts";

/** A date or time of an entry with its zone; without one it is a date, a floating time, or in a zone nobody knows. */
export type EntryTime = TimeValue & {
  zone: Zone | undefined;
  /** The instant, where it is known better than from a local wall time, which an hour that clocks repeat has twice. */
  at?: number;
};

/** Reads one value of a date property. Undefined for an empty or impossible one. */
export function readEntryTime(
  text: string,
  params: LineParts["params"],
  findZone: ZoneFinder,
): EntryTime | undefined {
  const value = parseTimeValue(text);
  if (value === undefined) return undefined;
  if (params.get("VALUE")?.[0]?.toUpperCase() === "DATE" && value.form === "local")
    return { wall: dayOfWall(value.wall) * DAY, form: "date", zone: undefined };
  const tzid = params.get("TZID")?.[0];
  const zone = value.form === "local" && tzid !== undefined ? findZone(tzid) : undefined;
  return { wall: value.wall, form: value.form, zone };
}

/** The zone whose clock the time follows; dates and floating times follow the viewer's. */
export function clockOf(time: EntryTime, viewer: Zone): Zone {
  return time.zone ?? viewer;
}

export function instantOfTime(time: EntryTime, viewer: Zone): number {
  if (time.form === "utc") return time.wall;
  return time.at ?? instantOf(time.wall, clockOf(time, viewer)).instant;
}

export function momentOf(time: EntryTime, viewer: Zone): Moment {
  const instant = instantOfTime(time, viewer);
  if (time.form === "date")
    return { instant, wall: isoDate(time.wall), zone: undefined, allDay: true, floating: false };
  if (time.form === "utc")
    return { instant, wall: isoDateTime(time.wall), zone: "UTC", allDay: false, floating: false };
  const { zone } = time;
  return {
    instant,
    wall: isoDateTime(time.wall),
    zone: zone?.name,
    allDay: false,
    floating: zone === undefined,
  };
}

/** The time at an instant, in the form and zone of `model`. */
export function timeAt(instant: number, model: EntryTime, viewer: Zone): EntryTime {
  if (model.form === "utc") return { wall: instant, form: "utc", zone: undefined };
  const wall = wallAt(instant, clockOf(model, viewer));
  if (model.form === "date") return { wall: dayOfWall(wall) * DAY, form: "date", zone: undefined };
  return { wall, form: "local", zone: model.zone, at: instant };
}

/**
 * How an occurrence is named: its original start in DTSTART's own form. The second pass of an hour that clocks repeat is
 * named in UTC, since its local time means the first (RFC 5545 section 3.3.5).
 */
export function recurrenceOf(time: EntryTime): string {
  return formatTimeValue(nameableTime(time));
}

/** The time as it can be written without losing which pass of a repeated hour it is in. */
export function nameableTime(time: EntryTime): EntryTime {
  const { wall, zone, at } = time;
  if (zone === undefined || at === undefined || instantOf(wall, zone).instant === at) return time;
  return { wall: at, form: "utc", zone: undefined };
}
