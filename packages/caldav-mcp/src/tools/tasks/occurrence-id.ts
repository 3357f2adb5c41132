import type { StoredEntry } from "../../dav/entries.ts";
import { encodeEntryId } from "../../dav/entry-id.ts";
import type { Occurrence } from "../../ical/types.ts";

/** The id of the one occurrence of a recurring task; undefined for a task that does not recur. */
export function occurrenceIdOf(
  { calendar, resource }: Pick<StoredEntry, "calendar" | "resource">,
  occurrence: Occurrence | undefined,
): string | undefined {
  if (occurrence?.recurrence === undefined) return undefined;
  const { recurrence } = occurrence;
  return encodeEntryId({ kind: "task", calendar: calendar.id, resource, recurrence });
}
