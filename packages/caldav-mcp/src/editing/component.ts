import type { EntryComponent } from "../ical/component.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { occurrenceAt } from "../ical/occurrences.ts";
import type { ViewOptions } from "../ical/view.ts";

/** The component that an occurrence is shown from, or the one that stands for a whole entry. */
export function componentOf(
  document: CalendarDocument,
  recurrence: string | undefined,
  view: ViewOptions,
): EntryComponent | undefined {
  if (recurrence === undefined) return document.master ?? document.overrides[0];
  return occurrenceAt(document, recurrence, view)?.component;
}
