import { BudgetSpent } from "server-kit";
import { CaldavError } from "../errors.ts";
import type { Report } from "./bodies.ts";
import type { Calendar } from "./calendars.ts";
import type { DavCall, DavClient } from "./client.ts";
import { onePerPlace, placeKey } from "./href.ts";
import { type Listing, listingOf, type NamedEntry, namesOf, type StoredEntry } from "./listing.ts";

export type CalendarQuery = Extract<Report, { kind: "calendar-query" }>;

/** What one reading may take in parts, over all of its calendars. */
export type PartsAllowance = {
  /** Bytes of text that may still be taken. */
  left: number;
  /** Calendars are read in parts one after another: what is on its way counts as little as for one alone. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
};

export function partsAllowance({ ceilings }: Pick<DavClient, "ceilings">): PartsAllowance {
  let last: Promise<unknown> = Promise.resolve();
  return {
    left: ceilings.inParts,
    inTurn: async (work) => {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

export type InParts = { allowance: PartsAllowance; tooLarge: CaldavError };

const MOST_IN_A_PART = 100;
const PARTS_IN_FLIGHT = 4;

/** A part is to fill so much of what one answer may hold, since entries differ in size. */
const FILLED = 1 / 4;

/**
 * The entries of a query whose whole answer is too large: the server names them, and they are fetched by name, some at a
 * time, in the order of the names. One that no answer has room for counts as missing. Where the allowance ends, or the
 * time of the call once there is something to show, the listing is incomplete.
 *
 * @throws CaldavError, BudgetSpent when one of the parts could not be read. It is `tooLarge`, the reason why parts were
 * needed, when the server names none, does not give entries by name, or nothing is left of the allowance.
 */
export async function listInParts(
  client: DavClient,
  calendar: Calendar,
  query: CalendarQuery,
  { allowance, tooLarge }: InParts,
  call: DavCall,
): Promise<{ listing: Listing; server: string }> {
  return allowance.inTurn(async () => {
    if (allowance.left <= 0) throw tooLarge;
    const answer = await client.report(calendar.url, { ...query, only: "names" }, call);
    const { entries, missing, incomplete } = await namesOf(calendar, answer);
    // One place spelled in two ways would be fetched twice and shown twice.
    const names = onePerPlace(entries, ({ url }) => url);
    if (names.length + missing === 0) throw tooLarge;
    const parts = await partsOf(client, calendar, names, { allowance, tooLarge }, call);
    return {
      server: answer.server,
      listing: {
        entries: parts.entries,
        missing: missing + parts.missing,
        missingNames: parts.missingNames,
        incomplete: incomplete || parts.incomplete,
      },
    };
  });
}

/** Whatever is missing of what was asked for by name is known by name. */
type Part = Listing & { missingNames: readonly string[] };

type Asked = { names: readonly NamedEntry[]; got: Promise<Part | undefined> };

async function partsOf(
  client: DavClient,
  calendar: Calendar,
  names: readonly NamedEntry[],
  { allowance, tooLarge }: InParts,
  call: DavCall,
): Promise<Part> {
  const missingNames: string[] = [];
  const whole: Part = { entries: [], missing: 0, missingNames, incomplete: false };
  const inFlight: Asked[] = [];
  // The whole answer held more than this for each of them. How much more the first part shows, asked for by itself.
  let size = client.ceilings.multistatus / Math.max(1, names.length);
  let atOnce = 1;
  let asked = 0;

  function ask(some: readonly NamedEntry[]): Asked {
    const got = fetched(client, calendar, some, call);
    // Awaited in its turn; that it fails before then is not unhandled.
    got.catch(() => undefined);
    return { names: some, got };
  }

  function askForMore(): void {
    while (asked < names.length && inFlight.length < atOnce && allowance.left > 0) {
      const most = Math.floor((client.ceilings.multistatus * FILLED) / size);
      const some = names.slice(asked, asked + Math.min(MOST_IN_A_PART, Math.max(1, most)));
      asked += some.length;
      inFlight.push(ask(some));
    }
  }

  function miss(some: readonly string[]): void {
    whole.missing += some.length;
    for (const name of some) missingNames.push(name);
  }

  function keep({ entries, missingNames: missed, incomplete }: Part): void {
    const bytes = entries.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    allowance.left -= bytes;
    atOnce = PARTS_IN_FLIGHT;
    if (entries.length > 0) size = Math.max(1, bytes / entries.length);
    for (const entry of entries) whole.entries.push(entry);
    miss(missed);
    whole.incomplete ||= incomplete;
  }

  /** What comes after the place where the allowance ends is left out as a whole, so that a second call shows the same. */
  async function take({ names: some, got }: Asked): Promise<void> {
    const part = await got;
    if (allowance.left <= 0) whole.incomplete = true;
    else if (part !== undefined) keep(part);
    else if (some.length === 1) miss(some.map(({ resource }) => resource));
    else {
      const half = Math.ceil(some.length / 2);
      for (const fewer of [some.slice(0, half), some.slice(half)])
        if (allowance.left > 0) await take(ask(fewer));
        else whole.incomplete = true;
    }
  }

  try {
    for (askForMore(); ; askForMore()) {
      const next = inFlight.shift();
      if (next === undefined) break;
      await take(next);
    }
  } catch (error) {
    if (givesNoneByName(error)) throw tooLarge;
    if (!(error instanceof BudgetSpent) || whole.entries.length === 0) throw error;
    whole.incomplete = true;
  } finally {
    // No request outlives the call that made it.
    await Promise.allSettled(inFlight.map(({ got }) => got));
  }
  if (asked < names.length) whole.incomplete = true;
  return whole;
}

/** Undefined when the answer is too large. */
async function fetched(
  client: DavClient,
  calendar: Calendar,
  names: readonly NamedEntry[],
  call: DavCall,
): Promise<Part | undefined> {
  const hrefs = names.map(({ url }) => url.pathname);
  try {
    const answer = await client.report(calendar.url, { kind: "calendar-multiget", hrefs }, call);
    return asNamed(names, await listingOf(calendar, answer));
  } catch (error) {
    if (isTooLarge(error)) return undefined;
    throw error;
  }
}

/** Each of the names once, in their order: whatever else an answer holds was not asked for. */
function asNamed(names: readonly NamedEntry[], { entries, incomplete }: Listing): Part {
  const given = new Map<string, StoredEntry>();
  for (const entry of entries) {
    const key = placeKey(entry.url);
    if (!given.has(key)) given.set(key, entry);
  }
  const found: StoredEntry[] = [];
  const missingNames: string[] = [];
  for (const name of names) {
    const entry = given.get(placeKey(name.url));
    if (entry === undefined) missingNames.push(name.resource);
    else found.push({ ...entry, ...name });
  }
  return { entries: found, missing: missingNames.length, missingNames, incomplete };
}

export function isTooLarge(error: unknown): error is CaldavError {
  return error instanceof CaldavError && error.code === "too-large";
}

/** Some answer 404 to the whole request, some do not know it. */
function givesNoneByName(error: unknown): boolean {
  return error instanceof CaldavError && (error.code === "unsupported" || error.code === "not-found");
}
