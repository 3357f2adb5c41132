import { DAY, dayOfWall, MINUTE, SECOND, type Weekday, weekdayOf } from "../ical/civil.ts";
import type { Window } from "../ical/types.ts";
import type { Zone } from "../ical/zone.ts";
import { changesWithin } from "../ical/zone-changes.ts";

/** The hours of a day that count, in milliseconds after midnight on the clock, and on which weekdays. */
export type Hours = { from: number; to: number; weekdays: ReadonlySet<Weekday> };

/**
 * The times of a window at which the clock of the zone shows one of these hours. An hour that clocks repeat counts
 * twice and one that they skip not at all, so that days of 23 and 25 hours come out right.
 */
export function hoursWithin(window: Window, hours: Hours, zone: Zone): Window[] {
  const found: Window[] = [];
  for (const { from, to, offset } of stretchesOf(window, zone)) {
    const lastDay = dayOfWall(to - 1 + offset);
    for (let day = dayOfWall(from + offset); day <= lastDay; day += 1) {
      if (!hours.weekdays.has(weekdayOf(day))) continue;
      const midnight = day * DAY - offset;
      append(found, { from: Math.max(from, midnight + hours.from), to: Math.min(to, midnight + hours.to) });
    }
  }
  return found;
}

type Stretch = Window & { offset: number };

/** The window in parts during which no clock changes. */
function stretchesOf(window: Window, zone: Zone): Stretch[] {
  const from = Math.floor(window.from / SECOND) * SECOND;
  const changes = changesWithin(zone, { from, to: window.to }).filter(
    ({ instant }) => instant > window.from && instant < window.to,
  );
  const starts = [{ instant: window.from, offset: zone.offsetAt(window.from) }, ...changes];
  return starts.map(({ instant, offset }, index) => ({
    from: instant,
    to: starts[index + 1]?.instant ?? window.to,
    offset,
  }));
}

function append(found: Window[], next: Window): void {
  if (next.from >= next.to) return;
  const last = found.at(-1);
  if (last !== undefined && last.to === next.from) last.to = next.to;
  else found.push(next);
}

const CLOCK = /^(?:([01]\d|2[0-3]):([0-5]\d)|(24):(00))$/;

/** Milliseconds after midnight of `09:30`; `24:00` is the end of the day. Undefined for anything else. */
export function readClock(text: string): number | undefined {
  const [, hour, minute, lastHour] = CLOCK.exec(text) ?? [];
  if (lastHour !== undefined) return DAY;
  if (hour === undefined || minute === undefined) return undefined;
  return (Number(hour) * 60 + Number(minute)) * MINUTE;
}
