import { type Budget, createBudget, createGuardedFetch, type GuardedFetchOptions } from "server-kit";
import {
  createDavClient,
  type DavCall,
  type DavClient,
  type DavClientOptions,
} from "../../src/dav/client.ts";
import { createDiscoverer, type Discoverer, type DiscovererOptions } from "../../src/dav/discovery.ts";

/** What a program holds that talks to one account, with the real guarded fetch. */
export type Account = { client: DavClient; discoverer: Discoverer };

export type AccountOptions = Omit<DiscovererOptions, "client" | "url"> &
  Pick<DavClientOptions, "ceilings"> &
  Pick<GuardedFetchOptions, "timeoutMs" | "ceiling" | "allowedHosts"> & { user?: string; password?: string };

export function accountAt(
  address: string,
  {
    user = "ada",
    password = "secret-ada",
    timeoutMs = 5_000,
    allowedHosts = [],
    ceilings,
    ...options
  }: AccountOptions = {},
): Account {
  const url = new URL(address);
  const fetch = createGuardedFetch({
    configured: url,
    allowedHosts,
    credentials: { kind: "basic", username: user, password },
    checkAfterRefusal: "the user name and the password",
    safeMethods: ["GET", "OPTIONS", "PROPFIND", "REPORT"],
    timeoutMs,
  });
  const client = createDavClient({ fetch, ...(ceilings === undefined ? {} : { ceilings }) });
  return { client, discoverer: createDiscoverer({ client, url, ...options }) };
}

/** A fresh call with the usual allowance. */
export function aCall(): DavCall {
  return { budget: createBudget() };
}

/** A call that may still make `requests` requests. */
export function aCallOf(requests: number): DavCall {
  let left = requests;
  const budget = createBudget();
  const counting: Budget = {
    ...budget,
    signal: budget.signal,
    check: () => {
      left -= 1;
      if (left < 0) throw new Error("The call has nothing left.");
    },
  };
  return { budget: counting };
}
