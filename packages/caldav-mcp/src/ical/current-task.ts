import type { CalendarDocument } from "./document.ts";
import { nextOpen } from "./next-open.ts";
import { fieldsOf, startOf } from "./occurrences.ts";
import type { EntryFields, Moment, Occurrence } from "./types.ts";
import { createView, type ViewOptions } from "./view.ts";

/** A task as it stands: of a recurring one, the occurrence that is to be done next. */
export type CurrentTask = {
  /** Undefined for a task without any date. */
  occurrence: Occurrence | undefined;
  fields: EntryFields;
  /** False where the series could not be followed, so that another occurrence may be the next. */
  certain: boolean;
};

type CurrentOptions = ViewOptions & {
  /** True once the time for this entry is over. */
  deadline?: () => boolean;
};

/** Where a task stands now. When no occurrence of a recurring one is open, the last one that was changed is shown. */
export function currentTask(document: CalendarDocument, options: CurrentOptions): CurrentTask {
  const next = document.recurs ? nextOpen(document, options) : undefined;
  const occurrence =
    next?.kind === "open"
      ? next.occurrence
      : ((next?.kind === "none" ? lastChanged(document, options) : undefined) ?? startOf(document, options));
  return {
    occurrence,
    fields: occurrence?.fields() ?? fieldsOf(document, options),
    certain: next?.kind !== "unknown",
  };
}

function lastChanged(document: CalendarDocument, options: ViewOptions): Occurrence | undefined {
  const view = createView(document, options);
  return view.overrides
    .flatMap((override) => view.ofOverride(override) ?? [])
    .reduce<Occurrence | undefined>(
      (last, next) => (last === undefined || next.start.instant >= last.start.instant ? next : last),
      undefined,
    );
}

/** The start and the due time that a task has; one without a start is placed by its due time. */
export function taskDates(occurrence: Occurrence | undefined): {
  start: Moment | undefined;
  due: Moment | undefined;
} {
  if (occurrence === undefined) return { start: undefined, due: undefined };
  const { start, end, stated } = occurrence;
  if (stated.end && !stated.start) return { start: undefined, due: start };
  return { start, due: stated.end ? end : undefined };
}
