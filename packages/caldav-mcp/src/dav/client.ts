import type { GuardedFetch } from "server-kit";
import { CaldavError, type CaldavErrorCode } from "../errors.ts";
import type { Window } from "../ical/types.ts";
import { freeBusyBody, propfindBody, type Property, type Report, reportBody } from "./bodies.ts";
import { readStrongETag, type StrongETag } from "./etag.ts";
import { type Ceilings, createExchange, type DavAnswer, type DavCall } from "./exchange.ts";
import {
  created,
  deleted,
  holds,
  moved,
  replaced,
  settle,
  type Standing,
  type Verdict,
  type Written,
  WriteUnsettled,
} from "./settle.ts";

export type { DavAnswer, DavCall } from "./exchange.ts";

/** On which condition an entry is written: it is still what was read, or nothing is there yet. */
export type PutCondition = { ifMatch: StrongETag } | { ifNoneMatch: "*" };

/** What a server says it can do, as whole tokens. */
export type DavOptions = { features: ReadonlySet<string>; methods: ReadonlySet<string> };

/**
 * The requests this program can make, and no other: there is no MKCALENDAR, no POST, and no request for an address
 * that an entry names. Reads stop when the call is cancelled; a write that has left is always waited for.
 */
export type DavClient = {
  /** How much of the answers is read. */
  readonly ceilings: Ceilings;
  propfind(
    url: URL,
    query: { properties: readonly Property[]; depth: "0" | "1" },
    call: DavCall,
  ): Promise<DavAnswer>;
  report(url: URL, report: Report, call: DavCall): Promise<DavAnswer>;
  /** The text of a server's free-busy answer, or undefined when it gives none that can be used. */
  freeBusy(url: URL, window: Window, call: DavCall): Promise<string | undefined>;
  options(url: URL, call: DavCall): Promise<DavOptions>;
  /** The stored text, asked for unencoded: under compression some servers weaken the ETag. */
  get(url: URL, call: DavCall): Promise<{ text: string; etag: StrongETag | undefined }>;
  /** @throws CaldavError `changed` when the condition does not hold, `write-unknown` when the answer was lost */
  put(url: URL, text: string, condition: PutCondition, call: DavCall): Promise<Written>;
  /** @throws CaldavError as {@link DavClient.put}, and `not-found` when nothing is there */
  delete(url: URL, condition: { ifMatch: StrongETag }, call: DavCall): Promise<void>;
  /** Moves without ever overwriting. @throws CaldavError as {@link DavClient.put} */
  move(from: URL, to: URL, condition: { ifMatch: StrongETag }, call: DavCall): Promise<Written>;
};

export type DavClientOptions = {
  fetch: GuardedFetch;
  ceilings?: Ceilings;
};

const MIB = 1_048_576;
const CEILINGS: Ceilings = { multistatus: 16 * MIB, entry: 8 * MIB, inParts: 64 * MIB };

export function createDavClient({ fetch, ceilings = CEILINGS }: DavClientOptions): DavClient {
  const exchange = createExchange(fetch, ceilings);

  /** Runs a write; when its answer does not tell the outcome, looks at the entry once more. */
  async function settled(writing: Promise<Written>, look: () => Promise<Verdict>) {
    return writing.catch((error: unknown) => {
      if (error instanceof WriteUnsettled) return settle(error, look);
      throw error;
    });
  }

  async function get(url: URL, call: DavCall) {
    const answer = await exchange.read(
      url,
      { method: "GET", headers: { "Accept-Encoding": "identity" } },
      call,
    );
    const text = utf8(await answer.arrayBuffer());
    if (answer.status !== 200 || text === undefined || !isCalendarText(text))
      throw new CaldavError(
        "unreadable-entry",
        "What the server stores at this place is not a calendar entry.",
      );
    return { text, etag: readStrongETag(answer.headers.get("etag")) };
  }

  async function standing(url: URL, call: DavCall): Promise<Standing> {
    return get(url, call).catch((error: unknown) => {
      if (error instanceof CaldavError && error.code === "not-found") return "nothing";
      throw error;
    });
  }

  return {
    ceilings,

    propfind: async (url, { properties, depth }, call) =>
      exchange.multistatus(url, { method: "PROPFIND", body: propfindBody(properties), depth }, call),

    report: async (url, report, call) =>
      exchange.multistatus(url, { method: "REPORT", body: reportBody(report), depth: "1" }, call),

    freeBusy: async (url, window, call) => {
      const answer = await exchange.ask(
        url,
        { method: "REPORT", body: freeBusyBody(window), depth: "1" },
        call,
      );
      const text = await answer.text();
      return answer.status === 200 && isFreeBusy(text) ? text : undefined;
    },

    options: async (url, call) => {
      const { headers } = await exchange.read(url, { method: "OPTIONS", headers: {} }, call);
      return {
        features: tokens(headers.get("dav"), "lower"),
        methods: tokens(headers.get("allow"), "upper"),
      };
    },

    get,

    put: async (url, text, condition, call) => {
      const { createObject, updateObject } = await import("tsdav");
      const headers = { "Content-Type": "text/calendar; charset=utf-8" };
      const there = async (): Promise<Standing> => standing(url, call);
      if ("ifMatch" in condition) {
        const update = { url: url.href, data: text, etag: condition.ifMatch, headers };
        const writing = exchange.write((send) => updateObject({ ...update, fetch: send }), call);
        return settled(orStoredBefore(writing, text, there), async () =>
          replaced(await there(), text, condition.ifMatch),
        );
      }
      const create = { url: url.href, data: text, headers: { ...headers, "If-None-Match": "*" } };
      const writing = exchange.write((send) => createObject({ ...create, fetch: send }), call);
      return settled(orStoredBefore(writing, text, there), async () => created(await there()));
    },

    delete: async (url, { ifMatch }, call) => {
      const { deleteObject } = await import("tsdav");
      await settled(
        exchange.write((send) => deleteObject({ url: url.href, etag: ifMatch, fetch: send }), call),
        async () => deleted(await standing(url, call), ifMatch),
      );
    },

    move: async (from, to, { ifMatch }, call) => {
      const headers = { Destination: to.href, Overwrite: "F", "If-Match": ifMatch };
      return settled(
        exchange.write((send) => send(from.href, { method: "MOVE", headers }), call),
        async () => moved(await standing(from, call), await standing(to, call), ifMatch),
      );
    },
  };
}

/**
 * Gateways may send a PUT a second time when its answer is lost (RFC 9110 section 9.2.2). The second one then fails on
 * what the first one stored: its name or version (412) or its UID (409). So these are refusals only if something else
 * stands there.
 */
async function orStoredBefore(
  writing: Promise<Written>,
  sent: string,
  there: () => Promise<Standing>,
): Promise<Written> {
  return writing.catch(async (error: unknown) => {
    if (!(error instanceof CaldavError) || !MET_ITSELF.has(error.code)) throw error;
    const now = await there().catch(() => "nothing" as const);
    if (now === "nothing" || !holds(now, sent)) throw error;
    return { etag: now.etag };
  });
}

const MET_ITSELF: ReadonlySet<CaldavErrorCode> = new Set(["changed", "write-failed"]);

/** RFC 9110 section 5.6.1: header lines are joined by commas; tokens are compared whole, never as substrings. */
function tokens(header: string | null, letters: "lower" | "upper"): ReadonlySet<string> {
  const list = (header ?? "").split(",").map((token) => token.trim());
  const named = list.filter((token) => token !== "");
  return new Set(named.map((token) => (letters === "lower" ? token.toLowerCase() : token.toUpperCase())));
}

/** Undefined for bytes that are not UTF-8: read with replacement characters, the entry would be written back damaged. */
function utf8(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isCalendarText(text: string): boolean {
  return /^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text);
}

function isFreeBusy(text: string): boolean {
  return isCalendarText(text) && /^BEGIN:VFREEBUSY\s/im.test(text);
}
