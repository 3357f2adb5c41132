import type { OccurrenceCount } from "../ical/types.ts";

/** A whole series with the number of its occurrences, as a dialog names it. */
export function wholeSeries(count: OccurrenceCount, noun: string): string {
  switch (count.kind) {
    case "count":
      return count.count === 1
        ? `a recurring ${noun} and its one remaining occurrence`
        : `a recurring ${noun} and all ${count.count} of its occurrences`;
    case "endless":
      return `a recurring ${noun} which repeats without end, and all of its occurrences`;
    case "unknown":
      return `a recurring ${noun} and all of its occurrences, whose number could not be worked out`;
  }
}
