import ICAL from "ical.js";
import type { Property } from "./icalendar.ts";
import { instantInZone, zoneOf } from "./zones.ts";

/** A date or date-time on the time line; dates and floating times are read in UTC. */
export type Moment = {
  instant: number;
  isDate: boolean;
  /** As written, without zone: `2026-09-14T09:00:00` or `2026-09-14`. */
  wall: string;
  /** IANA name; `UTC` for the Z form; undefined for dates, floating times and unknown zones. */
  zone: string | undefined;
  /** The zone is named but nobody knows it: the instant may be off by a day either way. */
  vague: boolean;
};

const WRITTEN = /^(?<date>\d{4}-\d{2}-\d{2})(?:T(?<time>\d{2}:\d{2}:\d{2})(?<utc>Z?))?$/;

export function readMoment(value: string, tzid: string | undefined): Moment | undefined {
  const groups = WRITTEN.exec(value)?.groups;
  if (groups === undefined) return undefined;
  const { date = "", time, utc } = groups;
  const wall = time === undefined ? date : `${date}T${time}`;
  // A leap second is the one valid value that the platform does not take.
  const asUtc = Date.parse(time === undefined ? `${date}T00:00:00Z` : `${wall.replace(/:60$/, ":59")}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  if (time === undefined) return { instant: asUtc, isDate: true, wall, zone: undefined, vague: false };
  if (utc === "Z") return { instant: asUtc, isDate: false, wall, zone: "UTC", vague: false };
  if (tzid === undefined) return { instant: asUtc, isDate: false, wall, zone: undefined, vague: false };
  const zone = zoneOf(tzid);
  if (zone === undefined) return { instant: asUtc, isDate: false, wall, zone, vague: true };
  return { instant: instantInZone(asUtc, zone), isDate: false, wall, zone, vague: false };
}

/** The moments of a property; a period counts with its start. */
export function momentsOf(property: Property): (Moment | undefined)[] {
  return property.values.map((value) => readMoment(value.split("/", 1)[0] ?? "", property.tzid));
}

/** A duration in milliseconds, days counted as 24 hours. */
export function readDuration(value: string): number | undefined {
  if (value.length > 40) return undefined;
  try {
    return ICAL.Duration.fromString(value).toSeconds() * 1000;
  } catch {
    return undefined;
  }
}
