import { CaldavError } from "../errors.ts";
import type { EntryKind } from "../ical/types.ts";
import type { Calendar, Discovery } from "./calendars.ts";
import { entryUrl, fitsId, isResourceName } from "./href.ts";

/** Longest id that is looked at: two names of at most 1,024 characters, in base64url. */
export const MAX_ENTRY_ID_LENGTH = 12_000;

/** What an id is made of. */
export type EntryIdParts = {
  kind: EntryKind;
  /** The calendar's path, byte for byte. */
  calendar: string;
  /** The entry's name in it, byte for byte. */
  resource: string;
  /** Which occurrence: `20260914`, `20260914T070000Z` or `20260914T090000`. */
  recurrence?: string | undefined;
};

/** An id after decoding: it names a place inside a calendar that this program may touch. */
export type EntryRef = {
  kind: EntryKind;
  calendar: Calendar;
  resource: string;
  url: URL;
  recurrence: string | undefined;
};

const KINDS = new Map<string, EntryKind>([
  ["event", "event"],
  ["task", "task"],
  ["journal", "journal"],
]);
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const RECURRENCE = /^[0-9]{8}(?:T[0-9]{6}Z?)?$/;

/** The id of an entry or of one of its occurrences: `kind.calendar.resource[.recurrence]`. */
export function encodeEntryId({ kind, calendar, resource, recurrence }: EntryIdParts): string {
  const parts = recurrence === undefined ? [calendar, resource] : [calendar, resource, recurrence];
  return [kind, ...parts.map(encode)].join(".");
}

/**
 * Reads an id. It must be spelled exactly as {@link encodeEntryId} spells it, name a calendar that discovery found,
 * and hold an entry name that is one path segment. This is the only way from an id to an address, so the allow-list
 * is enforced here, and the address is checked against the calendar's once more.
 *
 * @throws CaldavError `bad-id` or `withheld`
 */
export function decodeEntryId(text: string, discovery: Discovery): EntryRef {
  const parts = partsOf(text);
  if (discovery.withheldIds.has(parts.calendar))
    throw new CaldavError(
      "withheld",
      "This entry is in a calendar outside the ones that this server was set up for; nothing was read or changed.",
    );
  const calendar = discovery.calendars.find(({ id }) => id === parts.calendar);
  const url = calendar && entryUrl(calendar.url, parts.resource);
  if (calendar === undefined || url === undefined) throw badId();
  return { kind: parts.kind, calendar, resource: parts.resource, url, recurrence: parts.recurrence };
}

/** Reads an id without looking at any calendar. */
function partsOf(text: string): EntryIdParts {
  if (text.length > MAX_ENTRY_ID_LENGTH) throw badId();
  const [prefix, ...encoded] = text.split(".");
  const kind = KINDS.get(prefix ?? "");
  const [calendar, resource, recurrence] = encoded.map(decode);
  if (kind === undefined || calendar === undefined || resource === undefined) throw badId();
  const parts = { kind, calendar, resource, recurrence };
  if (encoded.length > 3 || encodeEntryId(parts) !== text) throw badId();
  if (!fitsId(calendar) || !isResourceName(resource)) throw badId();
  if (recurrence !== undefined && !RECURRENCE.test(recurrence)) throw badId();
  return parts;
}

function encode(part: string): string {
  return Buffer.from(part, "utf8").toString("base64url");
}

function decode(part: string): string {
  if (!BASE64URL.test(part)) throw badId();
  return Buffer.from(part, "base64url").toString("utf8");
}

function badId(): CaldavError {
  return new CaldavError(
    "bad-id",
    "This is not an id from a listing of this account; take one from a list or search tool.",
  );
}
