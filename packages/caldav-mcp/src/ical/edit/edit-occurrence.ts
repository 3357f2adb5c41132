import { createBreath } from "../../breath.ts";
import type { CalendarDocument } from "../document.ts";
import { createEdits, type Edits } from "./edits.ts";
import { reminderNotes, unchanged } from "./edit-series.ts";
import { keyOfOverride, type Naming } from "./locate.ts";
import { readNewTimes } from "./new-times.ts";
import { withOverride, type Overridden } from "./override.ts";
import { applyPatch, isPrivate, replaceProperty } from "./patch.ts";
import { refuseRecurrence } from "./series-rule.ts";
import { stampChanged } from "./stamp.ts";
import { lineOf, timeLineLike } from "./time-line.ts";
import { newZoneOf, writeTimes } from "./times.ts";
import type { EditOptions, EditResult, EntryChange } from "./types.ts";
import { defineZone, reachOfTimes } from "./zone-block.ts";

/**
 * Changes one occurrence of a series, in the override that it has or in a new one. Where nothing changes, none is
 * written.
 *
 * @throws CaldavError `bad-input`, `not-found`, `unsupported`
 */
export async function editOccurrence(
  document: CalendarDocument,
  recurrence: string,
  change: EntryChange,
  options: EditOptions,
): Promise<EditResult> {
  refuseRecurrence(change);
  const breathe = createBreath();
  const overridden = withOverride(document, recurrence, options);
  await breathe();
  const { override } = overridden;
  const edits = createEdits(overridden.document);
  const notes = await changeTimes(edits, overridden, change, options);
  const retimed = !edits.isEmpty();
  const patched = applyPatch(edits, override, change.patch ?? {}, {
    zone: options.zone,
    timezone: change.times?.timezone,
  });
  if (edits.isEmpty()) return unchanged(document, patched.notes);

  if (overridden.document === document) tidy(edits, overridden, options);
  await breathe();
  const sequence = !retimed && isPrivate(patched.fields) ? "keep" : "up";
  return {
    text: stampChanged(document, edits.text(), { now: options.now, sequence }),
    notes: [...notes, ...patched.notes, ...reminderNotes(change, patched.otherReminders)],
    changed: { kind: "count", count: 1 },
    keptEdited: 0,
    dropped: 0,
    gone: [],
  };
}

async function changeTimes(
  edits: Edits,
  { document, override, located }: Overridden,
  { times }: EntryChange,
  { zone }: EditOptions,
): Promise<string[]> {
  if (times === undefined) return [];
  // An override without a time shows where its occurrence is.
  const dueOnly = document.master !== undefined && document.master.start === undefined;
  const start = override.start ?? (dueOnly ? undefined : located.time);
  const next = readNewTimes({ ...override, start }, times, { zone, recurring: false });
  const added = newZoneOf(override, next);
  const tzid =
    added && (await defineZone(edits, document, { zone: added, reach: reachOfTimes(next, { zone }) }));
  writeTimes(edits, override, next, { tzid });
  return next.notes;
}

/** One override for the occurrence, named in the form of the series, also where other programs left more of them (F72). */
function tidy(edits: Edits, { document, override, located }: Overridden, options: Naming): void {
  const { master } = document;
  if (master === undefined) return;
  const line = timeLineLike("RECURRENCE-ID", located.time, master);
  if (line.content !== lineOf(override, "RECURRENCE-ID")?.content)
    replaceProperty(edits, override, "RECURRENCE-ID", [line]);
  for (const other of document.components)
    if (other !== override && keyOfOverride(other, located.set, options) === located.key)
      edits.removeComponent(other.node);
}
