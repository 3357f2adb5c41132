import { CaldavError } from "../errors.ts";
import type { EntryKind, Window } from "../ical/types.ts";
import type { Calendar } from "./calendars.ts";
import type { DavCall, DavClient } from "./client.ts";
import { entryUrl, isSamePlace } from "./href.ts";
import { type CalendarQuery, isTooLarge, listInParts, type PartsAllowance } from "./in-parts.ts";
import { joined, type Listing, listingOf, type StoredEntry } from "./listing.ts";
import { COMPONENT } from "./names.ts";

export type { Listing, StoredEntry } from "./listing.ts";

export type EntryQuery = {
  kind: EntryKind;
  /** Entries that may touch this time; without one, all of the kind, undated ones too. */
  window?: Window;
  /** For answers that are too large as a whole; without it, they are a failure. */
  inParts?: PartsAllowance;
};

const DAY_MS = 86_400_000;

/**
 * The entries of one kind in a calendar, with their text, in one request, or in parts where its answer is too large.
 *
 * The window is widened by a day on each side: servers compare all-day and floating times in a zone of their own.
 * The answer therefore holds entries outside the window; whoever expands them decides.
 *
 * @throws CaldavError when the calendar could not be read; a failure is never an empty list
 */
export async function queryEntries(
  client: DavClient,
  calendar: Calendar,
  { kind, window, inParts }: EntryQuery,
  call: DavCall,
): Promise<Listing> {
  const query: CalendarQuery = { kind: "calendar-query", component: COMPONENT[kind] };

  async function ask(asked: CalendarQuery): Promise<{ listing: Listing; server: string }> {
    try {
      const answer = await client.report(calendar.url, asked, call);
      return { listing: await listingOf(calendar, answer), server: answer.server };
    } catch (error) {
      if (inParts === undefined || !isTooLarge(error)) throw error;
      return listInParts(client, calendar, asked, { allowance: inParts, tooLarge: error }, call);
    }
  }

  if (window === undefined) return (await ask(query)).listing;
  const { listing, server } = await ask({
    ...query,
    window: { from: window.from - DAY_MS, to: window.to + DAY_MS },
  });
  if (!hidesSeries(server)) return listing;
  return joined(listing, (await ask({ ...query, recurringOnly: true })).listing);
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

/**
 * Xandikos 0.2 looks only at the first occurrence of a series when it applies a time range (F40). It gives no name of
 * its own, only that of the library it runs on, and no other CalDAV server is known to run on that.
 */
function hidesSeries(server: string): boolean {
  return /\b(?:xandikos|aiohttp)\b/i.test(server);
}
