import { type AccountEdges, defineServer } from "server-kit";
import type { CaldavAccount } from "./account.ts";
import { type Account, type Config, setUpText } from "./config.ts";
import type { Ceilings } from "./dav/exchange.ts";
import { CARDS } from "./tools/cards.ts";

export const NAME = "caldav-mcp";

/** The edges of the process, replaced in tests. */
export type Edges = AccountEdges & {
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

export const { offeredTools, createServerFactory } = defineServer<Account, Config, Edges, CaldavAccount>({
  name: NAME,
  prefix: "CALDAV",
  source: "caldav",
  instructions: INSTRUCTIONS,
  cards: CARDS,
  setUpText,
  whereItActs: (account) => account,
  open: async (config, account, edges) => (await import("./opened.ts")).openTools(config, account, edges),
});
