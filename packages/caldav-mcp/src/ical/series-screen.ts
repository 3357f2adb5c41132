import { CaldavError } from "../errors.ts";
import { DAY } from "./civil.ts";
import { createCost, TooCostly } from "./cost.ts";
import type { CalendarDocument } from "./document.ts";
import { countOccurrences, expand, type ViewOptions } from "./occurrences.ts";
import type { SeriesStart } from "./rule-times.ts";
import { walkRule } from "./rule-walk.ts";
import type { Rule } from "./rule.ts";
import type { Occurrence, OccurrenceCount } from "./types.ts";

/** What a new series amounts to. */
export type SeriesPreview = { first: Occurrence[]; count: OccurrenceCount };

const MAX_A_YEAR = 5_000;
const SHOWN = 5;
const FAR = 100 * 366 * DAY;

/**
 * Expands a series that is about to be written, as listings will. What they could not show is not written.
 *
 * @throws CaldavError `unsupported` in one sentence
 */
export function previewSeries(
  document: CalendarDocument,
  { rule, start }: { rule: Rule; start: SeriesStart },
  view: ViewOptions,
): SeriesPreview {
  if (rule.count !== 1 && rule.until === undefined && !namesAnother(rule, start))
    throw refused("The rule names no date after the start within 100 years.");
  const year = { from: start.instant, to: start.instant + 366 * DAY };
  const { occurrences, notExpanded } = expand(document, year, { ...view, maxOccurrences: MAX_A_YEAR });
  if (notExpanded !== undefined)
    throw refused(
      "The rule names more times in a year than this program lists, or takes too long to work out.",
    );
  const count = countOccurrences(document, view);
  if (count.kind === "unknown")
    throw refused("The rule takes too long to count; give it an end that lies nearer, or none.");
  return { first: occurrences.slice(0, SHOWN), count };
}

function namesAnother(rule: Rule, start: SeriesStart): boolean {
  const range = { from: start.instant + 1, to: start.instant + FAR };
  try {
    return walkRule(rule, start, range, createCost()).next().done !== true;
  } catch (error) {
    if (error instanceof TooCostly) return false;
    throw error;
  }
}

function refused(why: string): CaldavError {
  return new CaldavError("unsupported", `${why} Nothing was changed.`);
}
