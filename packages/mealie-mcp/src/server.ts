import { createHash, randomUUID } from "node:crypto";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { JsonValue } from "confirm-guard";
import {
  createGuardedFetch,
  type Described,
  type ProgramEdges,
  selectTools,
  serverFactory,
  systemClock,
  type Today,
  todayIn,
  type Tool,
} from "server-kit";
import { createApi } from "./api/client.ts";
import { type HostLookup, lookupHost as systemLookup } from "./api/public-url.ts";
import { type Account, type Config, setUpText } from "./config.ts";
import { MealieError } from "./errors.ts";
import type { MealieInstance } from "./instance.ts";
import { TOOLS } from "./tools/index.ts";

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
export function offeredTools(config: Config): readonly Tool<MealieInstance>[] {
  return selectTools(TOOLS, {
    readOnly: config.readOnly ? "MEALIE_READ_ONLY" : undefined,
    allow: config.allow,
    deny: config.deny,
  });
}

/** The instance as the tools use it. */
export function openInstance(
  config: Config,
  { url, token }: Account,
  { version, now = Date.now, newId = randomUUID, lookupHost = systemLookup, limits = {} }: Edges,
): MealieInstance {
  const fetch = createGuardedFetch({
    configured: url,
    credentials: { kind: "bearer", token },
    checkAfterRefusal: "MEALIE_API_TOKEN and MEALIE_URL",
    safeMethods: ["GET"],
    maxRedirects: 0,
    retryStatuses: [429, 502, 503, 504],
    retryPauseMs: 1_000,
    timeoutMs: limits.requestMs ?? 15_000,
    insecureTls: config.insecureTls,
    userAgent: `${NAME}/${version}`,
    clock: { ...systemClock, wallClock: now },
  });
  const api = createApi({ fetch, url, language: config.acceptLanguage, slowMs: limits.slowMs });
  const home = new URL(url.href.endsWith("/") ? url.href : `${url.href}/`);
  const today = (): Today => todayIn(config.timezone, { clock: { wallClock: now } });
  return { api, config, url: home, host: url.host, now, today, newId, lookupHost };
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
      tools: offeredTools(config),
      source: "mealie",
      describeError,
      audience: account === undefined ? null : audienceOf(account),
      elicitation: config.elicitation,
      ...(edges.limits?.call === undefined ? {} : { budget: edges.limits.call }),
      ...(account === undefined
        ? { unavailable: setUpText(config) }
        : { deps: openInstance(config, account, edges) }),
    },
    edges,
  );
}

/** Where the server acts: an approval for one user of an instance is none for another. */
function audienceOf({ url, token }: Account): JsonValue {
  return [url.href, createHash("sha256").update(token).digest("hex")];
}

function describeError(error: unknown): Described | undefined {
  if (!(error instanceof MealieError)) return undefined;
  return { message: error.message, foreign: error.foreign };
}
