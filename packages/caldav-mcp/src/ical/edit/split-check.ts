import { DAY } from "../civil.ts";
import type { CalendarDocument } from "../document.ts";
import { countOccurrences, expand, occurrenceAt } from "../occurrences.ts";
import type { Window } from "../types.ts";
import { unsplittable } from "./rest.ts";

type Split = { recurrence: string; zone: string };

const AROUND = 400 * DAY;
const MAX_COMPARED = 2_000;

/**
 * Refuses a split whose two parts do not show together what the series shows. Where a series starts decides what its
 * rule means, in more ways than can be told from the rule: another time of day, another week to count from.
 *
 * @throws CaldavError `unsupported`
 */
export function requireSameOccurrences(
  whole: CalendarDocument,
  parts: readonly CalendarDocument[],
  { recurrence, zone }: Split,
): void {
  const view = { zone, ownAddresses: new Set<string>() };
  const cut = occurrenceAt(whole, recurrence, view);
  if (cut === undefined) throw unsplittable();
  const window = { from: cut.start.instant - AROUND, to: cut.start.instant + AROUND };
  const was = rows(whole, window, view);
  const is = parts.map((part) => rows(part, window, view));
  const together = is.every((part) => part !== undefined) ? is.flat() : undefined;
  if (was !== undefined && together !== undefined && was.toSorted().join() !== together.toSorted().join())
    throw unsplittable();
  const [total, ...counts] = [whole, ...parts].map((part) => countOccurrences(part, view));
  if (total?.kind !== "count") return;
  const sum = counts.reduce((all, count) => all + (count.kind === "count" ? count.count : Number.NaN), 0);
  if (!Number.isNaN(sum) && sum !== total.count) throw unsplittable();
}

/** Undefined when there are too many to tell. */
function rows(
  document: CalendarDocument,
  window: Window,
  view: { zone: string; ownAddresses: ReadonlySet<string> },
): string[] | undefined {
  const { occurrences, notExpanded } = expand(document, window, { ...view, maxOccurrences: MAX_COMPARED });
  if (notExpanded !== undefined) return undefined;
  return occurrences.map(({ recurrence, start, end }) => `${recurrence} ${start.instant} ${end.instant}`);
}
