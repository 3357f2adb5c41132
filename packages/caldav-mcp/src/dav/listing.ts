import { createBreath } from "../breath.ts";
import type { Calendar } from "./calendars.ts";
import type { DavAnswer } from "./client.ts";
import { readStrongETag, type StrongETag } from "./etag.ts";
import { entryUrl, isSamePlace, resourceUnder } from "./href.ts";
import { type DavResponse, propText } from "./multistatus.ts";
import { NAME } from "./names.ts";
import { refusalOf } from "./refusals.ts";

/** An entry that a server names. */
export type NamedEntry = {
  /** Its name in the calendar, byte for byte. */
  resource: string;
  url: URL;
};

/** An entry as it is stored. The text is iCalendar and is not looked at here. */
export type StoredEntry = NamedEntry & {
  calendar: Calendar;
  /** Without a strong one the entry can be read but not written. */
  etag: StrongETag | undefined;
  text: string;
};

export type ListingOf<Entry> = {
  entries: Entry[];
  /** Entries that the server named but did not give: gone in between, too large, without data, or with an unusable address. */
  missing: number;
  /** Those of the missing that a listing in parts knows by name, so that who reads again counts each of them once. */
  missingNames?: readonly string[];
  /** There may be more: the server cut its answer (status 507, or a failure beside entries), or a call reads no more. */
  incomplete: boolean;
};

export type Listing = ListingOf<StoredEntry>;

/** The entries of an answer, with their text. @throws CaldavError when the answer is that of a failure */
export async function listingOf(calendar: Calendar, answer: DavAnswer): Promise<Listing> {
  return listed(calendar, answer, storedEntry);
}

/** The names alone. @throws CaldavError when the answer is that of a failure */
export async function namesOf(calendar: Calendar, answer: DavAnswer): Promise<ListingOf<NamedEntry>> {
  return listed(calendar, answer, namedEntry);
}

/** Both, each entry once. */
export function joined(one: Listing, other: Listing): Listing {
  const known = new Set(one.entries.map(({ resource }) => resource));
  const [named, others] = [one.missingNames ?? [], other.missingNames ?? []];
  const missingNames = [...new Set([...named, ...others])];
  return {
    entries: [...one.entries, ...other.entries.filter(({ resource }) => !known.has(resource))],
    missing: one.missing - named.length + other.missing - others.length + missingNames.length,
    missingNames,
    incomplete: one.incomplete || other.incomplete,
  };
}

async function listed<Entry extends NamedEntry>(
  calendar: Calendar,
  answer: DavAnswer,
  read: (calendar: Calendar, response: DavResponse) => Entry | undefined,
): Promise<ListingOf<Entry>> {
  const entries = new Map<string, Entry>();
  let missing = answer.unreadable;
  let incomplete = false;
  let failed: number | undefined;
  const breathe = createBreath();
  for (const response of answer.responses) {
    await breathe();
    if (response.status === 507) incomplete = true;
    else if (isSamePlace(response.url, calendar.url)) failed ??= failureIn(response);
    else {
      const entry = read(calendar, response);
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

function namedEntry(calendar: Calendar, response: DavResponse): NamedEntry | undefined {
  if (response.status !== undefined && response.status !== 200) return undefined;
  const resource = resourceUnder(calendar.url, { url: response.url, path: response.href });
  const url = resource === undefined ? undefined : entryUrl(calendar.url, resource);
  return resource === undefined || url === undefined ? undefined : { resource, url };
}

function storedEntry(calendar: Calendar, response: DavResponse): StoredEntry | undefined {
  const named = namedEntry(calendar, response);
  const text = propText(response, NAME.calendarData);
  if (named === undefined || text === undefined || text.trim() === "") return undefined;
  return { ...named, calendar, etag: readStrongETag(propText(response, NAME.getetag)), text };
}
