import { createHash, randomUUID } from "node:crypto";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { JsonValue } from "confirm-guard";
import {
  createGuardedFetch,
  type ProgramEdges,
  selectTools,
  serverFactory,
  systemClock,
  type Tool,
} from "server-kit";
import { type CaldavAccount, createAccount } from "./account.ts";
import { type Account, type Config, setUpText } from "./config.ts";
import { createDavClient } from "./dav/client.ts";
import type { Ceilings } from "./dav/exchange.ts";
import { createDiscoverer } from "./dav/discovery.ts";
import { CaldavError } from "./errors.ts";
import { TOOLS } from "./tools/index.ts";

export const NAME = "caldav-mcp";

/** The edges of the process, replaced in tests. */
export type Edges = ProgramEdges & {
  /** Unix milliseconds, for calendars, questions and what other computers date. */
  now?: () => number;
  /** Makes the UID of a new entry. */
  newUid?: () => string;
  limits?: Limits;
};

/** What one request and one call may cost; whatever is left out is as the documentation says. */
export type Limits = {
  /** Milliseconds that one request may take. */
  requestMs?: number;
  /** Milliseconds of own work and number of occurrences of one call. */
  call?: { ms?: number; records?: number };
  /** Bytes of the largest answers. */
  ceilings?: Ceilings;
};

const INSTRUCTIONS = [
  "Calendar access over CalDAV. Take ids from listings and pass them on unchanged.",
  "Times without an offset are read in the configured time zone, which every listing names together with today's date.",
  "Before anything is done that cannot be undone, the person at the client is asked by this server itself; do not ask in their place and do not answer for them.",
];

/** The tools that the settings leave. @throws ConfigError when a filter names what does not exist */
export function offeredTools(config: Config): readonly Tool<CaldavAccount>[] {
  return selectTools(TOOLS, {
    readOnly: config.readOnly ? "CALDAV_READ_ONLY" : undefined,
    allow: config.allow,
    deny: config.deny,
  });
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
    checkAfterRefusal: "the user name, the app password or token, and CALDAV_URL",
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

/**
 * Makes servers that share one guard and one account.
 *
 * @throws ConfigError, GuardUsageError on settings that cannot be used
 */
export function createServerFactory(config: Config, edges: Edges): McpServerFactory {
  const account = config.account && openAccount(config, config.account, edges);
  return serverFactory(
    {
      name: NAME,
      instructions: INSTRUCTIONS,
      tools: offeredTools(config),
      source: "caldav",
      describeError,
      audience: config.account === undefined ? null : audienceOf(config.account),
      elicitation: config.elicitation,
      ...(edges.limits?.call === undefined ? {} : { budget: edges.limits.call }),
      ...(account === undefined ? { unavailable: setUpText(config) } : { deps: account }),
    },
    edges,
  );
}

/** Where the server acts: an approval for one account is none for another. */
function audienceOf({ url, credentials }: Account): JsonValue {
  if (credentials.kind === "basic") return [url.href, credentials.username];
  return [url.href, createHash("sha256").update(credentials.token).digest("hex")];
}

function describeError(error: unknown): string | undefined {
  return error instanceof CaldavError ? error.message : undefined;
}
