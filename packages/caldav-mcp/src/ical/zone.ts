import { civilDate, DAY, dayNumber, dayOfWall } from "./civil.ts";

/** From `instant` on, clocks are `offset` milliseconds ahead of UTC. */
export type Transition = { instant: number; offset: number };

/** A time zone as a function of the instant. Never the zone of the machine this runs on. */
export type Zone = {
  /** IANA name; undefined for a zone that only one document defines. */
  name: string | undefined;
  offsetAt(instant: number): number;
};

/** The offset at the start of a year (UTC) and the changes in it, in order. */
export type ZoneYear = { initial: number; changes: readonly Transition[] };

type Segment = { from: number; to: number; offset: number };

// Finding the changes of a year costs; a list of dates in every year there is must not make that endless. What lies
// outside follows the offset at the near end.
const FIRST_YEAR = 1800;
const LAST_YEAR = 2200;
// What all zones together keep, some 20 MB; after that they start anew.
const MAX_KEPT_YEARS = 40_000;
let kept = 0;
let generation = 0;

function countKeptYear(): void {
  kept += 1;
  if (kept <= MAX_KEPT_YEARS) return;
  kept = 1;
  generation += 1;
}

const startOfYear = (year: number): number => dayNumber(year, 1, 1) * DAY;

/** Makes a zone from what happens in each year, asked for once. */
export function zoneByYears(name: string | undefined, yearOf: (year: number) => ZoneYear): Zone {
  const years = new Map<number, Segment[]>();
  let since = generation;
  // A series asks for neighbouring instants and for its own start in turn, so one of two answers is nearly always right.
  let last: Segment = { from: 0, to: 0, offset: 0 };
  let previous = last;

  function segmentAt(instant: number): Segment {
    const year = Math.min(LAST_YEAR, Math.max(FIRST_YEAR, civilDate(dayOfWall(instant)).year));
    const segments = years.get(year) ?? keep(year, segmentsOf(year, yearOf(year)));
    return segments.findLast(({ from }) => from <= instant) ?? segments[0] ?? last;
  }

  function keep(year: number, segments: Segment[]): Segment[] {
    countKeptYear();
    if (since !== generation) years.clear();
    since = generation;
    years.set(year, segments);
    return segments;
  }

  return {
    name,
    offsetAt(instant) {
      if (instant >= last.from && instant < last.to) return last.offset;
      const other = previous;
      previous = last;
      last = instant >= other.from && instant < other.to ? other : segmentAt(instant);
      return last.offset;
    },
  };
}

function segmentsOf(year: number, { initial, changes }: ZoneYear): Segment[] {
  const starts = [{ instant: startOfYear(year), offset: initial }, ...changes];
  return starts.map(({ instant, offset }, index) => ({
    from: index === 0 && year === FIRST_YEAR ? Number.NEGATIVE_INFINITY : instant,
    to: starts[index + 1]?.instant ?? (year === LAST_YEAR ? Number.POSITIVE_INFINITY : startOfYear(year + 1)),
    offset,
  }));
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
  if (before === after && zone.offsetAt(wall - before) === before)
    return { instant: wall - before, gap: false };
  if (zone.offsetAt(wall - before) === before) return { instant: wall - before, gap: false };
  if (zone.offsetAt(wall - after) === after) return { instant: wall - after, gap: false };
  return { instant: wall - before, gap: true };
}
