import type { CalendarSetup } from "sandbox";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import type { EntryKind } from "../../src/ical/types.ts";
import { journal, todo } from "../behaviour/objects.ts";
import { type Desk, type DeskOptions, openDesk } from "../deviations/desk.ts";
import { contentLines } from "../ical/documents.ts";

export const NOW = Date.UTC(2026, 8, 14, 7);
/** What a completion at {@link NOW} writes. */
export const COMPLETED = "COMPLETED:20260914T070000Z";

export const PLAIN = todo("plain@example.org", "SUMMARY:Buy bread\nDUE;VALUE=DATE:20260910\nX-FOO:bar");
export const WEEKLY = todo(
  "weekly@example.org",
  "SUMMARY:Water the plants\nDTSTART;TZID=Europe/Berlin:20260907T090000\n" +
    "DUE;TZID=Europe/Berlin:20260907T180000\nRRULE:FREQ=WEEKLY;COUNT=3\nSTATUS:NEEDS-ACTION",
);
export const JOURNAL = journal(
  "journal@example.org",
  "SUMMARY:Rehearsal\nDTSTART;VALUE=DATE:20260910\nDESCRIPTION:First part\nDESCRIPTION:Second part\nX-FOO:bar",
);

const CALENDARS: CalendarSetup[] = [
  { name: "events", displayName: "Things", components: ["VTODO", "VJOURNAL"] },
];

/** A desk whose calendar takes tasks and journal entries, with one of each kind that is changed in these tests. */
export async function taskDesk(options: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk({ calendars: CALENDARS, now: () => NOW, ...options });
  desk.seed("plain.ics", PLAIN);
  desk.seed("weekly.ics", WEEKLY);
  desk.seed("journal.ics", JOURNAL);
  return desk;
}

/** The id of a stored entry, as listings make it. */
export function idOf(desk: Desk, name: string, recurrence?: string): string {
  const kind: EntryKind = name.startsWith("journal") ? "journal" : "task";
  return encodeEntryId({ kind, calendar: `${desk.sandbox.home}events/`, resource: name, recurrence });
}

/** The lines of what is stored, unfolded. */
export function linesOf(desk: Desk, name: string): string[] {
  return contentLines(desk.stored(name) ?? "");
}
