import { type AccountEdges, defineServer } from "server-kit";
import type { HostLookup } from "./api/public-url.ts";
import { type Account, type Config, setUpText } from "./config.ts";
import type { MealieInstance } from "./instance.ts";
import { CARDS } from "./tools/cards.ts";

export const NAME = "mealie-mcp";

/** The edges of the process, replaced in tests. */
export type Edges = AccountEdges & {
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

export const { offeredTools, createServerFactory } = defineServer<Account, Config, Edges, MealieInstance>({
  name: NAME,
  prefix: "MEALIE",
  source: "mealie",
  instructions: INSTRUCTIONS,
  cards: CARDS,
  setUpText,
  whereItActs: ({ url, token }) => ({ url, credentials: { kind: "bearer", token } }),
  open: async (config, account, edges) => (await import("./opened.ts")).openTools(config, account, edges),
});
