import type { CalendarDocument } from "../ical/document.ts";
import { expand, occurrenceAt } from "../ical/occurrences.ts";
import type { Editing } from "./plan.ts";

type Changed = Pick<Editing, "document" | "after" | "rest" | "reach" | "recurrence" | "view">;

/** Whether all that is changed lies in the past, as it is now and as it will be. */
export function isOver({ document, after, rest, ...changed }: Changed, now: number): boolean {
  return [document, rest ?? after].every((one) => isPast(one, changed, now));
}

function isPast(
  document: CalendarDocument,
  { reach, recurrence, view }: Omit<Changed, "document" | "after" | "rest">,
  now: number,
): boolean {
  if (reach.kind === "occurrence") {
    const occurrence = occurrenceAt(document, recurrence ?? "", view);
    return occurrence !== undefined && occurrence.end.instant <= now;
  }
  const window = { from: now, to: Number.POSITIVE_INFINITY };
  const { occurrences, notExpanded } = expand(document, window, { ...view, maxOccurrences: 1 });
  return occurrences.length === 0 && notExpanded === undefined;
}
