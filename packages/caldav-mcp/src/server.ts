import { createHash } from "node:crypto";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { JsonValue } from "confirm-guard";
import { type ProgramEdges, selectTools, serverFactory, type ToolCard } from "server-kit";
import { type Account, type Config, setUpText } from "./config.ts";
import type { Ceilings } from "./dav/exchange.ts";
import { CARDS } from "./tools/cards.ts";

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
export function offeredTools(config: Config): readonly ToolCard[] {
  return selectTools(CARDS, {
    readOnly: config.readOnly ? "CALDAV_READ_ONLY" : undefined,
    allow: config.allow,
    deny: config.deny,
  });
}

/**
 * Makes servers that share one guard and one account.
 *
 * @throws ConfigError, GuardUsageError on settings that cannot be used
 */
export function createServerFactory(config: Config, edges: Edges): McpServerFactory {
  const { account } = config;
  return serverFactory(
    {
      name: NAME,
      instructions: INSTRUCTIONS,
      cards: offeredTools(config),
      source: "caldav",
      audience: account === undefined ? null : audienceOf(account),
      elicitation: config.elicitation,
      ...(edges.limits?.call === undefined ? {} : { budget: edges.limits.call }),
      ...(account === undefined
        ? { unavailable: setUpText(config) }
        : { open: async () => (await import("./opened.ts")).openTools(config, account, edges) }),
    },
    edges,
  );
}

/** Where the server acts: an approval for one account is none for another. */
function audienceOf({ url, credentials }: Account): JsonValue {
  if (credentials.kind === "basic") return [url.href, credentials.username];
  return [url.href, createHash("sha256").update(credentials.token).digest("hex")];
}
