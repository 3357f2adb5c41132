import { createBreath } from "../breath.ts";
import { CaldavError } from "../errors.ts";
import type { EntryKind, Window } from "../ical/types.ts";
import type { Calendar } from "./calendars.ts";
import type { DavAnswer, DavCall, DavClient } from "./client.ts";
import { readStrongETag, type StrongETag } from "./etag.ts";
import { entryUrl, isSamePlace, resourceUnder } from "./href.ts";
import { type DavResponse, propText } from "./multistatus.ts";
import { COMPONENT, NAME } from "./names.ts";
import { refusalOf } from "./refusals.ts";

/** An entry as it is stored. The text is iCalendar and is not looked at here. */
export type StoredEntry = {
  calendar: Calendar;
  /** Its name in the calendar, byte for byte. */
  resource: string;
  url: URL;
  /** Without a strong one the entry can be read but not written. */
  etag: StrongETag | undefined;
  text: string;
};

export type Listing = {
  entries: StoredEntry[];
  /** Entries that the server named but did not give: gone in between, without data, or with an unusable address. */
  missing: number;
  /** The server cut its answer (status 507, or another failure beside entries): there may be more than these. */
  incomplete: boolean;
};

export type EntryQuery = {
  kind: EntryKind;
  /** Entries that may touch this time; without one, all of the kind, undated ones too. */
  window?: Window;
};

const DAY_MS = 86_400_000;

/**
 * The entries of one kind in a calendar, with their text, in one request.
 *
 * The window is widened by a day on each side: servers compare all-day and floating times in a zone of their own.
 * The answer therefore holds entries outside the window; whoever expands them decides.
 *
 * @throws CaldavError when the calendar could not be read; a failure is never an empty list
 */
export async function queryEntries(
  client: DavClient,
  calendar: Calendar,
  { kind, window }: EntryQuery,
  call: DavCall,
): Promise<Listing> {
  const component = COMPONENT[kind];
  if (window === undefined)
    return listingOf(
      calendar,
      await client.report(calendar.url, { kind: "calendar-query", component }, call),
    );

  const wide = { from: window.from - DAY_MS, to: window.to + DAY_MS };
  const answer = await client.report(calendar.url, { kind: "calendar-query", component, window: wide }, call);
  const listing = await listingOf(calendar, answer);
  if (!hidesSeries(answer)) return listing;
  const series = await client.report(
    calendar.url,
    { kind: "calendar-query", component, recurringOnly: true },
    call,
  );
  return joined(listing, await listingOf(calendar, series));
}

/**
 * One entry, with the ETag that a write will be tied to. When the answer to GET carries no strong one, text and
 * `getetag` come from one multiget, so that they belong together.
 *
 * @throws CaldavError `not-found`, `unreadable-entry`, or why it could not be read
 */
export async function readEntry(
  client: DavClient,
  calendar: Calendar,
  resource: string,
  call: DavCall,
): Promise<StoredEntry> {
  const url = addressIn(calendar, resource);
  const got = await client.get(url, call);
  if (got.etag !== undefined) return { calendar, resource, url, ...got };
  const named = await multiget(client, calendar, [url], call);
  const same = named?.entries.find((entry) => isSamePlace(entry.url, url));
  return same === undefined ? { calendar, resource, url, ...got } : { ...same, resource, url };
}

/** The address of an entry in a calendar. @throws CaldavError `bad-id` when the name is not one path segment */
export function addressIn(calendar: Calendar, resource: string): URL {
  const url = entryUrl(calendar.url, resource);
  if (url === undefined)
    throw new CaldavError("bad-id", "This is not the name of an entry in this calendar.");
  return url;
}

/** Undefined when the server cannot do it: some answer 404 to the whole request, some do not know it. */
async function multiget(client: DavClient, calendar: Calendar, urls: readonly URL[], call: DavCall) {
  const hrefs = urls.map(({ pathname }) => pathname);
  try {
    const answer = await client.report(calendar.url, { kind: "calendar-multiget", hrefs }, call);
    return await listingOf(calendar, answer);
  } catch (error) {
    if (error instanceof CaldavError) return undefined;
    throw error;
  }
}

async function listingOf(calendar: Calendar, answer: DavAnswer): Promise<Listing> {
  const entries = new Map<string, StoredEntry>();
  let missing = answer.unreadable;
  let incomplete = false;
  let failed: number | undefined;
  const breathe = createBreath();
  for (const response of answer.responses) {
    await breathe();
    if (response.status === 507) incomplete = true;
    else if (isSamePlace(response.url, calendar.url)) failed ??= failureIn(response);
    else {
      const entry = entryOf(calendar, response);
      if (entry === undefined) missing += 1;
      else if (!entries.has(entry.resource)) entries.set(entry.resource, entry);
    }
  }
  // Some servers put the failure of the whole request inside a 207, where it would look like an empty list.
  if (failed !== undefined && entries.size === 0) throw refusalOf(failed, "read");
  return { entries: [...entries.values()], missing, incomplete: incomplete || failed !== undefined };
}

function failureIn({ status }: DavResponse): number | undefined {
  return status === 200 ? undefined : status;
}

function entryOf(calendar: Calendar, response: DavResponse): StoredEntry | undefined {
  if (response.status !== undefined && response.status !== 200) return undefined;
  const text = propText(response, NAME.calendarData);
  const resource = resourceUnder(calendar.url, { url: response.url, path: response.href });
  const url = resource === undefined ? undefined : entryUrl(calendar.url, resource);
  if (resource === undefined || url === undefined || text === undefined || text.trim() === "")
    return undefined;
  return { calendar, resource, url, etag: readStrongETag(propText(response, NAME.getetag)), text };
}

/**
 * Xandikos 0.2 looks only at the first occurrence of a series when it applies a time range (F40). It gives no name of
 * its own, only that of the library it runs on, and no other CalDAV server is known to run on that.
 */
function hidesSeries({ server }: DavAnswer): boolean {
  return /\b(?:xandikos|aiohttp)\b/i.test(server);
}

function joined(one: Listing, other: Listing): Listing {
  const known = new Set(one.entries.map(({ resource }) => resource));
  return {
    entries: [...one.entries, ...other.entries.filter(({ resource }) => !known.has(resource))],
    missing: one.missing + other.missing,
    incomplete: one.incomplete || other.incomplete,
  };
}
