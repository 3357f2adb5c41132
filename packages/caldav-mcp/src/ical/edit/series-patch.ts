import type { EntryComponent } from "../component.ts";
import type { CalendarDocument } from "../document.ts";
import { readReminderInput } from "../reminder-input.ts";
import { viewerZone } from "../view.ts";
import type { Zone } from "../zone.ts";
import { plainAlarms, sayReminder } from "./alarms.ts";
import { createEdits } from "./edits.ts";
import { FIELDS, LINE_FIELDS } from "./entry-fields.ts";
import { applyPatch, sayValue, type PatchedField, type PatchOptions } from "./patch.ts";
import type { EntryPatch } from "./types.ts";

export type PatchedSeries = {
  text: string;
  fields: PatchedField[];
  otherReminders: number;
  notes: string[];
  /** Positions in the components: overrides that show something else, and those that keep something of their own. */
  reached: Set<number>;
  kept: Set<number>;
};

/**
 * New values for a series: for the series itself, and for each override in the fields that say there what they say in
 * the series. A field that was edited on its own stays, but in the occurrence that the caller speaks of (`named`, a
 * position in the components).
 */
export function patchSeries(
  document: CalendarDocument,
  patch: EntryPatch,
  options: PatchOptions & { named: number | undefined },
): PatchedSeries {
  const { master } = document;
  const edits = createEdits(document);
  const reached = new Set<number>();
  const kept = new Set<number>();
  const viewer = viewerZone(options.zone);
  const given = ALL_FIELDS.filter((field) => patch[field] !== undefined);
  // Read once: a series may have thousands of overrides, and as many lines of one field.
  const said = new Map(given.map((field) => [field, master && sayField(field, master, viewer)]));
  const wanted = new Map(given.map((field) => [field, sayWanted(field, patch, options)]));
  const own = master === undefined ? undefined : applyPatch(edits, master, patch, options);
  const standing = new Set(document.overrides);
  for (const [position, override] of document.components.entries()) {
    if (!standing.has(override)) continue;
    const says = new Map(given.map((field) => [field, sayField(field, override, viewer)]));
    const following = given.filter(
      (field) => position === options.named || says.get(field) === said.get(field),
    );
    const { fields } = applyPatch(edits, override, only(patch, following), options);
    if (fields.length > 0) reached.add(position);
    // What an override keeps only counts where it is not what the caller wants anyway.
    if (given.some((field) => !following.includes(field) && says.get(field) !== wanted.get(field)))
      kept.add(position);
  }
  return {
    text: edits.text(),
    fields: own?.fields ?? [],
    otherReminders: own?.otherReminders ?? 0,
    notes: own?.notes ?? [],
    reached,
    kept,
  };
}

const ALL_FIELDS: readonly PatchedField[] = [...LINE_FIELDS, "reminders"];

function only(patch: EntryPatch, fields: readonly PatchedField[]): EntryPatch {
  return Object.fromEntries(fields.map((field) => [field, patch[field]]));
}

function sayField(field: PatchedField, component: EntryComponent, viewer: Zone): string {
  if (field !== "reminders") return FIELDS[field].read(component);
  return plainAlarms(component, viewer)
    .plain.map(({ says }) => says)
    .toSorted()
    .join();
}

function sayWanted(field: PatchedField, patch: EntryPatch, options: PatchOptions): string {
  if (field !== "reminders") return sayValue(field, patch[field]);
  const reminders = (patch.reminders ?? []).map((reminder) => readReminderInput(reminder, options));
  return reminders.map(sayReminder).toSorted().join();
}
