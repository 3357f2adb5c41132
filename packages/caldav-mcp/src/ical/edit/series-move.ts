import { CaldavError } from "../../errors.ts";
import type { EntryComponent } from "../component.ts";
import type { CalendarDocument } from "../document.ts";
import type { EntryTime } from "../entry-time.ts";
import type { ContentLine } from "../lines.ts";
import { recurrenceSet, type RecurrenceSet } from "../recurrence-set.ts";
import { readRecurrence } from "../recurrence-input.ts";
import type { Rule } from "../rule.ts";
import { viewerZone } from "../view.ts";
import type { Zone } from "../zone.ts";
import { shiftDateLine } from "./date-lines.ts";
import { createEdits, type Edits } from "./edits.ts";
import { locateExisting } from "./locate.ts";
import { isDuration, readNewTimes, timesOf, type NewTimes, type Times } from "./new-times.ts";
import { offRuleNotes } from "./off-rule.ts";
import { placedAt } from "./placed.ts";
import { followingClocks, startingWhenDue } from "./series-start.ts";
import { endLike, moveOverrides, type MovedOverrides, type SeriesTimes } from "./series-overrides.ts";
import { clearRecurrence, linesNamed, setRule, shiftRuleLine } from "./series-rule.ts";
import { createShift, type Shift } from "./shift.ts";
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
};

type Entry = {
  document: CalendarDocument;
  master: EntryComponent;
  set: RecurrenceSet | undefined;
  viewer: Zone;
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
  const entry = entryOf(document, options);
  const { master, viewer } = entry;
  const repeats = change.recurrence === undefined ? hasDates(document) : change.recurrence !== null;
  const asked = askedTimes(entry, change, { ...options, repeats });
  const moves = entry.set !== undefined && change.recurrence !== null && hasDates(document);
  const { next, shift } = moves ? movedTimes(entry, asked, change) : { next: asked.times, shift: undefined };

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
  const { recurrence } = change;
  const cleared = recurrence === null ? clearRecurrence(edits, document.components).overrides : 0;
  const rule =
    typeof recurrence === "object" || typeof recurrence === "string" ? ruleAfter(recurrence) : undefined;
  return { edits, notes, retimed, shift, overrides, rule, cleared };

  function seriesTimes(set: RecurrenceSet): SeriesTimes {
    return { document, master, set, shift, next, start: startLineAfter(master, next, { tzid }), viewer };
  }

  function ruleAfter(given: NonNullable<EntryChange["recurrence"]> | null): MovedSeries["rule"] {
    const start = firstOf(next);
    if (given === null) return undefined;
    if (start === undefined) throw badInput("What repeats needs a `start` or a `due`.");
    const set = setRule(edits, master, { recurrence: given, start });
    return set && { rule: set, start };
  }
}

function entryOf(document: CalendarDocument, { zone }: SeriesOptions): Entry {
  const { master } = document;
  if (master === undefined)
    throw new CaldavError(
      "unsupported",
      "Only single occurrences of this series are stored here, so it cannot be changed as a whole. Nothing was changed.",
    );
  const viewer = viewerZone(zone);
  return { document, master, set: recurrenceSet(document, viewer), viewer };
}

/** Whether other dates hang on the start of an entry. */
export function hasDates({ master, components }: CalendarDocument): boolean {
  const own = master === undefined ? 0 : master.rules.length + master.rdates.length + master.exdates.length;
  return own > 0 || components.some(({ recurrenceId }) => recurrenceId !== undefined);
}

/** Of a task that has a due time only, that one. */
function firstOf({ start, end }: Times): EntryTime | undefined {
  return start ?? (isDuration(end) ? undefined : end);
}

/** `from`: the occurrence that the caller speaks of, before. `times` are of it, or of the entry when it stays. */
type Asked = { from: EntryTime | undefined; times: Times; notes: string[]; given: boolean };

function askedTimes(
  { document, master, set, viewer }: Entry,
  { times, recurrence }: EntryChange,
  options: SeriesOptions & { repeats: boolean },
): Asked {
  const { occurrence, repeats, zone } = options;
  const anchor = occurrence === undefined ? undefined : locateExisting(document, occurrence, options).time;
  const placed = anchor === undefined || times === undefined ? master : placedAt(master, anchor, viewer);
  const read: NewTimes =
    times === undefined
      ? { ...timesOf(placed), notes: [] }
      : readNewTimes(placed, times, { zone, recurring: repeats });
  const begins = repeats && recurrence !== undefined && !hasDates(document);
  const asked = begins ? startingWhenDue(followingClocks(read, { zone, timezone: times?.timezone })) : read;
  return { from: anchor ?? set?.start, times: asked, notes: asked.notes, given: times !== undefined };
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
  const replace = (index: number, lines: readonly ContentLine[]): void => {
    if (lines.length !== 1 || lines[0] !== document.lines[index]) edits.replace(index, lines);
  };
  for (const index of linesNamed(master, EXTRA)) {
    const line = document.lines[index];
    if (line !== undefined)
      replace(index, shiftDateLine(line, { document, set, shift, start: start?.line, viewer }));
  }
  if (!ruleStays) return [];
  const notes = linesNamed(master, RULE).flatMap((index) => {
    const line = document.lines[index];
    if (line === undefined) return [];
    const shifted = shiftRuleLine(line, shift);
    replace(index, [shifted.line]);
    return shifted.notes;
  });
  return [...notes, ...(shift.keepsDays ? offRuleNotes(master.rules, shift.to, viewer) : [])];
}

function badInput(why: string): CaldavError {
  return new CaldavError("bad-input", `${why} Nothing was changed.`);
}
