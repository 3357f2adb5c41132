import { randomUUID } from "node:crypto";
import { createGuardedFetch, type Opened, systemClock } from "server-kit";
import { type CaldavAccount, createAccount } from "./account.ts";
import type { Account, Config } from "./config.ts";
import { createDavClient } from "./dav/client.ts";
import { createDiscoverer } from "./dav/discovery.ts";
import { CaldavError } from "./errors.ts";
import { type Edges, NAME } from "./server.ts";
import { TOOLS } from "./tools/index.ts";

/** What calls work with. It is loaded with the first of them: a server that only lists its tools starts without it. */
export function openTools(config: Config, account: Account, edges: Edges): Opened<CaldavAccount> {
  return { tools: TOOLS, deps: openAccount(config, account, edges), describeError };
}

/** The account as the tools use it, with its own client and discovery. */
export function openAccount(
  config: Config,
  account: Account,
  { version, now = Date.now, newUid = randomUUID, limits = {}, inHand }: Edges,
): CaldavAccount {
  const fetch = createGuardedFetch({
    configured: account.url,
    allowedHosts: config.allowedHosts,
    credentials: account.credentials,
    settings: { address: "CALDAV_URL", allowedHosts: "CALDAV_ALLOW_HOSTS" },
    checkAfterRefusal: toCheck(account),
    safeMethods: ["GET", "OPTIONS", "PROPFIND", "REPORT"],
    insecureTls: config.insecureTls,
    userAgent: `${NAME}/${version}`,
    clock: { ...systemClock, wallClock: now },
    ...(limits.requestMs === undefined ? {} : { timeoutMs: limits.requestMs }),
  });
  const client = createDavClient({
    fetch,
    ...(limits.ceilings === undefined ? {} : { ceilings: limits.ceilings }),
  });
  const { discover } = createDiscoverer({
    client,
    url: account.url,
    allow: config.calendars,
    ...(config.ownAddresses.length > 0 ? { addresses: config.ownAddresses } : {}),
    now,
  });
  const mayBegin = (): boolean => inHand?.mayBegin() ?? true;
  return createAccount({ client, discover, config, host: account.url.host, now, newUid, mayBegin });
}

function describeError(error: unknown): string | undefined {
  return error instanceof CaldavError ? error.message : undefined;
}

/** What to look at when the server refuses the credentials. */
function toCheck({ credentials }: Account): string {
  return credentials.kind === "bearer"
    ? "CALDAV_TOKEN and CALDAV_URL"
    : "CALDAV_USERNAME, CALDAV_PASSWORD (many providers want an app password there) and CALDAV_URL";
}
