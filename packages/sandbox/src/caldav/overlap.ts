import type { CalendarObject } from "./calendar-object.ts";
import { instancesIn } from "./instances.ts";
import { readMoment } from "./moments.ts";
import { type Budget, GAVE_UP } from "./recurrence.ts";
import { overlaps, type TimeRange } from "./time-range.ts";

/**
 * Whether any instance of the object lies in the range (RFC 4791 §9.9). What was given up matches every range: the
 * answer may name too much, never too little.
 */
export function objectOverlaps(object: CalendarObject, range: TimeRange, budget: Budget): boolean {
  for (const instance of instancesIn(object, range, budget)) {
    if (instance === GAVE_UP) return true;
    const widened = { start: range.start - instance.slack, end: range.end + instance.slack };
    if (overlaps[object.component](widened, instance.facts)) return true;
  }
  return false;
}

/** A bound of a time-range element: UTC, basic form (RFC 4791 §9.9). */
export function readBound(text: string): number | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  return readMoment(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`, undefined)?.instant;
}
