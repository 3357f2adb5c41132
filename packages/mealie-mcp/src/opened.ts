import { randomUUID } from "node:crypto";
import {
  createGuardedFetch,
  type Described,
  type Opened,
  systemClock,
  type Today,
  todayIn,
} from "server-kit";
import { createApi } from "./api/client.ts";
import { lookupHost as systemLookup } from "./api/public-url.ts";
import type { Account, Config } from "./config.ts";
import { MealieError } from "./errors.ts";
import type { MealieInstance } from "./instance.ts";
import { type Edges, NAME } from "./server.ts";
import { TOOLS } from "./tools/index.ts";

/** What calls work with. It is loaded with the first of them: a server that only lists its tools starts without it. */
export function openTools(config: Config, account: Account, edges: Edges): Opened<MealieInstance> {
  return { tools: TOOLS, deps: openInstance(config, account, edges), describeError };
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
    settings: { address: "MEALIE_URL" },
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

function describeError(error: unknown): Described | undefined {
  if (!(error instanceof MealieError)) return undefined;
  return { message: error.message, foreign: error.foreign };
}
