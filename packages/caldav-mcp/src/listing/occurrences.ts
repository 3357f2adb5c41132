import { BudgetSpent, type Budget } from "server-kit";
import { type CaldavAccount, viewOf } from "../account.ts";
import { createBreath } from "../breath.ts";
import { type Calendar, calendarById, type Discovery } from "../dav/calendars.ts";
import { type Listing, queryEntries, type StoredEntry } from "../dav/entries.ts";
import { encodeEntryId } from "../dav/entry-id.ts";
import { CaldavError } from "../errors.ts";
import { type CalendarDocument, readDocument } from "../ical/document.ts";
import { createExpansionBudget, expandAll } from "../ical/expansion.ts";
import type { EntryKind, Occurrence, Window } from "../ical/types.ts";
import type { ViewOptions } from "../ical/view.ts";
import { comparePlaces, type Listed } from "./place.ts";

/** One occurrence with the place it was found in. */
export type ListedOccurrence = Listed & { calendar: Calendar; recurs: boolean; occurrence: Occurrence };

/** What a listing could not show; a short list must never pass for a complete one. */
export type Gaps = {
  unreadable: number;
  missing: number;
  incomplete: boolean;
  notExpanded: string[];
  notReached: { calendar: Calendar; reason: string }[];
  stopped: string | undefined;
};

export type ListingRequest = {
  kind: EntryKind;
  window: Window;
  zone: string;
  calendars: readonly Calendar[];
  discovery: Discovery;
};

type Call = { budget: Budget };
type Read = { calendar: Calendar; listing: Listing };
type Opened = { entry: StoredEntry; document: CalendarDocument };

/** The calendars that a call names, or all that hold entries of this kind. */
export function chooseCalendars(
  discovery: Discovery,
  kind: EntryKind,
  named: readonly string[] | undefined,
): Calendar[] {
  if (named === undefined) return discovery.calendars.filter(({ components }) => components.includes(kind));
  return [...new Set(named.map((id) => calendarById(discovery, id)))];
}

/**
 * The occurrences in a window over several calendars, by start. Calendars are read side by side; one that fails is
 * named in the gaps, and when all of them fail the failure itself is thrown.
 *
 * @throws CaldavError when no calendar could be read
 */
export async function listOccurrences(
  account: CaldavAccount,
  request: ListingRequest,
  call: Call,
): Promise<{ rows: ListedOccurrence[]; gaps: Gaps }> {
  const { read, notReached, stopped } = await readCalendars(account, request, call);
  const opened: Opened[] = [];
  let unreadable = 0;
  const breathe = createBreath();
  for (const { listing } of read) {
    for (const entry of listing.entries) {
      await breathe();
      const document = open(entry.text);
      if (document?.kind === request.kind) opened.push({ entry, document });
      else unreadable += 1;
    }
  }
  const { rows, notExpanded, cut } = await expandRows(account, opened, request, call);
  return {
    rows,
    gaps: {
      unreadable,
      missing: read.reduce((total, { listing }) => total + listing.missing, 0),
      incomplete: read.some(({ listing }) => listing.incomplete),
      notExpanded,
      notReached,
      stopped: stopped ?? cut,
    },
  };
}

async function readCalendars(account: CaldavAccount, request: ListingRequest, call: Call) {
  const { kind, window, calendars } = request;
  const settled = await Promise.allSettled(
    calendars.map((calendar) => queryEntries(account.client, calendar, { kind, window }, call)),
  );
  const read: Read[] = [];
  const notReached: Gaps["notReached"] = [];
  const failures: unknown[] = [];
  let spent = false;
  for (const [index, result] of settled.entries()) {
    const calendar = calendars[index];
    if (calendar === undefined) continue;
    if (result.status === "fulfilled") {
      read.push({ calendar, listing: result.value });
      continue;
    }
    failures.push(result.reason);
    if (result.reason instanceof BudgetSpent) spent = true;
    else if (!(result.reason instanceof CaldavError)) throw result.reason;
    notReached.push({ calendar, reason: result.reason.message });
  }
  if (read.length === 0 && failures.length > 0) throw failures[0];
  const stopped = spent
    ? `The time for this call was used up after ${read.length} of ${calendars.length} calendars.`
    : undefined;
  return { read, notReached, stopped };
}

async function expandRows(
  account: CaldavAccount,
  opened: readonly Opened[],
  { kind, window, zone, discovery }: ListingRequest,
  call: Call,
) {
  const { results, notExpanded } = await expandAll(
    opened.map(({ document }) => document),
    window,
    listingView(account, zone, discovery),
    createExpansionBudget({}),
  );
  const rows: ListedOccurrence[] = [];
  const breathe = createBreath();
  let cut: string | undefined;
  for (const [index, occurrences] of results.entries()) {
    const place = opened[index];
    if (place === undefined) continue;
    await breathe();
    const granted = call.budget.collect(occurrences.length);
    for (const occurrence of occurrences.slice(0, granted)) rows.push(rowOf(kind, place, occurrence));
    if (granted === occurrences.length) continue;
    cut = `More occurrences lie in this window than one call collects; it stopped after ${index + 1} of ${results.length} entries. Ask for a shorter window.`;
    break;
  }
  rows.sort(comparePlaces);
  return { rows, notExpanded: notExpanded.map((index) => idOf(kind, opened[index])), cut };
}

/** Ids must reach the same occurrence whatever zone is listed in, so a series is read as every other tool reads it. */
function listingView({ config }: CaldavAccount, zone: string, discovery: Discovery): ViewOptions {
  return { ...viewOf(config.timezone, discovery), datesIn: zone };
}

function rowOf(kind: EntryKind, { entry, document }: Opened, occurrence: Occurrence): ListedOccurrence {
  const { calendar, resource } = entry;
  const { recurrence } = occurrence;
  const id = encodeEntryId({ kind, calendar: calendar.id, resource, recurrence });
  return { id, start: occurrence.start.instant, calendar, recurs: document.recurs, occurrence };
}

function idOf(kind: EntryKind, place: Opened | undefined): string {
  if (place === undefined) throw new RangeError("An entry that was not expanded is one that was opened.");
  return encodeEntryId({ kind, calendar: place.entry.calendar.id, resource: place.entry.resource });
}

/** One entry that cannot be read must not spoil the list. */
function open(text: string): CalendarDocument | undefined {
  try {
    return readDocument(text);
  } catch (error) {
    if (error instanceof CaldavError) return undefined;
    throw error;
  }
}
