import { refused } from "./errors.ts";
import { SECOND } from "./ical/civil.ts";
import type { CalendarDocument } from "./ical/document.ts";

/**
 * Two entries of one UID in one object are against RFC 4791 section 4.1, and reading shows the newer one only. A rule or
 * an exclusion that is written into one of them says nothing about the other, and programs differ in which they show.
 *
 * @throws CaldavError `unsupported`
 */
export function refuseSecondEntry({ components }: CalendarDocument): void {
  const entries = components.filter(({ recurrenceId }) => recurrenceId === undefined);
  if (entries.length > 1) throw refused("unsupported", TWICE);
}

/**
 * Of an occurrence that stands there in several versions the newest counts. A write makes a version as new as today, so
 * that one from a clock that is ahead would come out on top.
 *
 * @throws CaldavError `unsupported`
 */
export function refuseComingBack({ components, master, overrides }: CalendarDocument, now: number): void {
  const shown = new Set([master, ...overrides]);
  if (components.some((component) => !shown.has(component) && component.stamp > now - SECOND))
    throw refused("unsupported", TWICE);
}

const TWICE =
  "This is stored twice in one object and only the newer version is shown, so a change could lose or bring back the other one; remove one of the two in another program.";
