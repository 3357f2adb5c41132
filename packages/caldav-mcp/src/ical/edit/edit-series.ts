import { createBreath } from "../../breath.ts";
import { CaldavError } from "../../errors.ts";
import type { EntryComponent } from "../component.ts";
import { readDocument, type CalendarDocument } from "../document.ts";
import { readNewSeries } from "../new-series.ts";
import { countOccurrences } from "../occurrences.ts";
import type { OccurrenceCount } from "../types.ts";
import { isPrivate } from "./patch.ts";
import { moveSeries } from "./series-move.ts";
import { patchSeries } from "./series-patch.ts";
import { pruneSeries } from "./series-prune.ts";
import { stampChanged } from "./stamp.ts";
import type { EditOptions, EditResult, EntryChange, SeriesOptions } from "./types.ts";

/**
 * Changes an entry that does not repeat; it may begin to.
 *
 * @throws CaldavError `bad-input`, `unsupported`
 */
export async function editEntry(
  document: CalendarDocument,
  change: EntryChange,
  options: EditOptions,
): Promise<EditResult> {
  if (document.recurs)
    throw new CaldavError(
      "bad-input",
      "This entry repeats, so it has to be said how far the change reaches. Nothing was changed.",
    );
  return editSeries(document, change, options);
}

/**
 * Changes a series as a whole. Overrides follow in all that had not been edited on its own in them. When the start moves,
 * the exclusions, extra dates and overrides of the series and the end of its rule move along.
 *
 * @throws CaldavError `bad-input`, `not-found`, `unsupported`
 */
export async function editSeries(
  document: CalendarDocument,
  change: EntryChange,
  options: SeriesOptions,
): Promise<EditResult> {
  const breathe = createBreath();
  const moved = await moveSeries(document, change, options);
  await breathe();
  const placed = moved.edits.isEmpty() ? document : readDocument(moved.edits.text());
  const pruned =
    change.recurrence === null || moved.edits.isEmpty()
      ? undefined
      : pruneSeries(document, placed, moved, options);
  await breathe();
  const current = pruned === undefined ? placed : readDocument(pruned.text);
  await breathe();
  const positions = positionsNow(pruned?.survivors);
  const [named] = positions(new Set(moved.named === undefined ? [] : [moved.named]));
  const patched = patchSeries(current, change.patch ?? {}, {
    zone: options.zone,
    timezone: change.times?.timezone,
    named,
  });
  await breathe();

  const moves = !moved.edits.isEmpty();
  if (!moves && patched.fields.length === 0 && patched.reached.size === 0)
    return unchanged(document, patched.notes);
  const sequence = !moves && isPrivate(patched.fields) ? "keep" : "up";
  const text = stampChanged(document, patched.text, { now: options.now, sequence });
  await breathe();
  const after = readDocument(text);
  await breathe();
  const own = positions(moved.overrides.kept);
  const shown = new Set([...positions(moved.overrides.moved), ...patched.reached]);
  const standing = new Set(after.overrides);
  const still = after.components.filter(
    (component, position) => standing.has(component) && !shown.has(position),
  ).length;
  return {
    text,
    notes: [
      ...moved.notes,
      ...(moved.rule === undefined ? [] : readNewSeries(text, { ...moved.rule, zone: options.zone }).notes),
      ...droppedNotes((pruned?.dropped ?? 0) + moved.cleared, pruned?.droppedDates ?? 0),
      ...patched.notes,
      ...reminderNotes(change, patched.otherReminders),
    ],
    changed: without(countOccurrences(after, options), moves && moved.rule !== undefined ? 0 : still),
    keptEdited: new Set([...own, ...patched.kept]).size,
    dropped: (pruned?.dropped ?? 0) + moved.cleared,
    gone: change.recurrence === null ? document.overrides : goneFrom(document, pruned?.survivors),
  };
}

function goneFrom(
  { components, overrides }: CalendarDocument,
  survivors: readonly number[] | undefined,
): EntryComponent[] {
  if (survivors === undefined) return [];
  const alive = new Set(survivors.map((position) => components[position]));
  return overrides.filter((override) => !alive.has(override));
}

/** Positions of components before anything went, as positions of those that stayed. */
function positionsNow(survivors: readonly number[] | undefined): (old: ReadonlySet<number>) => Set<number> {
  return (old) =>
    survivors === undefined
      ? new Set(old)
      : new Set(survivors.flatMap((position, index) => (old.has(position) ? [index] : [])));
}

function without(count: OccurrenceCount, less: number): OccurrenceCount {
  return count.kind === "count" ? { kind: "count", count: Math.max(0, count.count - less) } : count;
}

/** Nothing says anything else: not a byte is touched. */
export function unchanged(document: CalendarDocument, notes: string[]): EditResult {
  return {
    text: document.lines.text,
    notes,
    changed: { kind: "count", count: 0 },
    keptEdited: 0,
    dropped: 0,
    gone: [],
  };
}

function droppedNotes(overrides: number, dates: number): string[] {
  return [
    ...(overrides === 0
      ? []
      : [
          `${overrides === 1 ? "1 occurrence that had been changed on its own is" : `${overrides} occurrences that had been changed on their own are`} gone: the series has no date for ${overrides === 1 ? "it" : "them"} any more.`,
        ]),
    ...(dates === 0
      ? []
      : [
          `${dates} excluded ${dates === 1 ? "date was" : "dates were"} dropped: the series has no such ${dates === 1 ? "date" : "dates"} any more.`,
        ]),
  ];
}

export function reminderNotes({ patch }: EntryChange, others: number): string[] {
  if (patch?.reminders === undefined || others === 0) return [];
  return [
    `${others} ${others === 1 ? "reminder" : "reminders"} of another kind (mail, sound, place or repeated) ${others === 1 ? "was" : "were"} kept.`,
  ];
}
