import { refused } from "../errors.ts";
import type { CalendarDocument } from "../ical/document.ts";
import {
  countOccurrences,
  countRemaining,
  firstOccurrence,
  occurrenceAt,
  type ViewOptions,
} from "../ical/occurrences.ts";
import type { Occurrence, OccurrenceCount } from "../ical/types.ts";

/** How far the caller wants a change in a series to reach. */
export type EditScope = "this_occurrence" | "this_and_future" | "entire_series";

/** How far it does, worked out from the entry and not from the call. */
export type EditReach =
  | { kind: "single" }
  | { kind: "occurrence" }
  /** From one occurrence on, to the end of the series; others come before. */
  | { kind: "rest"; count: OccurrenceCount }
  | { kind: "series"; count: OccurrenceCount };

/** `first`: the first of what changes, as it is now. */
export type Reached = { reach: EditReach; first: Occurrence | undefined };

type Named = { document: CalendarDocument; recurrence: string | undefined; view: ViewOptions };

/**
 * What an id and a scope come to. From the first occurrence on, this and all later ones are the entire series.
 *
 * @throws CaldavError for what cannot be changed so far; nothing was changed
 */
export function reachOf(named: Named, scope: EditScope | undefined): Reached {
  const { document, recurrence, view } = named;
  if (document.master?.rules.some((rule) => typeof rule === "string") === true)
    throw refused(
      "unsupported",
      "This event repeats by a rule that this program does not follow, so it cannot tell what a change would do.",
    );
  if (recurrence !== undefined) return reachFrom(named, recurrence, scope);
  if (!document.recurs) return { reach: { kind: "single" }, first: firstOccurrence(document, view) };
  if (scope !== undefined && scope !== "entire_series")
    throw refused(
      "bad-input",
      `This id names a whole series; ${scope} needs the id of one occurrence, as list_events returns it.`,
    );
  refuseWithoutMaster(document);
  return seriesOf(document, view);
}

function reachFrom({ document, view }: Named, recurrence: string, scope: EditScope | undefined): Reached {
  const first = document.recurs ? occurrenceAt(document, recurrence, view) : undefined;
  if (first === undefined)
    throw refused("not-found", "The series has no such occurrence (any more); list the events again.");
  if (scope === undefined || scope === "this_occurrence") return { reach: { kind: "occurrence" }, first };
  refuseWithoutMaster(document);
  if (scope === "entire_series") return seriesOf(document, view);
  if (document.overridesThisAndFuture)
    throw refused(
      "unsupported",
      "This series holds a change that another program made for all later occurrences; change the entire series or single occurrences.",
    );
  const { before, after } = countRemaining(document, recurrence, view);
  if (before.kind === "count" && before.count === 0) return seriesOf(document, view);
  return { reach: { kind: "rest", count: after }, first };
}

function seriesOf(document: CalendarDocument, view: ViewOptions): Reached {
  return {
    reach: { kind: "series", count: countOccurrences(document, view) },
    first: firstOccurrence(document, view),
  };
}

function refuseWithoutMaster({ master }: CalendarDocument): void {
  if (master === undefined)
    throw refused(
      "unsupported",
      "Only single occurrences of this series are stored here, so only this_occurrence can be changed.",
    );
}
