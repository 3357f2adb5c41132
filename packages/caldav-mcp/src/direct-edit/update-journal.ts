import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { encodeEntryId } from "../dav/entry-id.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { renderMoment } from "../ical/instants.ts";
import { fieldsOf, firstOccurrence, occurrenceAt } from "../ical/occurrences.ts";
import type { ViewOptions } from "../ical/view.ts";
import { openForChange, type OpenedEntry } from "../opening.ts";
import { type JournalEntry, journalRow } from "../view/journal.ts";
import { planUpdate } from "./plan-update.ts";
import type { Requested } from "./requested.ts";
import { storeIfChanged } from "./store-change.ts";

/**
 * Changes a journal entry, or one occurrence of one that repeats.
 *
 * @throws CaldavError when nothing was changed, or `write-unknown`
 */
export async function updateJournal(
  account: CaldavAccount,
  { id, requested }: { id: string; requested: Requested },
  call: { budget: Budget },
): Promise<Record<string, unknown>> {
  const opened = await openForChange(account, { id, kind: "journal" }, call);
  const { entry, document, view } = opened;
  const planned = await planUpdate(opened, requested, account.now());
  const describe = (journal: CalendarDocument): string => inWords(journal, view);
  const stored = await storeIfChanged(account, { entry, document, text: planned.text, describe }, call);
  const updated = planned.text !== entry.text;
  return {
    updated,
    ...journalFacts(stored.document, opened),
    verified: stored.verified,
    replaced: updated ? replacedIn(opened, planned.replaced) : {},
    notes: [...planned.notes, ...stored.notes],
  };
}

function journalFacts(
  document: CalendarDocument,
  { entry, recurrence, view }: OpenedEntry,
): Record<string, unknown> {
  const { calendar, resource } = entry;
  const journal = journalAt(document, recurrence, view);
  const { untrusted_text: _texts, ...facts } = journalRow(journal, {
    id: encodeEntryId({ kind: "journal", calendar: calendar.id, resource, recurrence }),
    calendar: calendar.id,
    recurs: document.recurs,
    zone: journal.occurrence?.start.zone ?? view.zone,
  });
  return facts;
}

function journalAt(
  document: CalendarDocument,
  recurrence: string | undefined,
  view: ViewOptions,
): JournalEntry {
  const occurrence =
    recurrence === undefined ? firstOccurrence(document, view) : occurrenceAt(document, recurrence, view);
  return { occurrence, fields: occurrence?.fields() ?? fieldsOf(document, view) };
}

/** A journal entry has a date in place of a start, and may have held several descriptions. */
function replacedIn(
  { document, recurrence, view }: OpenedEntry,
  { start, untrusted_text: texts, ...own }: Record<string, unknown>,
): Record<string, unknown> {
  const { descriptions, descriptionsTotal } = journalAt(document, recurrence, view).fields;
  const all = {
    descriptions: descriptions.length > 0 ? descriptions : null,
    ...(descriptionsTotal > descriptions.length ? { descriptions_total: descriptionsTotal } : {}),
  };
  const entries = Object.entries(texts ?? {});
  const others = Object.fromEntries(entries.filter(([field]) => field !== "description"));
  return {
    ...own,
    ...(start === undefined ? {} : { date: start }),
    ...(entries.length === 0
      ? {}
      : { untrusted_text: { ...others, ...(entries.length > Object.keys(others).length ? all : {}) } }),
  };
}

/** One sentence about what a journal entry is now. */
function inWords(document: CalendarDocument, view: ViewOptions): string {
  const { occurrence, fields } = journalAt(document, undefined, view);
  const status = fields.status === undefined ? "" : `, with status ${fields.status}`;
  if (occurrence === undefined) return `It is without a date now${status}.`;
  const { start } = occurrence;
  return `It is dated ${renderMoment(start, start.zone ?? view.zone).value} now${status}.`;
}
