import type { CaldavAccount } from "../account.ts";
import type { Calendar, Discovery } from "../dav/calendars.ts";
import { CaldavError } from "../errors.ts";
import { parseMomentInput } from "../ical/moment-input.ts";
import type { EntryKind } from "../ical/types.ts";
import {
  badCursor,
  type Cursor,
  decodeCursor,
  type Frame,
  isInstant,
  requireSameCalendars,
} from "./cursor.ts";
import { chooseCalendars } from "./reading.ts";
import { requireZone } from "./window.ts";

/** Which entries of a kind are listed. */
export type EntryFilter<Status extends string = string> = {
  status: Status;
  /** Unix milliseconds: from this one on, and before that one. */
  from: number | undefined;
  before: number | undefined;
  undated: boolean;
};

/** What a caller says about it; left out is not the same as the default, since a cursor brings what was said. */
export type FilterArguments<Status extends string> = {
  status?: Status | undefined;
  from?: string | undefined;
  before?: string | undefined;
  undated?: boolean | undefined;
  timezone?: string | undefined;
  calendars?: string[] | undefined;
  cursor?: string | undefined;
};

export type FilterRules<Status extends string> = {
  /** The name of the listing, for its cursors. */
  listing: string;
  kind: EntryKind;
  /** The first one is meant when the caller says nothing. */
  statuses: readonly [Status, ...Status[]];
  /** What the caller calls the two bounds. */
  names: { from: string; before: string };
  /** Where the upper bound lies. */
  end: (text: string, read: { zone: string; zoneGiven: boolean }) => number;
};

export type ResolvedFilter<Status extends string> = {
  filter: EntryFilter<Status>;
  zone: string;
  calendars: Calendar[];
  /** For the cursors of its pages. */
  frame: Frame;
  after: Cursor["after"] | undefined;
};

/**
 * The filter, zone and calendars of a listing with one row for each entry. A cursor brings its own filter and zone; what
 * the caller says beside it must be the same.
 *
 * @throws CaldavError `bad-input` with one sentence
 */
export function resolveFilter<Status extends string>(
  account: Pick<CaldavAccount, "config">,
  discovery: Discovery,
  args: FilterArguments<Status>,
  rules: FilterRules<Status>,
): ResolvedFilter<Status> {
  const calendars = chooseCalendars(discovery, rules.kind, args.calendars);
  const cursor = args.cursor === undefined ? undefined : decodeCursor(args.cursor, rules.listing);
  if (cursor !== undefined) requireSameCalendars(cursor, calendars);
  const first = cursor === undefined ? undefined : readFrame(cursor.frame, rules);
  const zone = args.timezone ?? first?.zone ?? account.config.timezone;
  requireZone(zone);
  const said = saidBy(args, zone, rules);
  const filter: EntryFilter<Status> = {
    status: said.status ?? first?.status ?? rules.statuses[0],
    from: said.from ?? first?.from,
    before: said.before ?? first?.before,
    undated: said.undated ?? first?.undated ?? true,
  };
  const frame = [filter.status, filter.from ?? null, filter.before ?? null, filter.undated, zone];
  if (cursor !== undefined && JSON.stringify(frame) !== JSON.stringify(cursor.frame))
    throw new CaldavError(
      "bad-input",
      "This cursor belongs to a listing with another filter or zone; pass the same ones, or start over without a cursor.",
    );
  return { filter, zone, calendars, frame, after: cursor?.after };
}

function saidBy<Status extends string>(
  { status, from, before, undated, timezone }: FilterArguments<Status>,
  zone: string,
  { names, end }: FilterRules<Status>,
): Partial<EntryFilter<Status>> {
  const read = { zone, zoneGiven: timezone !== undefined };
  const bounds = {
    ...(from === undefined ? {} : { from: parseMomentInput(from, read).instant }),
    ...(before === undefined ? {} : { before: end(before, read) }),
  };
  if (bounds.from !== undefined && bounds.before !== undefined && bounds.from >= bounds.before)
    throw new CaldavError("bad-input", `\`${names.from}\` must be before \`${names.before}\`.`);
  return {
    ...bounds,
    ...(status === undefined ? {} : { status }),
    ...(undated === undefined ? {} : { undated }),
  };
}

function readFrame<Status extends string>(
  [status, from, before, undated, zone, ...more]: Frame,
  { statuses }: FilterRules<Status>,
): EntryFilter<Status> & { zone: string } {
  const known = statuses.find((word) => word === status);
  if (known === undefined || !isBound(from) || !isBound(before) || typeof undated !== "boolean")
    throw badCursor();
  if (typeof zone !== "string" || more.length > 0) throw badCursor();
  return { status: known, from: from ?? undefined, before: before ?? undefined, undated, zone };
}

function isBound(value: unknown): value is number | null {
  return value === null || isInstant(value);
}

/** Whether a filter lets an entry with this date pass, or with none. */
export function passes({ from, before, undated }: EntryFilter, instant: number | undefined): boolean {
  if (instant === undefined) return undated;
  return (from === undefined || instant >= from) && (before === undefined || instant < before);
}
