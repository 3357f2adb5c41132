import { type Budget, type GuardedFetch, HttpFailure } from "server-kit";
import { createObject, davRequest, deleteObject, updateObject } from "tsdav";
import { CaldavError } from "../errors.ts";
import type { Window } from "../ical/types.ts";
import { type Body, freeBusyBody, propfindBody, type Property, type Report, reportBody } from "./bodies.ts";
import { readStrongETag, type StrongETag } from "./etag.ts";
import { type Multistatus, readMultistatus } from "./multistatus.ts";
import { failureOf, refusalOf } from "./refusals.ts";
import {
  created,
  deleted,
  moved,
  replaced,
  settle,
  type Standing,
  type Verdict,
  type Written,
  WriteUnsettled,
} from "./settle.ts";

/** What a request may cost; the last argument of every method. */
export type DavCall = { budget: Budget };

/** A multistatus, with the address that answered and the name the server gives itself. */
export type DavAnswer = Multistatus & { url: URL; server: string };

/** On which condition an entry is written: it is still what was read, or nothing is there yet. */
export type PutCondition = { ifMatch: StrongETag } | { ifNoneMatch: "*" };

/** What a server says it can do, as whole tokens in lower case. */
export type DavOptions = { features: ReadonlySet<string>; methods: ReadonlySet<string> };

/**
 * The requests this program can make, and no other: there is no MKCALENDAR, no POST, and no request for an address
 * that an entry names. Reads stop when the call is cancelled; a write that has left is always waited for.
 */
export type DavClient = {
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
  /** Largest multistatus and largest entry in bytes. */
  ceilings?: { multistatus: number; entry: number };
};

const MIB = 1_048_576;
const CEILINGS = { multistatus: 16 * MIB, entry: 8 * MIB };
const WRITTEN = new Set([200, 201, 204]);

/** Statuses after which a write may have been carried out all the same: a gateway or the server gave up on the way. */
const OUTCOME_OPEN = new Set([202, 408, 500, 502, 504]);

/** Nextcloud shows calendars subscribed to elsewhere as readable ones to clients that send this (F20). */
const READ_HEADERS = { "X-NC-CalDAV-Webcal-Caching": "On" };

export function createDavClient({ fetch, ceilings = CEILINGS }: DavClientOptions): DavClient {
  /**
   * Lets tsdav build the request and keeps the answer for ourselves: tsdav gets an empty one, since its reader takes
   * broken XML for success and is quadratic.
   */
  async function ask(url: URL, method: "PROPFIND" | "REPORT", body: Body, depth: "0" | "1", call: DavCall) {
    call.budget.check();
    let answer: Response | undefined;
    await davRequest({
      url: url.href,
      init: { method, headers: { Depth: depth, ...READ_HEADERS }, body },
      fetch: async (_url, init) => {
        answer = await fetch(url, {
          method,
          headers: plainHeaders(init?.headers),
          ...bodyOf(init),
          budget: call.budget,
          ceiling: ceilings.multistatus,
        });
        return new Response(null, { status: 207 });
      },
    }).catch((error: unknown) => {
      throw failureOf(error, "read");
    });
    if (answer === undefined) throw new TypeError("The request was not sent.");
    return answer;
  }

  async function multistatus(url: URL, answer: Response): Promise<DavAnswer> {
    const text = await answer.text();
    if (!answer.ok) throw refusalOf(answer.status, "read", text);
    const answered = addressOf(answer, url);
    return {
      ...readMultistatus(text, { baseUrl: answered }),
      url: answered,
      server: answer.headers.get("server") ?? "",
    };
  }

  /** Sends a write once; only 200, 201 and 204 are success, a 207 is none. */
  async function write(send: (fetch: typeof globalThis.fetch) => Promise<Response>, call: DavCall) {
    call.budget.check();
    const answer = await send((url, init) =>
      fetch(url instanceof Request ? url.url : url, {
        method: init?.method ?? "GET",
        headers: plainHeaders(init?.headers),
        ...bodyOf(init),
        budget: call.budget,
      }),
    ).catch((error: unknown) => {
      if (error instanceof HttpFailure && error.status !== undefined && WRITTEN.has(error.status))
        return undefined;
      throw failureOf(error, "write");
    });
    if (answer === undefined) return { etag: undefined };
    if (OUTCOME_OPEN.has(answer.status)) throw new WriteUnsettled(answer.status);
    if (!WRITTEN.has(answer.status)) throw refusalOf(answer.status, "write", await answer.text());
    return { etag: readStrongETag(answer.headers.get("etag")) };
  }

  async function read(url: URL, method: "GET" | "OPTIONS", headers: Record<string, string>, call: DavCall) {
    call.budget.check();
    const answer = await fetch(url, {
      method,
      headers: { ...READ_HEADERS, ...headers },
      budget: call.budget,
      ceiling: ceilings.entry,
    }).catch((error: unknown) => {
      throw failureOf(error, "read");
    });
    if (!answer.ok) throw refusalOf(answer.status, "read", await answer.text());
    return answer;
  }

  /** Runs a write; when its answer does not tell the outcome, looks at the entry once more. */
  async function settled(writing: Promise<Written>, look: () => Promise<Verdict>) {
    return writing.catch((error: unknown) => {
      if (error instanceof WriteUnsettled) return settle(error, look);
      throw error;
    });
  }

  async function get(url: URL, call: DavCall) {
    const answer = await read(url, "GET", { "Accept-Encoding": "identity" }, call);
    const text = await answer.text();
    if (answer.status !== 200 || !isCalendarText(text))
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
    propfind: async (url, { properties, depth }, call) =>
      multistatus(url, await ask(url, "PROPFIND", propfindBody(properties), depth, call)),

    report: async (url, report, call) =>
      multistatus(url, await ask(url, "REPORT", reportBody(report), "1", call)),

    freeBusy: async (url, window, call) => {
      const answer = await ask(url, "REPORT", freeBusyBody(window), "1", call);
      const text = await answer.text();
      return answer.status === 200 && isFreeBusy(text) ? text : undefined;
    },

    options: async (url, call) => {
      const { headers } = await read(url, "OPTIONS", {}, call);
      return {
        features: tokens(headers.get("dav"), "lower"),
        methods: tokens(headers.get("allow"), "upper"),
      };
    },

    get,

    put: async (url, text, condition, call) => {
      const headers = { "Content-Type": "text/calendar; charset=utf-8" };
      if ("ifMatch" in condition)
        return settled(
          write(
            (send) =>
              updateObject({ url: url.href, data: text, etag: condition.ifMatch, headers, fetch: send }),
            call,
          ),
          async () => replaced(await standing(url, call), text, condition.ifMatch),
        );
      return settled(
        write(
          (send) =>
            createObject({
              url: url.href,
              data: text,
              headers: { ...headers, "If-None-Match": "*" },
              fetch: send,
            }),
          call,
        ),
        async () => created(await standing(url, call)),
      );
    },

    delete: async (url, { ifMatch }, call) => {
      await settled(
        write((send) => deleteObject({ url: url.href, etag: ifMatch, fetch: send }), call),
        async () => deleted(await standing(url, call), ifMatch),
      );
    },

    move: async (from, to, { ifMatch }, call) => {
      const headers = { Destination: to.href, Overwrite: "F", "If-Match": ifMatch };
      return settled(
        write((send) => send(from.href, { method: "MOVE", headers }), call),
        async () => moved(await standing(from, call), await standing(to, call), ifMatch),
      );
    },
  };
}

function addressOf(answer: Response, asked: URL): URL {
  return URL.parse(answer.url) ?? asked;
}

function plainHeaders(headers: RequestInit["headers"]): Record<string, string> {
  return Object.fromEntries(new Headers(headers).entries());
}

function bodyOf(init: RequestInit | undefined): { body?: string } {
  return typeof init?.body === "string" ? { body: init.body } : {};
}

/** RFC 9110 section 5.6.1: header lines are joined by commas; tokens are compared whole, never as substrings. */
function tokens(header: string | null, letters: "lower" | "upper"): ReadonlySet<string> {
  const list = (header ?? "").split(",").map((token) => token.trim());
  const named = list.filter((token) => token !== "");
  return new Set(named.map((token) => (letters === "lower" ? token.toLowerCase() : token.toUpperCase())));
}

function isCalendarText(text: string): boolean {
  return /^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text);
}

function isFreeBusy(text: string): boolean {
  return isCalendarText(text) && /^BEGIN:VFREEBUSY\s/im.test(text);
}
