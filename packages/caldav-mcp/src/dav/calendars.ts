import type { Untrusted } from "confirm-guard";
import { CaldavError } from "../errors.ts";
import type { EntryKind } from "../ical/types.ts";
import { lastSegment } from "./href.ts";

/** A calendar collection of the account. Only discovery makes one. */
export type Calendar = {
  /** The collection's path, byte for byte as the server spells it. */
  id: string;
  url: URL;
  /** What it takes; all three when the server does not say (F16). */
  components: EntryKind[];
  /** The server grants no right to write here, or the calendar is subscribed. A server that says nothing about rights grants them. */
  readOnly: boolean;
  /** Filled from an address elsewhere; such a calendar is read-only as well. */
  subscribed: boolean;
  /** `#rrggbb`. */
  colour?: string;
  name?: Untrusted;
  description?: Untrusted;
  /** Largest entry in bytes that the server takes. */
  maxResourceSize?: number;
};

/** What is known about the account. */
export type Discovery = {
  /** Of the calendars; another one than the configured when the provider spreads accounts over hosts. */
  origin: string;
  principal?: URL;
  /** The account's own mail addresses, lower-case. */
  addresses: string[];
  /** Addresses beyond the first twenty. */
  addressesLeftOut: number;
  /** Where invitations are handled, as the server says; both are needed for it to schedule. */
  scheduleInbox: boolean;
  scheduleOutbox: boolean;
  /** The calendars that this program may touch. */
  calendars: Calendar[];
  /** Calendars outside the allow-list. */
  withheld: number;
  /** Their paths, so that an id that names one is told from an id that names nothing. */
  withheldIds: ReadonlySet<string>;
  /** Collections that were left out: beyond the bounds, outside the home set, with an unusable path, or no calendars to read. */
  skipped: number;
  /** Sentences for the person who set the server up, such as an allow-list entry that fits no calendar. */
  warnings: string[];
};

/** Which calendars stay after the allow-list, and which it withholds. */
export type Allowed = Pick<Discovery, "calendars" | "withheldIds" | "warnings">;

/**
 * Applies CALDAV_CALENDARS: each entry is a calendar's path or a last segment that fits one calendar only.
 * Without entries every calendar is allowed.
 *
 * @throws CaldavError `bad-input` when an entry fits several calendars: guessing would open the wrong one.
 */
export function allowCalendars(
  calendars: readonly Calendar[],
  allow: readonly string[] | undefined,
): Allowed {
  if (allow === undefined) return { calendars: [...calendars], withheldIds: new Set(), warnings: [] };
  const allowed = new Set<Calendar>();
  const warnings: string[] = [];
  for (const entry of allow) {
    const matches = matching(calendars, entry);
    if (matches.length > 1)
      throw new CaldavError(
        "bad-input",
        `CALDAV_CALENDARS: ${JSON.stringify(entry)} fits ${matches.length} calendars; give the whole path of the one that is meant.`,
      );
    const [match] = matches;
    if (match === undefined)
      warnings.push(`CALDAV_CALENDARS: ${JSON.stringify(entry)} fits no calendar of this account.`);
    else allowed.add(match);
  }
  return {
    calendars: calendars.filter((calendar) => allowed.has(calendar)),
    withheldIds: new Set(calendars.filter((calendar) => !allowed.has(calendar)).map(({ id }) => id)),
    warnings,
  };
}

/**
 * The calendar that a caller names: by its path, by a last segment that fits one calendar only, or by its URL, which
 * is compared and never requested.
 *
 * @throws CaldavError `unknown-calendar`, `withheld`, or `bad-input` when the segment fits several
 */
export function calendarById(discovery: Discovery, id: string): Calendar {
  const matches = matching(discovery.calendars, id);
  const [match] = matches;
  if (match !== undefined && matches.length === 1) return match;
  if (matches.length > 1)
    throw new CaldavError(
      "bad-input",
      "This calendar_id fits several calendars; use the whole path from list_calendars.",
    );
  if (isWithheld(discovery, id))
    throw new CaldavError(
      "withheld",
      "This calendar is outside the ones that this server was set up for; nothing was read or changed.",
    );
  throw new CaldavError("unknown-calendar", "There is no such calendar; use an id from list_calendars.");
}

function isWithheld({ withheldIds }: Discovery, id: string): boolean {
  return [...withheldIds].some(
    (path) => path === id || sameButForSlash(path, id) || lastSegment(path) === id,
  );
}

function matching(calendars: readonly Calendar[], name: string): Calendar[] {
  const byPath = calendars.filter(({ id }) => id === name);
  if (byPath.length > 0) return byPath;
  if (name.startsWith("/")) return calendars.filter(({ id }) => sameButForSlash(id, name));
  if (/^https?:\/\//i.test(name)) return calendars.filter(({ url }) => sameButForSlash(url.href, name));
  return calendars.filter(({ id }) => lastSegment(id) === name);
}

function sameButForSlash(one: string, other: string): boolean {
  return one === other || `${one}/` === other || one === `${other}/`;
}
