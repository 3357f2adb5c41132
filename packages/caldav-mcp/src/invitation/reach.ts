import { refused } from "../errors.ts";
import type { EntryComponent } from "../ical/component.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { ownAttendeeLines } from "../ical/edit/reply.ts";
import { countOccurrences, occurrenceAt, type ViewOptions } from "../ical/occurrences.ts";
import type { Occurrence, OccurrenceCount } from "../ical/types.ts";

/** How far the caller wants an answer to reach. */
export type ReplyScope = "this_occurrence" | "entire_series";

/** What an answer is for, worked out from the entry and not from the call. */
export type ReplyReach =
  | { kind: "single" }
  | { kind: "occurrence" }
  /** Only single occurrences of the series invite us. */
  | { kind: "some"; count: number }
  /** The series, with the occurrences that were changed on their own: those that invite us and those that do not. */
  | { kind: "series"; count: OccurrenceCount; edited: number; notInvited: number };

/** What is answered: the components that show it, and the occurrence where it is for one. */
export type Answered = {
  reach: ReplyReach;
  shown: readonly EntryComponent[];
  occurrence: (Occurrence & { recurrence: string }) | undefined;
};

type Named = { recurrence: string | undefined; scope: ReplyScope | undefined };

/**
 * Finds what an answer is for.
 *
 * @throws CaldavError `bad-input`, `not-found`, `unsupported`
 */
export function reachOf(
  document: CalendarDocument,
  { recurrence, scope }: Named,
  view: ViewOptions,
): Answered {
  if (document.recurs && recurrence === undefined && scope === "this_occurrence")
    throw refused(
      "bad-input",
      "This id names a whole series; this_occurrence needs the id of one occurrence, as list_events returns it.",
    );
  if (recurrence !== undefined && scope !== "entire_series") return oneOccurrence(document, recurrence, view);
  return whole(document, view);
}

function oneOccurrence(document: CalendarDocument, recurrence: string, view: ViewOptions): Answered {
  const occurrence = occurrenceAt(document, recurrence, view);
  if (occurrence === undefined)
    throw refused("not-found", "The series has no such occurrence (any more); list the events again.");
  const { component } = occurrence;
  if (component.thisAndFuture)
    throw refused(
      "unsupported",
      "This occurrence shows a change that another program made for all later ones, so it cannot be answered alone; answer the whole series.",
    );
  return {
    reach: { kind: "occurrence" },
    shown: [component],
    occurrence: { ...occurrence, recurrence },
  };
}

function whole(document: CalendarDocument, view: ViewOptions): Answered {
  const { master, overrides } = document;
  const invitesUs = (component: EntryComponent): boolean =>
    ownAttendeeLines(component, view.ownAddresses).length > 0;
  const edited = overrides.filter(invitesUs).length;
  const shown = master === undefined ? overrides : [master, ...overrides];
  return { reach: reach(), shown, occurrence: undefined };

  function reach(): ReplyReach {
    if (!document.recurs) return { kind: "single" };
    if (master === undefined || !invitesUs(master)) return { kind: "some", count: edited };
    const notInvited = overrides.length - edited;
    return { kind: "series", count: countOccurrences(document, view), edited, notInvited };
  }
}
