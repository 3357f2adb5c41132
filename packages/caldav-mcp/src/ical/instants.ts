import { dayOfWall, isoDate, isoDateTime, MINUTE, weekdayOf as weekdayOfDay } from "./civil.ts";
import { ianaZone } from "./iana-zone.ts";
import { parseTimeValue } from "./time-values.ts";
import type { Moment } from "./types.ts";
import { UTC, wallAt } from "./zone.ts";

/** A moment as a result shows it. Ends are exclusive: an all-day event on the 14th ends on the 15th. */
export type RenderedMoment = { value: string; timezone?: string; all_day: boolean; floating?: true };

/** `2026-09-14T09:00:00+02:00` on the clock of `zone`, or `2026-09-14` for a date, which no zone moves. */
export function renderMoment(moment: Moment, zone: string): RenderedMoment {
  if (moment.allDay) return { value: moment.wall, all_day: true };
  const shown = ianaZone(zone) ?? UTC;
  const offset = shown.offsetAt(moment.instant);
  return {
    value: isoDateTime(moment.instant + offset) + formatOffset(offset),
    timezone: shown.name ?? "UTC",
    all_day: false,
    ...(moment.floating ? { floating: true } : {}),
  };
}

/** An instant that stands in no entry, such as the edge of a window, as {@link renderMoment} shows it. */
export function renderInstant(instant: number, zone: string): RenderedMoment {
  return renderMoment({ instant, wall: "", zone: "UTC", allDay: false, floating: false }, zone);
}

// RFC 3339 has no seconds in an offset; zones had them before 1972 and lose them here.
function formatOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const pad = (part: number): string => String(part).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

const NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export type WeekdayName = (typeof NAMES)[number];

/** The weekday of a moment on the clock of `zone`; of a date, wherever it is looked at from. */
export function weekdayOf(moment: Moment, zone: string): WeekdayName {
  const date = moment.allDay ? parseTimeValue(moment.wall.replaceAll("-", "")) : undefined;
  const wall = date?.wall ?? wallAt(moment.instant, ianaZone(zone) ?? UTC);
  return NAMES[weekdayOfDay(dayOfWall(wall))] ?? "Monday";
}

/** The date a moment falls on, on the clock of `zone`. */
export function dateOf(moment: Moment, zone: string): string {
  return moment.allDay ? moment.wall : dateAt(moment.instant, zone);
}

/** The date on the clock of `zone` at an instant. */
export function dateAt(instant: number, zone: string): string {
  return isoDate(wallAt(instant, ianaZone(zone) ?? UTC));
}
