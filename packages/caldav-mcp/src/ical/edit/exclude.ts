import { CaldavError } from "../../errors.ts";
import type { EntryComponent } from "../component.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { recurrenceSet } from "../recurrence-set.ts";
import { viewerZone } from "../view.ts";
import { createEdits, lastLineOf, type Edits } from "./edits.ts";
import { keyOfOverride, locateIn } from "./locate.ts";
import { timeLineLike } from "./time-line.ts";
import type { EditOptions } from "./types.ts";

/** {@link excludeOccurrences} for one occurrence of a stored text. */
export function excludeOccurrence(text: string, recurrence: string, options: EditOptions): string {
  return excludeOccurrences(readDocument(text), [recurrence], options);
}

/**
 * The document without some of its occurrences: EXDATEs in DTSTART's form, and their overrides gone. Every other line
 * stays as it is and where it is, but for DTSTAMP, LAST-MODIFIED and SEQUENCE of the series (attendees have to hear).
 *
 * @throws CaldavError `bad-input` when a name names no occurrence, or two of them the same one
 */
export function excludeOccurrences(
  document: CalendarDocument,
  recurrences: readonly string[],
  options: EditOptions,
): string {
  const set = recurrenceSet(document, viewerZone(options.zone));
  const named = recurrences.map((recurrence) => locateIn(document, set, { recurrence, ...options }));
  const keys = new Set(named.map(({ key }) => key));
  if (keys.size < named.length)
    throw new CaldavError("bad-input", "Two of the names mean the same occurrence; nothing was changed.");
  const edits = createEdits(document);
  const { master } = document;
  const standing = new Set(document.overrides);
  // A change that stands for all later occurrences outlives the one that it begins with, which EXDATE hides.
  const isGone = (override: EntryComponent): boolean =>
    keys.has(keyOfOverride(override, set, options)) &&
    (master === undefined || !override.thisAndFuture || !standing.has(override));
  removeOverrides(document, edits, isGone);
  if (master !== undefined) {
    const after = lastLineOf(master, ["EXDATE", "RDATE", "RRULE", "DTSTART", "DUE"]);
    edits.insertAfter(
      after,
      named.map(({ time }) => timeLineLike("EXDATE", time, master)),
    );
    edits.touch(master, { now: options.now, sequence: "up" });
  }
  return edits.text();
}

/** All components of the occurrence go, also older versions that reading passes over. */
export function removeOverrides(
  document: CalendarDocument,
  edits: Edits,
  isGone: (override: EntryComponent) => boolean,
): void {
  for (const override of document.components)
    if (override.recurrenceId !== undefined && isGone(override)) edits.removeComponent(override.node);
}
