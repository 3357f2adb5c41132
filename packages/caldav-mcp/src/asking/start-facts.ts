import { factDate, GuardUsageError, type Question } from "confirm-guard";
import type { Moment } from "../ical/types.ts";

/** When it starts, or the first and the last of several; `zone` is the zone that floating times are read in. */
export function startFacts(starts: readonly Moment[], zone: string): NonNullable<Question["facts"]> {
  const sorted = starts.toSorted((left, right) => left.instant - right.instant);
  const first = dateFact(sorted[0], zone);
  const last = dateFact(sorted.at(-1), zone);
  if (first === undefined || last === undefined) return {};
  return sorted.length === 1 ? { "Starts on": first } : { "First starts on": first, "Last starts on": last };
}

/** Undefined where there is no date, or none that the dialog can show: its years have four digits. */
function dateFact(moment: Moment | undefined, zone: string): ReturnType<typeof factDate> | undefined {
  if (moment === undefined) return undefined;
  try {
    if (moment.allDay) return factDate({ date: moment.wall });
    return factDate({ instant: new Date(moment.instant).toISOString(), zone: moment.zone ?? zone });
  } catch (error) {
    if (error instanceof GuardUsageError || error instanceof RangeError) return undefined;
    throw error;
  }
}
