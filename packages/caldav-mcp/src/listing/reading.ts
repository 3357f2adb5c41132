import { BudgetSpent, type Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { createBreath } from "../breath.ts";
import { type Calendar, calendarById, type Discovery } from "../dav/calendars.ts";
import type { StoredEntry } from "../dav/entries.ts";
import { encodeEntryId } from "../dav/entry-id.ts";
import type { CalendarDocument } from "../ical/document.ts";
import type { EntryKind, Window } from "../ical/types.ts";
import { type CalendarsRead, readable, readCalendars } from "./read-calendars.ts";

/** What a listing could not show; a short list must never pass for a complete one. */
export type Gaps = {
  unreadable: number;
  missing: number;
  incomplete: boolean;
  notExpanded: string[];
  notReached: { calendar: Calendar; reason: string }[];
  stopped: string | undefined;
};

/** An entry as it is stored, and what stands in it. */
export type Opened = { entry: StoredEntry; document: CalendarDocument };

export type ReadingRequest = { kind: EntryKind; window?: Window; calendars: readonly Calendar[] };

type Call = { budget: Budget };

/** The calendars that a call names, or all that hold entries of this kind. */
export function chooseCalendars(
  discovery: Discovery,
  kind: EntryKind,
  named: readonly string[] | undefined,
): Calendar[] {
  if (named === undefined) return discovery.calendars.filter(({ components }) => components.includes(kind));
  return [...new Set(named.map((id) => calendarById(discovery, id)))];
}

/** The entries of several calendars, still as they are stored. */
export type Reading = {
  /**
   * What stands in them, some entries at a time: documents are many times as large as their texts, and need not be there
   * all at once.
   */
  opened(): AsyncGenerator<Opened[], void>;
  /** Complete when all of them were opened. */
  gaps(): Gaps;
};

const OPENED_AT_ONCE = 100;

/**
 * The entries of a kind over several calendars. Calendars are read side by side; one that fails is named in the gaps,
 * and when all of them fail the failure itself is thrown.
 *
 * @throws CaldavError when no calendar could be read
 */
export async function readEntries(
  account: CaldavAccount,
  request: ReadingRequest,
  call: Call,
): Promise<Reading> {
  const { kind, calendars } = request;
  const { read, failed } = await readCalendars(account, request, call);
  const [first] = failed;
  if (read.length === 0 && first !== undefined) throw first.error;
  const spent = failed.some(({ error }) => error instanceof BudgetSpent);
  const met = { unreadable: 0 };
  return {
    opened: () => openedOf(read, kind, met),
    gaps: () => ({
      unreadable: met.unreadable,
      missing: read.reduce((total, { listing }) => total + listing.missing, 0),
      incomplete: read.some(({ listing }) => listing.incomplete),
      notExpanded: [],
      notReached: failed.map(({ calendar, error }) => ({ calendar, reason: error.message })),
      stopped: spent
        ? `The time for this call was used up after ${read.length} of ${calendars.length} calendars.`
        : undefined,
    }),
  };
}

/** Stands outside of what uses it: V8 would keep all that a generator closes over until its next full collection. */
async function* openedOf(
  read: CalendarsRead["read"],
  kind: EntryKind,
  met: { unreadable: number },
): AsyncGenerator<Opened[], void> {
  const breathe = createBreath();
  let batch: Opened[] = [];
  for (const { listing } of read) {
    for (const entry of listing.entries) {
      await breathe();
      const document = readable(entry.text);
      if (document?.kind === kind) batch.push({ entry, document });
      else met.unreadable += 1;
      if (batch.length < OPENED_AT_ONCE) continue;
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

export function idOf({ entry, document }: Opened): string {
  return encodeEntryId({ kind: document.kind, calendar: entry.calendar.id, resource: entry.resource });
}
