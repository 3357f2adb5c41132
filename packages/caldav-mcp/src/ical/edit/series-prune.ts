import type { CalendarDocument } from "../document.ts";
import type { EntryTime } from "../entry-time.ts";
import { viewerZone } from "../view.ts";
import { filterDateLine } from "./date-lines.ts";
import { createEdits } from "./edits.ts";
import { occurrenceNames } from "./occurrence-names.ts";
import type { MovedSeries } from "./series-move.ts";
import { linesNamed } from "./series-rule.ts";
import type { EditOptions } from "./types.ts";
import { lineAt } from "../line-table.ts";

/** `survivors`: the positions that the components had before, in the order in which they stand now. */
export type Pruned = { text: string; survivors: number[]; dropped: number; droppedDates: number };

/**
 * What a changed series has no occurrence for any more goes: overrides, which would show up as occurrences of their own,
 * and under another rule also exclusions. `before` and `document` hold the same components in the same order.
 */
export function pruneSeries(
  before: CalendarDocument,
  document: CalendarDocument,
  { rule, shift, overrides: { gone } }: MovedSeries,
  { zone }: EditOptions,
): Pruned {
  const viewer = viewerZone(zone);
  const ids = (of: CalendarDocument): EntryTime[] =>
    of.components.flatMap(({ recurrenceId }) => recurrenceId ?? []);
  const exdates = document.master?.exdates ?? [];
  const now = occurrenceNames(document, [...ids(document), ...exdates], viewer);
  const then = rule === undefined ? occurrenceNames(before, ids(before), viewer) : undefined;
  const isNamed = (position: number): boolean => {
    const id = document.components[position]?.recurrenceId;
    const old = before.components[position]?.recurrenceId;
    if (gone.has(position)) return false;
    if (id === undefined || old === undefined || now === undefined || now.has(id)) return true;
    // One that no occurrence had before either is not the doing of this edit.
    return rule === undefined && then?.has(old) !== true;
  };

  const edits = createEdits(document);
  const survivors: number[] = [];
  for (const [position, component] of document.components.entries()) {
    if (isNamed(position)) survivors.push(position);
    else edits.removeComponent(component.node);
  }
  const droppedDates = rule === undefined || now === undefined ? 0 : pruneDates();
  const standing = new Set(document.overrides);
  const alive = new Set(survivors);
  const dropped = document.components.filter(
    (component, position) => standing.has(component) && !alive.has(position),
  ).length;
  const any = shift !== undefined || rule !== undefined;
  return { text: any ? edits.text() : document.lines.text, survivors, dropped, droppedDates };

  function pruneDates(): number {
    const { master } = document;
    if (master === undefined) return 0;
    let count = 0;
    const stays = (time: EntryTime): boolean => {
      const whole = time.form === "date" && master.start?.form !== "date";
      const named = whole ? now?.hasOn(time) : now?.has(time);
      if (named === false) count += 1;
      return named !== false;
    };
    for (const index of linesNamed(master, EXCLUDED)) {
      const line = lineAt(document.lines, index);
      const lines = line === undefined ? [] : filterDateLine(line, document.findZone, stays);
      if (lines[0] !== line) edits.replace(index, lines);
    }
    return count;
  }
}

const EXCLUDED = new Set(["EXDATE"]);
