import { createBreath } from "../../breath.ts";
import { badInput } from "../../errors.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import type { EntryTime } from "../entry-time.ts";
import { lineAt } from "../line-table.ts";
import type { ContentLine } from "../lines.ts";
import { readRecurrence } from "../recurrence-input.ts";
import { recurrenceSet, type RecurrenceSet } from "../recurrence-set.ts";
import type { Rule } from "../rule.ts";
import { askedTimes, entryOf, firstOf, hasDates, type Asked, type Entry } from "./asked-times.ts";
import { shiftDateLine } from "./date-lines.ts";
import { createEdits, type Edits } from "./edits.ts";
import { endLike, timesOf, type Times } from "./length.ts";
import { offRuleNotes } from "./off-rule.ts";
import { moveOverrides, type MovedOverrides, type SeriesTimes } from "./series-overrides.ts";
import { clearRecurrence, linesNamed, setRule, shiftRuleLine } from "./series-rule.ts";
import { createShift, type Shift } from "./shift.ts";
import { requireShiftedPlaces } from "./shifted-places.ts";
import { isSame, newZoneOf, startLineAfter, writeTimes } from "./times.ts";
import type { EntryChange, SeriesOptions } from "./types.ts";
import { defineZone, reachOfSeries, reachOfTimes } from "./zone-block.ts";

/** An entry with other times or another rule; its fields are still the old ones. */
export type MovedSeries = {
  edits: Edits;
  notes: string[];
  /** The start or the length is another one. */
  retimed: boolean;
  shift: Shift | undefined;
  overrides: MovedOverrides;
  /** The rule that was given, with the start it counts from. */
  rule: { rule: Rule; start: EntryTime } | undefined;
  /** Overrides that went because nothing repeats any more. */
  cleared: number;
  /** The override of the occurrence that the caller speaks of: its position in the components. */
  named: number | undefined;
};

/**
 * Gives an entry, or a series with all that belongs to it, other times and another rule.
 *
 * @throws CaldavError `bad-input`, `not-found`, `unsupported`
 */
export async function moveSeries(
  document: CalendarDocument,
  change: EntryChange,
  options: SeriesOptions,
): Promise<MovedSeries> {
  const breathe = createBreath();
  const entry = entryOf(document, options);
  const { master, viewer } = entry;
  const repeats = change.recurrence === undefined ? hasDates(document) : change.recurrence !== null;
  if (change.recurrence === null && change.times === undefined) requireStart(entry);
  const asked = askedTimes(entry, change, { ...options, repeats });
  const moves = entry.set !== undefined && change.recurrence !== null && hasDates(document);
  const { next, shift } = moves ? movedTimes(entry, asked, change) : { next: asked.times, shift: undefined };
  await breathe();

  const edits = createEdits(document);
  const retimed = !isSame(next.start, master.start) || !isSame(next.end, timesOf(master).end);
  const zone = newZoneOf(master, next);
  const tzid =
    zone &&
    (await defineZone(edits, document, {
      zone,
      reach: repeats ? reachOfSeries(next, options) : reachOfTimes(next, options),
    }));
  writeTimes(edits, master, next, { tzid });
  const overrides: MovedOverrides =
    entry.set !== undefined && moves && retimed
      ? moveOverrides(edits, seriesTimes(entry.set), { tzid })
      : { moved: new Set(), kept: new Set(), gone: new Set() };
  const notes = [
    ...asked.notes,
    ...(entry.set !== undefined && shift !== undefined
      ? moveDates(edits, seriesTimes(entry.set), { ruleStays: change.recurrence === undefined })
      : []),
  ];
  await breathe();
  const { recurrence } = change;
  if (entry.set !== undefined && shift !== undefined && recurrence === undefined) {
    const after = recurrenceSet(readDocument(edits.text()), viewer);
    await breathe();
    if (after !== undefined) requireShiftedPlaces({ before: entry.set, after, shift, rules: master.rules });
  }
  const cleared = recurrence === null ? clearRecurrence(edits, document.components).overrides : 0;
  const rule =
    typeof recurrence === "object" || typeof recurrence === "string" ? ruleAfter(recurrence) : undefined;
  const position = entry.named && document.components.indexOf(entry.named);
  return { edits, notes, retimed, shift, overrides, rule, cleared, named: position };

  function seriesTimes(set: RecurrenceSet): SeriesTimes {
    const start = startLineAfter(master, next, { tzid });
    const named = entry.named && asked.named && { override: entry.named, times: asked.named };
    return { document, master, set, shift, next, start, viewer, named };
  }

  function ruleAfter(given: NonNullable<EntryChange["recurrence"]> | null): MovedSeries["rule"] {
    const start = firstOf(next);
    if (given === null) return undefined;
    if (start === undefined) throw badInput("What repeats needs a `start` or a `due`.");
    const set = setRule(edits, master, { recurrence: given, start });
    return set && { rule: set, start };
  }
}

/** Where a series begins is where the one entry stays, and a date that was left out must not come back. */
function requireStart({ set }: Entry): void {
  if (set?.isExcluded({ time: set.start, key: set.keyOf(set.start) }) === true)
    throw badInput(
      "The date that this series begins with was left out of it, so nothing says when the one entry is that stays: give `start` as well.",
    );
}

/** Where the series itself goes when an occurrence of it does. */
function movedTimes(
  { master, set, viewer }: Entry,
  { from, times, given }: Asked,
  { recurrence }: EntryChange,
): { next: Times; shift: Shift | undefined } {
  const to = firstOf(times);
  if (!given || set === undefined || from === undefined || to === undefined)
    return { next: timesOf(master), shift: undefined };
  const shift = isSame(from, to)
    ? undefined
    : createShift({
        master,
        set,
        from,
        to,
        viewer,
        newRule: newRuleOf(recurrence, { ...to, wall: set.start.wall }),
      });
  const start = shift?.to ?? set.start;
  const next =
    times.start === undefined
      ? { start: undefined, end: start }
      : { start, end: endLike(times, start, viewer) };
  return { next, shift };
}

function newRuleOf(recurrence: EntryChange["recurrence"], start: EntryTime): Rule | undefined {
  return recurrence === undefined || recurrence === null ? undefined : readRecurrence(recurrence, start);
}

const EXTRA = new Set(["EXDATE", "RDATE"]);
const RULE = new Set(["RRULE"]);

function moveDates(edits: Edits, series: SeriesTimes, { ruleStays }: { ruleStays: boolean }): string[] {
  const { document, master, set, shift, start, viewer } = series;
  if (shift === undefined) return [];
  const replace = (index: number, line: ContentLine, lines: readonly ContentLine[]): void => {
    if (lines.length !== 1 || lines[0] !== line) edits.replace(index, lines);
  };
  for (const index of linesNamed(master, EXTRA)) {
    const line = lineAt(document.lines, index);
    if (line !== undefined)
      replace(index, line, shiftDateLine(line, { document, set, shift, start: start?.line, viewer }));
  }
  if (!ruleStays) return [];
  const notes = linesNamed(master, RULE).flatMap((index) => {
    const line = lineAt(document.lines, index);
    if (line === undefined) return [];
    const shifted = shiftRuleLine(line, shift);
    replace(index, line, [shifted.line]);
    return shifted.notes;
  });
  return [...notes, ...(shift.keepsDays ? offRuleNotes(master.rules, shift.to, viewer) : [])];
}
