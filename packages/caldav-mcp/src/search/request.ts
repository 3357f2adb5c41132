import { createHash } from "node:crypto";
import { isZoneName } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import type { Calendar, Discovery } from "../dav/calendars.ts";
import { CaldavError } from "../errors.ts";
import { DAY } from "../ical/civil.ts";
import type { SearchField } from "../ical/fields.ts";
import type { Window } from "../ical/types.ts";
import {
  badCursor,
  type Cursor,
  decodeCursor,
  type Frame,
  isInstant,
  requireSameCalendars,
} from "../listing/cursor.ts";
import type { Place } from "../listing/place.ts";
import { chooseCalendars } from "../listing/reading.ts";
import { resolveListing, type WindowArguments } from "../listing/window.ts";
import { foldQuery } from "./fold.ts";
import { SEARCH_FIELDS, type Sought } from "./matching.ts";

export const LISTING = "search";

export type SearchArguments = WindowArguments & { query: string; fields?: SearchField[] | undefined };

/** A search as it was resolved for its first page. */
export type SearchRequest = {
  sought: Sought;
  window: Window;
  zone: string;
  /** When the first page was asked for: which occurrence is the next one stays the same on every page. */
  now: number;
  calendars: Calendar[];
  /** Everything before it has been searched and shown. */
  after: Place | undefined;
  /** How long the stretches are that are searched one after the other, in milliseconds. */
  step: number;
};

/** The default window is searched with one request to each calendar; shorter ones follow where a server cannot do that. */
const LONGEST_STEP = 400 * DAY;
export const SHORTEST_STEP = DAY;

const RULES = { listing: LISTING, defaultFromDays: -30, defaultToDays: 365, longestDays: 3_660 };

/** @throws CaldavError `bad-input` with one sentence */
export function resolveSearch(
  account: Pick<CaldavAccount, "config" | "now">,
  discovery: Discovery,
  args: SearchArguments,
): SearchRequest {
  const text = foldQuery(args.query);
  if (text === undefined)
    throw new CaldavError("bad-input", "The query must hold a letter, a digit or another visible character.");
  const sought = { text, fields: SEARCH_FIELDS.filter((field) => args.fields?.includes(field) ?? true) };
  if (args.cursor !== undefined) return goingOn(decodeCursor(args.cursor, LISTING), sought, discovery, args);
  const { window, zone, calendars } = resolveListing(account, discovery, "event", args, RULES);
  return { sought, window, zone, now: account.now(), calendars, after: undefined, step: LONGEST_STEP };
}

function goingOn(cursor: Cursor, sought: Sought, discovery: Discovery, args: SearchArguments): SearchRequest {
  if (args.from !== undefined || args.to !== undefined || args.timezone !== undefined)
    throw new CaldavError(
      "bad-input",
      "A cursor brings its own window and zone: leave `from`, `to` and `timezone` out.",
    );
  const calendars = chooseCalendars(discovery, "event", args.calendars);
  requireSameCalendars(cursor, calendars);
  const [from, to, zone, now, step, searched, ...more] = cursor.frame;
  if (!isInstant(from) || !isInstant(to) || !isInstant(now) || !isInstant(step)) throw badCursor();
  if (from >= to || !isLongEnough(step) || more.length > 0) throw badCursor();
  if (to - from > (RULES.longestDays + 1) * DAY) throw badCursor();
  if (typeof zone !== "string" || !isZoneName(zone))
    throw new CaldavError("bad-input", "This cursor names an unknown time zone.");
  if (searched !== digestOf(sought))
    throw new CaldavError(
      "bad-input",
      "This cursor belongs to another search; pass the same `query` and `fields`, or start over without a cursor.",
    );
  return { sought, window: { from, to }, zone, now, calendars, after: cursor.after, step };
}

/** A search in shorter stretches than it ever makes itself would only ask the server more often. */
function isLongEnough(step: number): boolean {
  return step >= SHORTEST_STEP && step <= LONGEST_STEP;
}

/** What a cursor of this search carries. */
export function frameOf({ window, zone, now, sought }: SearchRequest, step: number): Frame {
  return [window.from, window.to, zone, now, step, digestOf(sought)];
}

function digestOf({ text, fields }: Sought): string {
  return createHash("sha256")
    .update(JSON.stringify([text, fields]))
    .digest("base64url")
    .slice(0, 16);
}
