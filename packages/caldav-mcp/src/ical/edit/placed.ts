import type { EntryComponent } from "../component.ts";
import type { EntryTime } from "../entry-time.ts";
import type { Zone } from "../zone.ts";
import { movedEnd } from "./length.ts";

/** A series as if it began with one of its occurrences: times that a caller gives for that one compare with these. */
export function placedAt(series: EntryComponent, time: EntryTime, viewer: Zone): EntryComponent {
  const { start, end } = series;
  if (start === undefined) return { ...series, end: end && time };
  return { ...series, start: time, end: end && movedEnd({ start, end }, { start: time, like: end, viewer }) };
}
