import type { Fetch } from "./exchange.ts";

/**
 * A `fetch` that accepts any certificate. It brings its own connections, so that nothing else in the process is
 * affected, and is loaded only when somebody asked for it.
 */
export const loadInsecureFetch = async (): Promise<Fetch> => {
  const { Agent, fetch } = await import("undici");
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  // undici's own fetch with undici's own agent: the version built into Node and the one installed need not agree.
  return (url, { method, headers, body, redirect, signal }) =>
    fetch(url, {
      method,
      headers: [...headers],
      redirect,
      signal,
      dispatcher,
      ...(body === undefined ? {} : { body }),
    });
};
