import { refused } from "../errors.ts";
import { DAY } from "../ical/civil.ts";
import type { CalendarDocument } from "../ical/document.ts";
import {
  countOccurrences,
  expand,
  isSameCount,
  occurrenceFinder,
  type ViewOptions,
} from "../ical/occurrences.ts";
import { parseTree } from "../ical/tree.ts";
import type { Moment, OccurrenceCount } from "../ical/types.ts";

/** A change of a series before it is written: what is stored, and what would be. */
export type Change = {
  before: CalendarDocument;
  after: CalendarDocument;
  /** The occurrences that are to go. */
  named: readonly string[];
  /** Their starts; the comparison looks around them. */
  starts: readonly Moment[];
  view: ViewOptions;
};

const AROUND_MS = 400 * DAY;
const MAX_COMPARED = 2_000;

/**
 * Refuses a change that does anything but what the question says: a named occurrence stays, another one goes, moves or
 * appears. What documents can hold is richer than any rule about editing them, so the result itself is looked at.
 *
 * @throws CaldavError `unsupported`; nothing was changed
 */
export function verifyChange(change: Change, expected: OccurrenceCount): void {
  const { after, named, view } = change;
  const find = occurrenceFinder(after, view);
  const stays = named.some((recurrence) => find(recurrence) !== undefined);
  if (stays || !isSameCount(countOccurrences(after, view), expected) || touchesOthers(change))
    throw refused(
      "unsupported",
      "This cannot be taken out of its series without touching other occurrences; delete the whole series, or use another program.",
    );
}

/** What would be left must have been there before, at the same time. */
function touchesOthers({ before, after, starts, view }: Change): boolean {
  const instants = starts.map(({ instant }) => instant);
  const window = { from: Math.min(...instants) - AROUND_MS, to: Math.max(...instants) + AROUND_MS };
  const was = shown(before, window, view);
  const is = shown(after, window, view);
  return was !== undefined && is !== undefined && ![...is].every((occurrence) => was.has(occurrence));
}

function shown(
  document: CalendarDocument,
  window: { from: number; to: number },
  view: ViewOptions,
): Set<string> | undefined {
  const { occurrences, notExpanded } = expand(document, window, { ...view, maxOccurrences: MAX_COMPARED });
  if (notExpanded === "too-costly") return undefined;
  return new Set(
    occurrences.map(({ recurrence, start, end }) => `${recurrence} ${start.instant} ${end.instant}`),
  );
}

const OWN_PARTS = new Set(["VEVENT", "VTODO", "VJOURNAL", "VTIMEZONE"]);

/**
 * A DELETE takes everything that is stored in one object. Refuses one that holds more than the question speaks of:
 * other entries, a second version of the same one, or parts that this program does not know.
 */
export function refuseCompany(document: CalendarDocument): void {
  const masters = document.components.filter(({ recurrenceId }) => recurrenceId === undefined);
  const parts = parseTree(document.lines).flatMap(({ children }) => children);
  if (document.others > 0 || masters.length > 1 || parts.some(({ name }) => !OWN_PARTS.has(name)))
    throw refused(
      "unsupported",
      "This entry is stored in one object together with others, which would go with it.",
    );
}
