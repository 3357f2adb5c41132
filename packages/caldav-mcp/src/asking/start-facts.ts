import { factDate, GuardUsageError, type Question } from "confirm-guard";
import type { EntryKind, Moment } from "../ical/types.ts";

/** A task may be due on its date, a journal entry be about it. */
const LABELS: Record<EntryKind, { only: string; first: string; last: string }> = {
  event: { only: "Starts on", first: "First starts on", last: "Last starts on" },
  task: { only: "Date", first: "First date", last: "Last date" },
  journal: { only: "Date", first: "First date", last: "Last date" },
};

/** When it starts, or the first and the last of several; `zone` is the zone that floating times are read in. */
export function startFacts(
  starts: readonly Moment[],
  zone: string,
  kind: EntryKind = "event",
): NonNullable<Question["facts"]> {
  const sorted = starts.toSorted((left, right) => left.instant - right.instant);
  const first = dateFact(sorted[0], zone);
  const last = dateFact(sorted.at(-1), zone);
  if (first === undefined || last === undefined) return {};
  const labels = LABELS[kind];
  return sorted.length === 1 ? { [labels.only]: first } : { [labels.first]: first, [labels.last]: last };
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
