import type { Budget } from "../budget.ts";
import type { Clock } from "../clock.ts";
import { systemClock, waitFor } from "../clock.ts";
import { HttpFailure } from "../errors.ts";
import type { TakePiece } from "./ceilings.ts";
import type { Credentials } from "./credentials.ts";
import { authorizationOf, wantsOnlyDigest } from "./credentials.ts";
import type { Answer, Fetch } from "./exchange.ts";
import { perform } from "./exchange.ts";
import type { AllowedHost } from "./hosts.ts";
import { reachOf } from "./hosts.ts";
import { limitInFlight } from "./in-flight.ts";
import { loadFetch } from "./own-connections.ts";
import { isRedirect, nextAddress } from "./redirects.ts";
import { createRefusalMemo } from "./refusal-memo.ts";
import { retryAfterMs } from "./retry-after.ts";

/** What a request may carry; a subset of `RequestInit`, so that libraries that take a `fetch` can use it. */
export type GuardedInit = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  signal?: AbortSignal;
  /**
   * Largest body in bytes after decompression; a larger one is a failure, never a cut text. Only the bodies of
   * errors and of answers to writes are cut: there the status is the answer.
   */
  ceiling?: number;
  /**
   * Takes the body of an answer to a read in pieces as they come, so that a large one is never held as a whole; the
   * returned `Response` then has none. Only answers of success (2xx) are handed on, and only when the promise resolves is
   * it known that the body ended as it should. What it throws counts as an answer that broke off.
   */
  take?: TakePiece;
  /** Own deadline of this request in milliseconds. */
  timeoutMs?: number;
  /** What the call may still cost: checked before each request, and the bound for waiting after a 429 or 503. */
  budget?: Budget;
};

/**
 * `fetch`, with the rules of this project: deadline, ceilings, redirects, hosts and credentials decided in one
 * place. The body of the returned `Response` has been read completely; `url` is the address that answered.
 */
export type GuardedFetch = (url: string | URL, init?: GuardedInit) => Promise<Response>;

export type GuardedFetchOptions = {
  /** The address from the settings; requests go to its origin and to `allowedHosts`, nowhere else. */
  configured: URL;
  allowedHosts?: readonly AllowedHost[];
  credentials?: Credentials;
  /** What the settings are called in a sentence. Default of the address: "the configured address". */
  settings?: { address: string; allowedHosts?: string };
  /** What to check after a refusal, for a sentence: "the user name, the app password and CALDAV_URL". */
  checkAfterRefusal: string;
  /** Methods that change nothing: only these are redirected, retried, and given up when the call is cancelled. */
  safeMethods: readonly string[];
  maxRedirects?: number;
  /** Statuses after which a read is tried again when the server says when. */
  retryStatuses?: readonly number[];
  /** Pause before trying again when the server does not say when; left out: no further try. */
  retryPauseMs?: number;
  timeoutMs?: number;
  ceiling?: number;
  errorCeiling?: number;
  inFlight?: number;
  refusalMemoMs?: number;
  /** Accept any certificate from the configured host. */
  insecureTls?: boolean;
  userAgent?: string;
  /** Takes the place of `fetch` with connections of its own, in tests. */
  fetch?: Fetch;
  clock?: Clock;
};

const MAX_ADDRESS = 16 * 1024;
const MAX_RETRIES = 3;
const LEAST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** Set here or not at all: a caller cannot bring its own, and a redirect cannot carry them along. */
const RESERVED = ["authorization", "cookie", "proxy-authorization", "host"];
/** Describe the body as it came over the wire, not as it is handed on; cookies are not kept. */
const NOT_HANDED_ON = ["content-encoding", "content-length", "transfer-encoding", "set-cookie"];

const addressOf = (address: string | URL): URL => {
  const text = String(address);
  if (text.length > MAX_ADDRESS || !URL.canParse(text)) {
    throw new HttpFailure(
      "bad-address",
      "That is not an address a request can be sent to; nothing was sent.",
      {
        delivery: "not-sent",
      },
    );
  }
  const url = new URL(text);
  url.hash = "";
  return url;
};

const callerHeaders = (given: GuardedInit["headers"]): Headers => {
  try {
    return new Headers(given);
  } catch {
    // The platform's own error quotes the value.
    throw new HttpFailure("bad-request", "A header of this request cannot be sent; nothing was sent.", {
      delivery: "not-sent",
    });
  }
};

const responseOf = ({ status, headers, bytes }: Answer, url: URL): Response => {
  const kept = new Headers(headers);
  for (const name of NOT_HANDED_ON) kept.delete(name);
  const mayHaveBody = status !== 204 && status !== 205 && status !== 304;
  const response = new Response(mayHaveBody ? bytes : null, { status, headers: kept });
  return Object.defineProperty(response, "url", { value: url.href, enumerable: true });
};

const seconds = (ms: number): number => Math.max(1, Math.round(ms / 1000));

const NO_NAMES: NonNullable<GuardedFetchOptions["settings"]> = { address: "the configured address" };

/** One client of one account. Everything that is shared by its calls (refusals, places in flight) lives in it. */
export const createGuardedFetch = (options: GuardedFetchOptions): GuardedFetch => {
  const { configured, checkAfterRefusal, clock = systemClock } = options;
  const safeMethods = new Set(options.safeMethods);
  const retryStatuses = new Set(options.retryStatuses ?? [429, 503]);
  const refusalMemoMs = options.refusalMemoMs ?? 10_000;
  const reach = reachOf(configured, options.allowedHosts);
  const { address: configuredAddress, allowedHosts } = options.settings ?? NO_NAMES;
  const redirects = {
    reach,
    safeMethods,
    max: options.maxRedirects ?? 3,
    advice: `Set ${configuredAddress} to the address at which a browser ends up${allowedHosts === undefined ? "" : `, or name that host in ${allowedHosts}`}.`,
  };
  const authorization = options.credentials === undefined ? undefined : authorizationOf(options.credentials);
  const inFlight = limitInFlight(options.inFlight ?? 4);
  const refusals = createRefusalMemo({ clock, forMs: refusalMemoMs });
  let ordinary: Promise<Fetch> | undefined;
  let insecure: Promise<Fetch> | undefined;

  const fetchFor = async (url: URL): Promise<Fetch> => {
    if (options.insecureTls === true && url.hostname === configured.hostname) {
      insecure ??= loadFetch({ insecureTls: true });
      return insecure;
    }
    if (options.fetch !== undefined) return options.fetch;
    ordinary ??= loadFetch({ insecureTls: false });
    return ordinary;
  };

  /** The one place where a request gets its credentials, directly after the check where it goes. */
  const headersFor = (url: URL, given: GuardedInit["headers"]): Headers => {
    if (!reach.allows(url)) {
      throw new HttpFailure(
        "bad-address",
        "That address is on another server than the configured one, or carries a user name; nothing was sent.",
        { delivery: "not-sent" },
      );
    }
    const headers = callerHeaders(given);
    for (const name of RESERVED) headers.delete(name);
    if (options.userAgent !== undefined) headers.set("user-agent", options.userAgent);
    if (authorization !== undefined) headers.set("authorization", authorization);
    return headers;
  };

  const refuseFromMemory = (origin: string): void => {
    const age = refusals.ageOf(origin);
    if (age === undefined) return;
    throw new HttpFailure(
      "credentials-refused",
      `The server refused the credentials ${seconds(age)} s ago and was not asked again, since repeated failures can lock ` +
        `the account. Check ${checkAfterRefusal}; the next try is possible in ${seconds(refusalMemoMs - age)} s.`,
      { delivery: "not-sent", status: 401 },
    );
  };

  const send = async (
    url: URL,
    method: string,
    init: GuardedInit,
    signal: AbortSignal | undefined,
  ): Promise<Answer> => {
    const headers = headersFor(url, init.headers);
    const chosen = await fetchFor(url);
    return inFlight(async () => {
      init.budget?.check();
      refuseFromMemory(url.origin);
      const answer = await perform(
        {
          url,
          method,
          headers,
          body: init.body,
          write: !safeMethods.has(method),
          ceiling: init.ceiling ?? options.ceiling ?? 16 * 1024 * 1024,
          errorCeiling: options.errorCeiling ?? 64 * 1024,
          take: init.take,
          timeoutMs: init.timeoutMs ?? options.timeoutMs ?? 30_000,
          signal,
          address: url.origin === configured.origin ? configuredAddress : "the address that the server names",
        },
        chosen,
        clock,
      );
      if (answer.status !== 401) return answer;
      refusals.note(url.origin);
      throw new HttpFailure(
        "credentials-refused",
        options.credentials?.kind === "basic" && wantsOnlyDigest(answer.headers.get("www-authenticate"))
          ? "The server refused the credentials (HTTP 401): it takes only Digest sign-in, which this program does not speak. Let it take Basic sign-in over https."
          : `The server refused the credentials (HTTP 401). Check ${checkAfterRefusal}.`,
        { delivery: "answered", status: 401 },
      );
    }, signal);
  };

  /** How long to wait before the same read is sent again, or undefined when its answer is final. */
  const pauseAfter = (answer: Answer, method: string, allowanceMs: number): number | undefined => {
    if (!safeMethods.has(method) || !retryStatuses.has(answer.status)) return undefined;
    const asked = retryAfterMs(answer.headers.get("retry-after"), clock.wallClock()) ?? options.retryPauseMs;
    if (asked === undefined) return undefined;
    const pause = Math.max(asked, LEAST_PAUSE_MS);
    return pause < allowanceMs ? pause : undefined;
  };

  return async (address, init = {}) => {
    const method = (init.method ?? "GET").toUpperCase();
    const signals = [init.signal, init.budget?.signal].filter((signal) => signal !== undefined);
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
    let url = addressOf(address);
    let followed = 0;
    let retried = 0;
    for (;;) {
      const answer = await send(url, method, init, signal);
      if (isRedirect(answer.status)) {
        const location = answer.headers.get("location");
        url = nextAddress({ method, from: url, status: answer.status, location, followed }, redirects);
        followed += 1;
        continue;
      }
      const allowanceMs = init.budget?.remainingMs() ?? LONGEST_PAUSE_MS;
      const pause = retried < MAX_RETRIES ? pauseAfter(answer, method, allowanceMs) : undefined;
      if (pause === undefined) return responseOf(answer, url);
      retried += 1;
      await waitFor(clock, pause, signal);
    }
  };
};
