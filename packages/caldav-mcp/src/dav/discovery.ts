import { CaldavError } from "../errors.ts";
import { CALENDAR_PROPERTIES, readCollection } from "./calendar-properties.ts";
import { allowCalendars, type Calendar, type Discovery } from "./calendars.ts";
import type { DavCall, DavClient } from "./client.ts";
import { isSamePlace, isWithin, onePerPlace } from "./href.ts";
import { findPrincipal, isCalendar, type Start } from "./principal.ts";
import { refusalOf } from "./refusals.ts";

/** Finds the account's calendars once and remembers them for a while. */
export type Discoverer = {
  /**
   * What is known about the account; asked of the server when that is older than five minutes. Calls at the same
   * time share one search. A failed search is not remembered.
   *
   * @throws CaldavError when no calendar could be found, and why
   */
  discover: (call: DavCall) => Promise<Discovery>;
};

export type DiscovererOptions = {
  client: DavClient;
  /** The address from the configuration. */
  url: URL;
  /** CALDAV_CALENDARS; every calendar without it. */
  allow?: readonly string[] | undefined;
  /** CALDAV_USER_EMAIL; takes the place of the addresses that the server names. */
  addresses?: readonly string[] | undefined;
  /** Unix milliseconds. */
  now?: () => number;
  /** How long an answer is good, in milliseconds. */
  rememberForMs?: number;
};

const MAX_HOMES = 8;
const MAX_ADDRESSES = 20;
const MAX_CALENDARS = 256;
const GONE: ReadonlySet<number> = new Set([404, 410]);
const FIVE_MINUTES_MS = 300_000;

/** Makes the discovery of one account. */
export function createDiscoverer(options: DiscovererOptions): Discoverer {
  const { now = Date.now, rememberForMs = FIVE_MINUTES_MS } = options;
  let known: { discovery: Discovery; at: number } | undefined;
  let running: Promise<Discovery> | undefined;

  async function search(call: DavCall): Promise<Discovery> {
    const discovery = await searchAccount(options, call);
    known = { discovery, at: now() };
    return discovery;
  }

  async function discover(call: DavCall): Promise<Discovery> {
    for (;;) {
      const age = known === undefined ? Infinity : now() - known.at;
      if (known !== undefined && age >= 0 && age < rememberForMs) return known.discovery;
      if (running === undefined) {
        running = search(call).finally(() => {
          running = undefined;
        });
        return running;
      }
      try {
        return await running;
      } catch (error) {
        // The server's refusal holds for everybody; a cancelled or spent call's does not.
        if (error instanceof CaldavError) throw error;
        call.budget.check();
      }
    }
  }
  return { discover };
}

type Found = { calendars: Calendar[]; skipped: number; warnings: string[] };

async function searchAccount(
  { client, url, allow, addresses }: DiscovererOptions,
  call: DavCall,
): Promise<Discovery> {
  const start = await findPrincipal(client, url, call);
  const found = withConfigured(await calendarsOf(client, url, start, call), start);
  if (found.calendars.length === 0) throw noCalendars(url, start, found.skipped);
  const kept = found.calendars.slice(0, MAX_CALENDARS);
  const allowed = allowCalendars(kept, allow);
  const own = addresses?.map((address) => address.toLowerCase()) ?? start.principal?.addresses ?? [];
  return {
    origin: (kept[0]?.url ?? url).origin,
    ...(start.principal?.url !== undefined && { principal: start.principal.url }),
    addresses: own.slice(0, MAX_ADDRESSES),
    addressesLeftOut: Math.max(0, own.length - MAX_ADDRESSES),
    scheduleInbox: start.principal?.scheduleInbox ?? false,
    scheduleOutbox: start.principal?.scheduleOutbox ?? false,
    calendars: allowed.calendars,
    withheld: allowed.withheldIds.size,
    withheldIds: allowed.withheldIds,
    skipped: found.skipped + found.calendars.length - kept.length,
    warnings: [...elsewhere(url, start), ...found.warnings, ...allowed.warnings],
  };
}

/** Said to whoever wrote a path that leads nowhere: another account of the same host may be meant. */
function elsewhere(configured: URL, { own }: Start): string[] {
  if (own !== undefined || configured.pathname === "/") return [];
  return [
    "Nothing for calendars was found at the path of CALDAV_URL; the account was found from the root of that host.",
  ];
}

/** The calendars of all home sets; without a home set, those directly below the configured address. */
async function calendarsOf(
  client: DavClient,
  configured: URL,
  { principal, own }: Start,
  call: DavCall,
): Promise<Found> {
  const homes = principal?.homes ?? [];
  if (homes.length === 0)
    return isCalendar(own?.response) ? nothing() : readHome(client, own?.url ?? configured, call);

  const found = nothing();
  const failures: CaldavError[] = [];
  for (const home of homes.slice(0, MAX_HOMES)) {
    try {
      const { calendars, skipped } = await readHome(client, home, call);
      found.calendars = onePerPlace([...found.calendars, ...calendars], ({ url }) => url);
      found.skipped += skipped;
    } catch (error) {
      if (!(error instanceof CaldavError) || !(error.code === "forbidden" || error.code === "not-found"))
        throw error;
      failures.push(error);
    }
  }
  const [failure] = failures;
  if (failure !== undefined && failures.length === Math.min(homes.length, MAX_HOMES)) throw failure;
  if (failures.length > 0)
    found.warnings.push(
      `${failures.length} of ${homes.length} places that hold calendars could not be read.`,
    );
  if (homes.length > MAX_HOMES)
    found.warnings.push(
      `The account names ${homes.length} places that hold calendars; only ${MAX_HOMES} were read.`,
    );
  return found;
}

async function readHome(client: DavClient, home: URL, call: DavCall): Promise<Found> {
  const answer = await client.propfind(home, { properties: CALENDAR_PROPERTIES, depth: "1" }, call);
  const found = nothing();
  found.skipped = answer.unreadable;
  let failed: number | undefined;
  for (const response of answer.responses) {
    if (response.status !== undefined && response.status !== 200) {
      failed ??= isSamePlace(response.url, answer.url) ? response.status : undefined;
      if (!GONE.has(response.status)) found.skipped += 1;
      continue;
    }
    const collection = readCollection(response);
    if (collection === "other") continue;
    if (collection === "unusable" || !isWithin(answer.url, collection.url)) found.skipped += 1;
    else found.calendars.push(collection);
  }
  if (failed !== undefined && found.calendars.length === 0) throw refusalOf(failed, "read");
  return { ...found, calendars: onePerPlace(found.calendars, ({ url }) => url) };
}

/** Somebody who configured a calendar's own address means at least that calendar, in the home set or not (F04). */
function withConfigured(found: Found, { own }: Start): Found {
  if (own === undefined || !isCalendar(own.response)) return found;
  const configured = readCollection(own.response);
  if (typeof configured === "string") return { ...found, skipped: found.skipped + 1 };
  if (found.calendars.some(({ url }) => isSamePlace(url, configured.url))) return found;
  return { ...found, calendars: [configured, ...found.calendars] };
}

function nothing(): Found {
  return { calendars: [], skipped: 0, warnings: [] };
}

function noCalendars(url: URL, { principal }: Start, skipped: number): CaldavError {
  const where = `${url.origin}${url.pathname}`;
  const left = skipped > 0 ? ` (${skipped} were left out)` : "";
  const why =
    principal === undefined
      ? `it is no calendar, holds none, and names no account${left}. Check CALDAV_URL.`
      : `the account it names holds no calendar that can be used${left}. Make one in the provider's own calendar program, or check CALDAV_URL.`;
  return new CaldavError("not-found", `No calendar was found from ${where}: ${why}`);
}
