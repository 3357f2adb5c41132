import type { ComponentName } from "./calendar-object.ts";

/** Half-open, in unix milliseconds; an open bound is infinite. */
export type TimeRange = { start: number; end: number };

const DAY = 86_400_000;

/** The properties of one instance that RFC 4791 §9.9 looks at, in unix milliseconds. */
export type Facts = {
  dtstart?: { instant: number; isDate: boolean };
  dtend?: number;
  /** Milliseconds. */
  duration?: number;
  due?: number;
  completed?: number;
  created?: number;
};

/** RFC 4791 §9.9, the VEVENT table, row by row. */
function eventOverlaps({ start, end }: TimeRange, { dtstart, dtend, duration }: Facts): boolean {
  if (dtstart === undefined) return false;
  const begins = dtstart.instant;
  if (dtend !== undefined) return start < dtend && end > begins;
  if (duration !== undefined && duration > 0) return start < begins + duration && end > begins;
  if (duration !== undefined || !dtstart.isDate) return start <= begins && end > begins;
  return start < begins + DAY && end > begins;
}

/** RFC 4791 §9.9, the VTODO table, row by row. */
function todoOverlaps({ start, end }: TimeRange, facts: Facts): boolean {
  const { duration, due, completed, created } = facts;
  const begins = facts.dtstart?.instant;
  if (begins !== undefined && duration !== undefined) {
    return start <= begins + duration && (end > begins || end >= begins + duration);
  }
  if (begins !== undefined && due !== undefined) {
    return (start < due || start <= begins) && (end > begins || end >= due);
  }
  if (begins !== undefined) return start <= begins && end > begins;
  if (due !== undefined) return start < due && end >= due;
  if (completed !== undefined && created !== undefined) {
    return (start <= created || start <= completed) && (end >= created || end >= completed);
  }
  if (completed !== undefined) return start <= completed && end >= completed;
  if (created !== undefined) return end > created;
  return true;
}

/** RFC 4791 §9.9, the VJOURNAL table, row by row. */
function journalOverlaps({ start, end }: TimeRange, { dtstart }: Facts): boolean {
  if (dtstart === undefined) return false;
  const begins = dtstart.instant;
  return dtstart.isDate ? start < begins + DAY && end > begins : start <= begins && end > begins;
}

export const overlaps: Record<ComponentName, (range: TimeRange, facts: Facts) => boolean> = {
  VEVENT: eventOverlaps,
  VTODO: todoOverlaps,
  VJOURNAL: journalOverlaps,
};
