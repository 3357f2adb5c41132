import { createBreath } from "../breath.ts";
import type { CalendarDocument } from "./document.ts";
import { expand } from "./occurrences.ts";
import type { Occurrence, Window } from "./types.ts";
import type { ViewOptions } from "./view.ts";

/** What expansion may cost in one call. Times in milliseconds; `clock` counts up from anywhere. */
export type ExpansionBudget = {
  perEntryMs: number;
  totalMs: number;
  maxOccurrences: number;
  clock: () => number;
};

/** By default 100 ms for one entry, 2 s and 5,000 occurrences of one entry for the call. */
export function createExpansionBudget(options: Partial<ExpansionBudget> = {}): ExpansionBudget {
  return {
    perEntryMs: options.perEntryMs ?? 100,
    totalMs: options.totalMs ?? 2000,
    maxOccurrences: options.maxOccurrences ?? 5000,
    clock: options.clock ?? (() => performance.now()),
  };
}

/** `notExpanded` holds the indexes of entries whose occurrences may be incomplete. */
type Expanded = { results: Occurrence[][]; notExpanded: number[] };

/**
 * Expands many entries, giving the event loop back every 50 ms so that other requests are answered meanwhile. When the
 * time is used up, plain entries are still listed; the others are named without being looked at.
 */
export async function expandAll(
  documents: readonly CalendarDocument[],
  window: Window,
  view: ViewOptions,
  budget: ExpansionBudget = createExpansionBudget(),
): Promise<Expanded> {
  const { clock, perEntryMs, totalMs, maxOccurrences } = budget;
  const results: Occurrence[][] = [];
  const notExpanded: number[] = [];
  const start = clock();
  const breathe = createBreath(clock);
  for (const [index, document] of documents.entries()) {
    await breathe();
    const from = clock();
    if (from - start > totalMs && needsExpansion(document)) {
      results.push([]);
      notExpanded.push(index);
      continue;
    }
    const deadline = (): boolean => clock() - from > perEntryMs || clock() - start > totalMs;
    const expansion = expand(document, window, { ...view, maxOccurrences, deadline });
    results.push(expansion.occurrences);
    if (expansion.notExpanded !== undefined) notExpanded.push(index);
  }
  return { results, notExpanded };
}

/**
 * Expands in several rounds, which together take no longer than one budget allows; what is done between them does not
 * count.
 */
export function expansionInRounds(
  view: ViewOptions,
  budget: ExpansionBudget = createExpansionBudget(),
): (documents: readonly CalendarDocument[], window: Window) => Promise<Expanded> {
  let leftMs = budget.totalMs;
  return async (documents, window) => {
    const began = budget.clock();
    const expanded = await expandAll(documents, window, view, { ...budget, totalMs: leftMs });
    leftMs = Math.max(0, leftMs - (budget.clock() - began));
    return expanded;
  };
}

/** Exceptions without a rule repeat nothing, but are read all the same. */
function needsExpansion({ recurs, master }: CalendarDocument): boolean {
  return recurs || (master !== undefined && master.exdates.length > 0);
}
