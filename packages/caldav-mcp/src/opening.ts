import type { Budget } from "server-kit";
import { type CaldavAccount, viewOf } from "./account.ts";
import { createBreath } from "./breath.ts";
import type { Calendar, Discovery } from "./dav/calendars.ts";
import { readEntry, type StoredEntry } from "./dav/entries.ts";
import { decodeEntryId, type EntryRef } from "./dav/entry-id.ts";
import { CaldavError, refused } from "./errors.ts";
import { type CalendarDocument, readDocument } from "./ical/document.ts";
import type { EntryKind } from "./ical/types.ts";
import type { ViewOptions } from "./ical/view.ts";
import { ENTRY_WORDS } from "./ical/words.ts";
import { refuseComingBack, refuseSecondEntry } from "./rivals.ts";

type Call = { budget: Budget };

/** An entry that an id names, as it is stored now. */
export type OpenedEntry = {
  discovery: Discovery;
  calendar: Calendar;
  /** Which occurrence the id names; undefined for a whole entry. */
  recurrence: string | undefined;
  entry: StoredEntry;
  document: CalendarDocument;
  view: ViewOptions;
};

/** What an id names, of the kind that a tool works on. @throws CaldavError `bad-id`, `withheld` */
export function refOf(id: string, kind: EntryKind, discovery: Discovery): EntryRef {
  const ref = decodeEntryId(id, discovery);
  if (ref.kind !== kind) throw new CaldavError("bad-id", `This id does not name ${ENTRY_WORDS[kind].one}.`);
  return ref;
}

/** {@link refOf} for a tool that writes. @throws CaldavError also `read-only` */
export function writableRefOf(id: string, kind: EntryKind, discovery: Discovery): EntryRef {
  const ref = refOf(id, kind, discovery);
  if (ref.calendar.readOnly) throw refused("read-only", "This calendar can only be read.");
  return ref;
}

/**
 * Reads the entry that an id names.
 *
 * @throws CaldavError `bad-id`, `withheld`, `not-found`, `unreadable-entry`, or why it could not be read
 */
export async function openEntry(
  account: CaldavAccount,
  { id, kind }: { id: string; kind: EntryKind },
  call: Call,
): Promise<OpenedEntry> {
  const discovery = await account.discover(call);
  return readNamed(account, { ref: refOf(id, kind, discovery), discovery }, call);
}

/**
 * Reads the entry that an id names for a change. Whatever makes writing impossible is refused here, before anybody is
 * asked.
 *
 * @throws CaldavError as {@link openEntry}, and `read-only`, `no-etag`, `unsupported`
 */
export async function openForChange(
  account: CaldavAccount,
  { id, kind }: { id: string; kind: EntryKind },
  call: Call,
): Promise<OpenedEntry> {
  const discovery = await account.discover(call);
  const opened = await readNamed(account, { ref: writableRefOf(id, kind, discovery), discovery }, call);
  if (opened.entry.etag === undefined)
    throw refused(
      "no-etag",
      "The server gives no strong ETag for this entry, so it cannot be written without risking somebody else's change.",
    );
  refuseSecondEntry(opened.document);
  refuseComingBack(opened.document, account.now());
  return opened;
}

async function readNamed(
  account: CaldavAccount,
  { ref, discovery }: { ref: EntryRef; discovery: Discovery },
  call: Call,
): Promise<OpenedEntry> {
  const { calendar, resource, recurrence, kind } = ref;
  const breathe = createBreath();
  const entry = await readEntry(account.client, calendar, resource, call);
  await breathe();
  const document = readDocument(entry.text);
  await breathe();
  if (document.kind !== kind)
    throw new CaldavError(
      "not-found",
      `There is no such ${ENTRY_WORDS[kind].noun} any more; list the ${ENTRY_WORDS[kind].many} again.`,
    );
  const view = viewOf(account.config.timezone, discovery);
  return { discovery, calendar, recurrence, entry, document, view };
}
