import type { CalendarDocument } from "../ical/document.ts";
import { editOccurrence } from "../ical/edit/edit-occurrence.ts";
import { editRest } from "../ical/edit/edit-rest.ts";
import { editEntry, editSeries } from "../ical/edit/edit-series.ts";
import type { EditOptions, EditResult, EntryChange } from "../ical/edit/types.ts";
import type { EditReach } from "./reach.ts";

/** A change of one entry, as far as it reaches. `newUid` names the series that a split begins. */
export type Rewrite = {
  document: CalendarDocument;
  reach: EditReach;
  recurrence: string | undefined;
  change: EntryChange;
  options: EditOptions & { newUid: () => string };
};

/** The text that a change makes of an entry. @throws CaldavError */
export async function rewrite({
  document,
  reach,
  recurrence,
  change,
  options,
}: Rewrite): Promise<EditResult> {
  const { now, zone } = options;
  switch (reach.kind) {
    case "single":
      return editEntry(document, change, { now, zone });
    case "series":
      return editSeries(document, change, { now, zone, occurrence: recurrence });
    case "occurrence":
      return editOccurrence(document, recurrence ?? "", change, { now, zone });
    case "rest":
      return editRest(document, recurrence ?? "", change, { now, zone, uid: options.newUid() });
  }
}
