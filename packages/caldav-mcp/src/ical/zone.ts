import { DAY } from "./civil.ts";

/** From `instant` on, clocks are `offset` milliseconds ahead of UTC. */
export type Transition = { instant: number; offset: number };

/** A time zone as a function of the instant. Never the zone of the machine this runs on. */
export type Zone = {
  /** IANA name; undefined for a zone that only one document defines. */
  name: string | undefined;
  offsetAt(instant: number): number;
};

/** Makes a zone from the transitions of one year (UTC): the offset at its start and the changes in it, in order. */
export function zoneByYears(
  name: string | undefined,
  yearOf: (year: number) => { initial: number; changes: readonly Transition[] },
): Zone {
  const years = new Map<number, { initial: number; changes: readonly Transition[] }>();
  const MAX_YEARS = 1000;
  return {
    name,
    offsetAt(instant) {
      const year = Math.min(9999, Math.max(1, new Date(instant).getUTCFullYear() || 1));
      let known = years.get(year);
      if (known === undefined) {
        if (years.size >= MAX_YEARS) years.clear();
        known = yearOf(year);
        years.set(year, known);
      }
      let offset = known.initial;
      for (const change of known.changes) {
        if (change.instant > instant) break;
        offset = change.offset;
      }
      return offset;
    },
  };
}

export const UTC: Zone = { name: "UTC", offsetAt: () => 0 };

export function wallAt(instant: number, zone: Zone): number {
  return instant + zone.offsetAt(instant);
}

/**
 * The instant a wall time names. A time that occurs twice is the first one; a time that a change of clocks skips is read
 * with the offset before the gap, so 02:30 becomes 03:30 (RFC 5545 section 3.3.5), and `gap` says so.
 */
export function instantOf(wall: number, zone: Zone): { instant: number; gap: boolean } {
  const before = zone.offsetAt(wall - DAY);
  const after = zone.offsetAt(wall + DAY);
  if (zone.offsetAt(wall - before) === before) return { instant: wall - before, gap: false };
  if (zone.offsetAt(wall - after) === after) return { instant: wall - after, gap: false };
  return { instant: wall - before, gap: true };
}
