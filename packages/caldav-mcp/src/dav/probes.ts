import { randomUUID } from "node:crypto";
import { readFreeBusy } from "../ical/free-busy.ts";
import type { Calendar } from "./calendars.ts";
import type { DavCall, DavClient, DavOptions } from "./client.ts";

/** What a probe showed; `unknown` when it failed, or when what came back shows neither. */
export type Seen = "yes" | "no" | "unknown";

/** What one calendar of a server was seen to do. */
export type Probed = { options: DavOptions | undefined; freeBusy: Seen; textSearch: Seen };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Tries out on one calendar what the server can do: four small requests that change nothing. Each may fail on its own.
 */
export async function probe(
  client: DavClient,
  calendar: Calendar,
  { now }: { now: number },
  call: DavCall,
): Promise<Probed> {
  const [options, freeBusy, textSearch] = await Promise.all([
    unless(client.options(calendar.url, call), undefined),
    unless(freeBusySeen(client, calendar, now, call), "unknown"),
    unless(textSearchSeen(client, calendar, now, call), "unknown"),
  ]);
  return { options, freeBusy, textSearch };
}

async function unless<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  return asked.catch(() => otherwise);
}

/** RFC 4791 section 7.10, for one minute: only an answer that speaks of that time counts. */
async function freeBusySeen(client: DavClient, { url }: Calendar, now: number, call: DavCall): Promise<Seen> {
  const window = { from: now, to: now + MINUTE_MS };
  const text = await client.freeBusy(url, window, call);
  return text !== undefined && readFreeBusy(text, window) !== undefined ? "yes" : "no";
}

/**
 * Asks for events whose title holds a text that no title holds, and for those whose title does not. A server that
 * ignores the condition answers both alike; where both find nothing, nothing was seen.
 */
async function textSearchSeen(
  client: DavClient,
  { url }: Calendar,
  now: number,
  call: DavCall,
): Promise<Seen> {
  const text = randomUUID();
  const window = { from: now - 30 * DAY_MS, to: now + 30 * DAY_MS };
  const found = async (holding: "yes" | "no"): Promise<number> =>
    (await client.report(url, { kind: "title-query", text, holding, window }, call)).responses.length;
  if ((await found("yes")) > 0) return "no";
  return (await found("no")) > 0 ? "yes" : "unknown";
}
