import { type Budget, type GuardedFetch, type GuardedInit, HttpFailure } from "server-kit";
import type { Body } from "./bodies.ts";
import { decoding } from "./decoding.ts";
import { readStrongETag } from "./etag.ts";
import { isSamePlace } from "./href.ts";
import { createMultistatusReader, type Multistatus, readMultistatus } from "./multistatus.ts";
import { failureOf, isRefusedBeforehand, refusalOf } from "./refusals.ts";
import { type Written, WriteUnsettled } from "./settle.ts";

/** What a request may cost; the last argument of every method. */
export type DavCall = { budget: Budget };

/** A multistatus, with the address that answered and the name the server gives itself. */
export type DavAnswer = Multistatus & { url: URL; server: string };

/** A request that is answered by a multistatus, or fails with one of the statuses. */
export type Question = { method: "PROPFIND" | "REPORT"; body: Body; depth: "0" | "1" };

/** In bytes: the largest multistatus, the largest entry, and the texts that one reading takes of what comes in parts. */
export type Ceilings = { multistatus: number; entry: number; inParts: number };

/** One request and what came of it. The guarded fetch asks the call's budget directly before it sends. */
export type Exchange = {
  /** Any answer at all; the status is the caller's to judge. */
  ask(url: URL, question: Question, call: DavCall): Promise<Response>;
  multistatus(url: URL, question: Question, call: DavCall): Promise<DavAnswer>;
  /** An answer of success. */
  read(
    url: URL,
    request: { method: "GET" | "OPTIONS"; headers: Record<string, string> },
    call: DavCall,
  ): Promise<Response>;
  /** `send` makes the one request with the `fetch` it is given. @throws WriteUnsettled when the outcome is open */
  write(send: (fetch: typeof globalThis.fetch) => Promise<Response>, call: DavCall): Promise<Written>;
};

const WRITTEN = new Set([200, 201, 204]);

/** Only a precondition is looked for in the answer to a write. */
const MAX_WRITE_ANSWER = 65_536;

/** Nextcloud shows calendars subscribed to elsewhere as readable ones to clients that send this (F20). */
const READ_HEADERS = { "X-NC-CalDAV-Webcal-Caching": "On" };

export function createExchange(fetch: GuardedFetch, ceilings: Ceilings): Exchange {
  /**
   * Lets tsdav build the request and keeps the answer for ourselves: tsdav gets an empty one, since its reader takes
   * broken XML for success and is quadratic.
   */
  async function ask(
    url: URL,
    { method, body, depth }: Question,
    call: DavCall,
    { take }: Pick<GuardedInit, "take"> = {},
  ): Promise<Response> {
    // Loaded with the first request: a server that is only started and asked for its tools does without.
    const { davRequest } = await import("tsdav");
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
          ...(take === undefined ? {} : { take }),
        });
        return new Response(null, { status: 207 });
      },
    }).catch((error: unknown) => {
      throw failureOf(error, "read");
    });
    if (answer === undefined) throw new TypeError("The request was not sent.");
    return answer;
  }

  async function multistatus(url: URL, question: Question, call: DavCall): Promise<DavAnswer> {
    const reader = createMultistatusReader();
    const text = decoding(reader.write);
    const answer = await ask(url, question, call, { take: text.take });
    if (!answer.ok) throw refusalOf(answer.status, "read", await answer.text());
    text.end();
    const answered = addressOf(answer, url);
    return {
      ...(await reader.end({ baseUrl: answered })),
      url: answered,
      server: answer.headers.get("server") ?? "",
    };
  }

  /** Sends a write once; only 200, 201 and 204 are success. */
  async function write(send: Parameters<Exchange["write"]>[0], call: DavCall): Promise<Written> {
    const answer = await send((url, init) =>
      fetch(url instanceof Request ? url.url : url, {
        method: init?.method ?? "GET",
        headers: plainHeaders(init?.headers),
        ...bodyOf(init),
        budget: call.budget,
        ceiling: MAX_WRITE_ANSWER,
      }),
    ).catch((error: unknown) => {
      if (error instanceof HttpFailure && error.status !== undefined && WRITTEN.has(error.status))
        return undefined;
      throw failureOf(error, "write");
    });
    if (answer === undefined) return { etag: undefined };
    const text = await answer.text();
    const refused = refusalIn(answer, text);
    if (refused !== undefined) throw refusalOf(refused, "write", text);
    if (!WRITTEN.has(answer.status)) throw new WriteUnsettled(answer.status);
    // Login pages and captive portals answer everything with 200 and a page.
    if (answer.status === 200 && text.trim() !== "") throw new WriteUnsettled(200);
    return { etag: readStrongETag(answer.headers.get("etag")) };
  }

  async function read(
    url: URL,
    { method, headers }: Parameters<Exchange["read"]>[1],
    call: DavCall,
  ): Promise<Response> {
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

  return { ask, multistatus, read, write };
}

/**
 * The status that says a write was refused before it was acted on: the answer's own, or the one that a 207 gives for
 * this very address. Undefined when that is not certain; what stands there afterwards is then the only proof.
 */
function refusalIn(answer: Response, text: string): number | undefined {
  if (answer.status !== 207) return isRefusedBeforehand(answer.status) ? answer.status : undefined;
  const asked = URL.parse(answer.url);
  const statuses = asked === null ? [] : statusesOf(asked, text);
  return statuses.every((status) => status !== undefined && isRefusedBeforehand(status))
    ? statuses[0]
    : undefined;
}

/** What a multistatus says of one address; nothing when it is cut off or no multistatus at all. */
function statusesOf(url: URL, text: string): (number | undefined)[] {
  try {
    const { responses } = readMultistatus(text, { baseUrl: url });
    return responses.filter((response) => isSamePlace(response.url, url)).map(({ status }) => status);
  } catch {
    return [];
  }
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
