import type { EntryComponent } from "../component.ts";
import { spanAt } from "../entry-span.ts";
import { instantOfTime } from "../entry-time.ts";
import type { Zone } from "../zone.ts";
import { NOTHING_OF_ITS_OWN } from "./pristine-override.ts";
import { linesIn } from "../line-table.ts";

const PLACING = new Set([
  "RECURRENCE-ID",
  "DTSTART",
  "DTEND",
  "DUE",
  "DURATION",
  "RRULE",
  "EXRULE",
  "RDATE",
  "EXDATE",
]);

/**
 * Tells the occurrences of a series that say more of themselves than how far they are: other words, another time,
 * another length, or anything that the series does not have.
 */
export function changedAlone(series: EntryComponent, viewer: Zone): (override: EntryComponent) => boolean {
  const common = saidBy(series);
  const length = lengthOf(series, viewer);
  return (override) => isMoved(override, viewer) || lengthOf(override, viewer) !== length || says(override);

  function says(override: EntryComponent): boolean {
    const own = saidBy(override);
    return own.length !== common.length || own.some((line, index) => line !== common[index]);
  }
}

function isMoved({ start, end, recurrenceId }: EntryComponent, viewer: Zone): boolean {
  const at = start ?? end;
  if (at === undefined || recurrenceId === undefined) return false;
  return instantOfTime(at, viewer) !== instantOfTime(recurrenceId, viewer);
}

function lengthOf(component: EntryComponent, viewer: Zone): number {
  const at = component.start ?? component.end ?? component.recurrenceId;
  if (at === undefined) return 0;
  const { start, end } = spanAt(component, at, viewer);
  return end.instant - start.instant;
}

/** The lines of a component, nested ones too, but for its times; their order says nothing. */
function saidBy({ lines, node }: EntryComponent): string[] {
  return linesIn(lines, node.first, node.last)
    .filter(({ name }) => !NOTHING_OF_ITS_OWN.has(name) && !PLACING.has(name))
    .map(({ content }) => content)
    .toSorted();
}
