import { MINUTE } from "../ical/civil.ts";
import type { Window } from "../ical/types.ts";
import type { Zone } from "../ical/zone.ts";
import { type Hours, hoursWithin } from "./hours.ts";
import { gapsBetween, intersect } from "./intervals.ts";

export type Wanted = { minutes: number; hours: Hours; zone: Zone };

/**
 * The times of at least so many minutes inside the hours during which nothing is busy, in whole minutes. `busy` is in
 * order and does not overlap; whoever calls this knows that it is complete.
 */
export function freeSlots(
  busy: readonly Window[],
  window: Window,
  { minutes, hours, zone }: Wanted,
): Window[] {
  return intersect(gapsBetween(busy, window), hoursWithin(window, hours, zone))
    .map(({ from, to }) => ({
      from: Math.ceil(from / MINUTE) * MINUTE,
      to: Math.floor(to / MINUTE) * MINUTE,
    }))
    .filter(({ from, to }) => to - from >= minutes * MINUTE);
}
