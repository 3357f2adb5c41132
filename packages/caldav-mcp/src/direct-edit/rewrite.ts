import { editOccurrence } from "../ical/edit/edit-occurrence.ts";
import { editEntry, editSeries } from "../ical/edit/edit-series.ts";
import type { EditResult, EntryChange } from "../ical/edit/types.ts";
import type { OpenedEntry } from "../opening.ts";

/** `spoken`: the occurrence whose times a caller speaks of when a whole series is to move. */
export type RewriteOptions = { now: number; spoken: string | undefined };

/**
 * A change of what an id names, worked out on the stored text: of the whole entry or series, or of one occurrence.
 *
 * @throws CaldavError `bad-input`, `unsupported`
 */
export async function rewrite(
  { entry, document, recurrence, view }: OpenedEntry,
  change: EntryChange,
  { now, spoken }: RewriteOptions,
): Promise<Pick<EditResult, "text" | "notes" | "gone">> {
  if (Object.keys(change).length === 0) return { text: entry.text, notes: [], gone: [] };
  const options = { now, zone: view.zone };
  if (recurrence !== undefined) return editOccurrence(document, recurrence, change, options);
  if (!document.recurs) return editEntry(document, change, options);
  return editSeries(document, change, { ...options, occurrence: spoken });
}
