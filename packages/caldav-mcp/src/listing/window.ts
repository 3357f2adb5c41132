import { isZoneName } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import {
  badCursor,
  type Cursor,
  decodeCursor,
  type Frame,
  isInstant,
  requireSameCalendars,
} from "./cursor.ts";
import type { Calendar, Discovery } from "../dav/calendars.ts";
import { CaldavError } from "../errors.ts";
import { DAY } from "../ical/civil.ts";
import { parseMomentInput } from "../ical/moment-input.ts";
import type { EntryKind, Window } from "../ical/types.ts";
import { chooseCalendars } from "./reading.ts";

/** How a tool lets its caller say which time is listed. */
export type WindowArguments = {
  from?: string | undefined;
  to?: string | undefined;
  timezone?: string | undefined;
  calendars?: string[] | undefined;
  cursor?: string | undefined;
};

export type WindowRules = {
  /** The name of the listing, for its cursors. */
  listing: string;
  /** Days around now when the caller leaves a bound out. */
  defaultFromDays: number;
  defaultToDays: number;
  longestDays: number;
};

export type Resolved = {
  window: Window;
  zone: string;
  calendars: Calendar[];
  /** For the cursors of its pages. */
  frame: Frame;
  after: Cursor["after"] | undefined;
};

/**
 * The window, zone and calendars of a listing. A cursor brings its own window and zone, so that they are the same on
 * every page.
 *
 * @throws CaldavError `bad-input` with one sentence
 */
export function resolveListing(
  account: Pick<CaldavAccount, "config" | "now">,
  discovery: Discovery,
  kind: EntryKind,
  args: WindowArguments,
  rules: WindowRules,
): Resolved {
  const calendars = chooseCalendars(discovery, kind, args.calendars);
  if (args.cursor !== undefined)
    return fromCursor(decodeCursor(args.cursor, rules.listing), calendars, args, rules);
  const zone = args.timezone ?? account.config.timezone;
  requireZone(zone);
  const read = { zone, zoneGiven: args.timezone !== undefined };
  const now = account.now();
  const from =
    args.from === undefined ? now + rules.defaultFromDays * DAY : parseMomentInput(args.from, read).instant;
  const to = args.to === undefined ? defaultEnd(from, now, rules) : endOf(args.to, read);
  if (from >= to) throw new CaldavError("bad-input", "`from` must be before `to`.");
  if (to - from > (rules.longestDays + 1) * DAY)
    throw new CaldavError("bad-input", `From \`from\` to \`to\` may be at most ${rules.longestDays} days.`);
  return { window: { from, to }, zone, calendars, frame: [from, to, zone], after: undefined };
}

/** @throws CaldavError `bad-input` */
export function requireZone(zone: string): void {
  if (!isZoneName(zone))
    throw new CaldavError("bad-input", "timezone must be an IANA name such as Europe/Berlin.");
}

function defaultEnd(from: number, now: number, { defaultToDays }: WindowRules): number {
  return Math.max(from, now) + defaultToDays * DAY;
}

/** A date as the end of a window includes that whole day: "from the 14th to the 14th" is one day, not none. */
export function endOf(text: string, read: { zone: string; zoneGiven: boolean }): number {
  const moment = parseMomentInput(text, read);
  if (!moment.allDay) return moment.instant;
  return parseMomentInput(dayAfter(moment.wall), read).instant;
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
}

function fromCursor(
  cursor: Cursor,
  calendars: Calendar[],
  args: WindowArguments,
  { longestDays }: WindowRules,
): Resolved {
  if (args.from !== undefined || args.to !== undefined || args.timezone !== undefined)
    throw new CaldavError(
      "bad-input",
      "A cursor brings its own window and zone: leave `from`, `to` and `timezone` out.",
    );
  requireSameCalendars(cursor, calendars);
  const [from, to, zone, ...more] = cursor.frame;
  if (!isInstant(from) || !isInstant(to) || from >= to || more.length > 0) throw badCursor();
  if (to - from > (longestDays + 1) * DAY) throw badCursor();
  if (typeof zone !== "string" || !isZoneName(zone))
    throw new CaldavError("bad-input", "This cursor names an unknown time zone.");
  return { window: { from, to }, zone, calendars, frame: cursor.frame, after: cursor.after };
}
