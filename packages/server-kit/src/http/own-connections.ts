import { HttpFailure } from "../errors.ts";
import type { Fetch } from "./exchange.ts";

/**
 * A `fetch` that brings its own HTTP, and nothing else in the process is affected. Not the platform's: that of Node 22 and
 * 24 ends the whole process, past every `catch`, when a server closes the connection while its answer has not been read
 * yet (nodejs/undici#5360), and some servers close it after every answer.
 *
 * Versions of Node that cannot load it go on with their own.
 */
export const loadFetch = async ({ insecureTls }: { insecureTls: boolean }): Promise<Fetch> => {
  // The protocol stays HTTP/1.1, as it is with the platform's.
  const options = { allowH2: false, ...(insecureTls ? { connect: { rejectUnauthorized: false } } : {}) };
  const { Agent, fetch } = await import("undici").catch(() => OLDER_NODE);
  if (Agent === undefined) {
    if (!insecureTls) return globalThis.fetch;
    throw new HttpFailure(
      "untrusted-certificate",
      "Accepting any certificate needs Node 22.19 or newer; nothing was sent. NODE_EXTRA_CA_CERTS works with older ones too.",
      { delivery: "not-sent" },
    );
  }
  const dispatcher = new Agent(options);
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

const OLDER_NODE = { Agent: undefined, fetch: undefined };
