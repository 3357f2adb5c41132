import { createHash } from "node:crypto";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { JsonValue } from "confirm-guard";
import { type ProgramEdges, selectTools, serverFactory, type ToolCard } from "server-kit";
import type { HostLookup } from "./api/public-url.ts";
import { type Account, type Config, setUpText } from "./config.ts";
import { CARDS } from "./tools/cards.ts";

export const NAME = "mealie-mcp";

/** The edges of the process, replaced in tests. */
export type Edges = ProgramEdges & {
  /** Unix milliseconds, for dates, questions and what other computers date. */
  now?: () => number;
  newId?: () => string;
  lookupHost?: HostLookup;
  /** Milliseconds that one request may take, also one for which Mealie fetches something; and what one call may cost. */
  limits?: { requestMs?: number; slowMs?: number; call?: { ms?: number; records?: number } };
};

const INSTRUCTIONS = [
  "Recipes, meal plans and shopping lists of one Mealie instance. Take ids from listings and pass them on unchanged.",
  "Dates are plain dates; get_about says which day is today.",
  "Before anything is deleted, merged or shared the person at the client is asked by this server itself; do not ask in their place and do not answer for them.",
];

/** The tools that the settings leave. @throws ConfigError when a filter names what does not exist */
export function offeredTools(config: Config): readonly ToolCard[] {
  return selectTools(CARDS, {
    readOnly: config.readOnly ? "MEALIE_READ_ONLY" : undefined,
    allow: config.allow,
    deny: config.deny,
  });
}

/**
 * Makes servers that share one guard and one instance.
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
      source: "mealie",
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

/** Where the server acts: an approval for one user of an instance is none for another. */
function audienceOf({ url, token }: Account): JsonValue {
  return [url.href, createHash("sha256").update(token).digest("hex")];
}
