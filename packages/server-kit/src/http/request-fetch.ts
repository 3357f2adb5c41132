import type { GuardedFetch, GuardedInit } from "./guarded-fetch.ts";

/**
 * The guarded fetch for libraries that call `fetch` with a `Request` object. What a `Request` cannot carry (the
 * ceiling, the budget, the deadline) is given here.
 *
 * @example
 * const api = ky.create({ fetch: forRequests(guardedFetch, { budget }) });
 */
export const forRequests =
  (fetch: GuardedFetch, extra: Pick<GuardedInit, "budget" | "ceiling" | "timeoutMs"> = {}) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const hasBody = request.body !== null;
    return fetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      ...(hasBody ? { body: new Uint8Array(await request.arrayBuffer()) } : {}),
      ...extra,
    });
  };
