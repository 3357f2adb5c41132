import type { EntryComponent } from "../component.ts";
import type { CalendarDocument } from "../document.ts";
import { viewerZone } from "../view.ts";
import type { Zone } from "../zone.ts";
import { plainAlarms } from "./alarms.ts";
import { createEdits } from "./edits.ts";
import { FIELDS, LINE_FIELDS } from "./entry-fields.ts";
import { applyPatch, type PatchedField, type PatchOptions } from "./patch.ts";
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
  const own = master === undefined ? undefined : applyPatch(edits, master, patch, options);
  const standing = new Set(document.overrides);
  for (const [position, override] of document.components.entries()) {
    if (!standing.has(override)) continue;
    const following = given.filter(
      (field) =>
        position === options.named ||
        (master !== undefined && saysSame(field, { one: master, other: override, viewer })),
    );
    const { fields } = applyPatch(edits, override, only(patch, following), options);
    if (fields.length > 0) reached.add(position);
    if (
      wouldChange(
        given.filter((field) => !following.includes(field)),
        override,
      )
    )
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

  /** What an override keeps only counts where it is not what the caller wants anyway. */
  function wouldChange(fields: readonly PatchedField[], override: EntryComponent): boolean {
    return applyPatch(createEdits(document), override, only(patch, fields), options).fields.length > 0;
  }
}

const ALL_FIELDS: readonly PatchedField[] = [...LINE_FIELDS, "reminders"];

function only(patch: EntryPatch, fields: readonly PatchedField[]): EntryPatch {
  return Object.fromEntries(fields.map((field) => [field, patch[field]]));
}

function saysSame(
  field: PatchedField,
  { one, other, viewer }: { one: EntryComponent; other: EntryComponent; viewer: Zone },
): boolean {
  if (field !== "reminders") return FIELDS[field].read(one) === FIELDS[field].read(other);
  const says = (component: EntryComponent): string =>
    plainAlarms(component, viewer)
      .plain.map((alarm) => alarm.says)
      .toSorted()
      .join();
  return says(one) === says(other);
}
