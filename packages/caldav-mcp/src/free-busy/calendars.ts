import { BudgetSpent, type Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { createBreath } from "../breath.ts";
import type { Calendar, Discovery } from "../dav/calendars.ts";
import type { StoredEntry } from "../dav/entries.ts";
import { encodeEntryId } from "../dav/entry-id.ts";
import { CaldavError } from "../errors.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { expandAll } from "../ical/expansion.ts";
import { type Busy, busyTime, readFreeBusy } from "../ical/free-busy.ts";
import type { Window } from "../ical/types.ts";
import { listingView } from "../listing/occurrences.ts";
import { readable, readCalendars } from "../listing/read-calendars.ts";
import { hasUnreadTimes } from "./unread-times.ts";

/** Who worked out the busy times of a calendar; nobody when they are not known at all. */
export type ComputedBy = "here" | "server" | "both" | "nobody";

/** What is known of one calendar. Where it is not complete, what is missing counts as neither busy nor free. */
export type CalendarBusy = {
  calendar: Calendar;
  busy: Busy[];
  computedBy: ComputedBy;
  complete: boolean;
  /** What could not be read of its events; unless the server's own answer made up for it, `complete` is false. */
  missing: Missing;
};

export type Missing = {
  /** Why nothing of the calendar could be read. */
  failure: CaldavError | BudgetSpent | undefined;
  unreadable: number;
  missing: number;
  incomplete: boolean;
  notExpanded: string[];
};

export type FreeBusyRequest = {
  window: Window;
  zone: string;
  calendars: readonly Calendar[];
  discovery: Discovery;
};

type Call = { budget: Budget };
type Entry = { of: CalendarBusy; entry: StoredEntry; document: CalendarDocument };

const NOTHING_MISSING: Missing = {
  failure: undefined,
  unreadable: 0,
  missing: 0,
  incomplete: false,
  notExpanded: [],
};

/**
 * The busy times of several calendars, each on its own. They are worked out here from the events: a server places whole
 * days in a zone of its own, takes what we declined for busy, and some leave series out without a word. Its own answer
 * is asked for where events cannot be read, as in a calendar that is shared for its busy times only.
 *
 * @throws CaldavError when nothing is known of any calendar
 */
export async function busyOfCalendars(
  account: CaldavAccount,
  request: FreeBusyRequest,
  call: Call,
): Promise<CalendarBusy[]> {
  const { window, calendars } = request;
  const { read, failed } = await readCalendars(account, { kind: "event", window, calendars }, call);
  const found = new Map<Calendar, CalendarBusy>();
  const entries: Entry[] = [];
  const breathe = createBreath();
  for (const { calendar, listing } of read) {
    const { missing, incomplete } = listing;
    const of = startOf(calendar, { ...NOTHING_MISSING, missing, incomplete, notExpanded: [] });
    found.set(calendar, of);
    for (const entry of listing.entries) {
      await breathe();
      const document = readable(entry.text);
      if (document?.kind === "event") entries.push({ of, entry, document });
      // Of an object that holds several entries the first one is read; the others may be busy as well.
      of.missing.unreadable += document?.kind === "event" ? document.others : 1;
      if (document?.kind === "event" && hasUnreadTimes(document)) of.missing.unreadable += 1;
    }
  }
  for (const { calendar, error } of failed)
    found.set(calendar, {
      ...startOf(calendar, { ...NOTHING_MISSING, failure: error }),
      computedBy: "nobody",
    });
  await expandEntries(account, entries, request);
  const known = calendars.flatMap((calendar) => found.get(calendar) ?? []);
  const answers = await Promise.all(known.map((of) => withServer(account, of, request, call)));
  const failure = answers.find(({ computedBy }) => computedBy === "nobody")?.missing.failure;
  if (failure !== undefined && answers.every(({ computedBy }) => computedBy === "nobody")) throw failure;
  return answers;
}

function startOf(calendar: Calendar, missing: Missing): CalendarBusy {
  return { calendar, busy: [], computedBy: "here", complete: true, missing };
}

async function expandEntries(
  account: CaldavAccount,
  entries: readonly Entry[],
  { window, zone, discovery }: FreeBusyRequest,
): Promise<void> {
  const { results, notExpanded } = await expandAll(
    entries.map(({ document }) => document),
    window,
    listingView(account, zone, discovery),
  );
  const breathe = createBreath();
  for (const [index, occurrences] of results.entries()) {
    await breathe();
    const times = occurrences.flatMap((occurrence) => busyTime(occurrence) ?? []);
    for (const time of times) entries[index]?.of.busy.push(time);
  }
  for (const index of notExpanded) {
    const place = entries[index];
    if (place === undefined) continue;
    const { calendar, resource } = place.entry;
    place.of.missing.notExpanded.push(encodeEntryId({ kind: "event", calendar: calendar.id, resource }));
  }
}

/** Adds the server's own answer where events are missing. */
async function withServer(
  account: CaldavAccount,
  of: CalendarBusy,
  { window, discovery }: FreeBusyRequest,
  call: Call,
): Promise<CalendarBusy> {
  if (isWhole(of.missing)) return of;
  const answer = await askServer(account, of.calendar, window, call);
  if (answer === undefined) return { ...of, complete: false };
  return {
    ...of,
    busy: [...of.busy, ...answer],
    computedBy: of.computedBy === "nobody" ? "server" : "both",
    // An answer that leaves something out looks like any other. Servers that schedule rely on theirs (RFC 6638).
    complete: (await account.scheduling(discovery, call)) === "yes",
  };
}

function isWhole({ failure, unreadable, missing, incomplete, notExpanded }: Missing): boolean {
  return failure === undefined && unreadable + missing + notExpanded.length === 0 && !incomplete;
}

async function askServer(
  { client }: CaldavAccount,
  { url }: Calendar,
  window: Window,
  call: Call,
): Promise<Busy[] | undefined> {
  try {
    const text = await client.freeBusy(url, window, call);
    return text === undefined ? undefined : readFreeBusy(text, window);
  } catch (error) {
    if (error instanceof CaldavError || error instanceof BudgetSpent) return undefined;
    throw error;
  }
}
