import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { JsonValue } from "confirm-guard";

import type { Opened } from "./answer.ts";
import type { BudgetOptions } from "./budget.ts";
import type { ToolCard } from "./card.ts";
import { type ServerEdges, serverFactory } from "./factory.ts";
import { selectTools } from "./filters.ts";
import type { Credentials } from "./http/credentials.ts";
import type { SharedSettings } from "./shared-settings.ts";

/** The settings of a server that acts for one account. */
export type AccountSettings<Account> = Pick<SharedSettings, "readOnly" | "allow" | "deny" | "elicitation"> & {
  /** Undefined until it is configured: the server starts and every call explains what is missing. */
  account: Account | undefined;
};

/** The edges of such a server, replaced in tests; `limits.call` is what one call may cost. */
export type AccountEdges = ServerEdges & { limits?: { call?: Omit<BudgetOptions, "signal"> } };

/** A server that acts for one account, as its package describes it. */
export type ServerDefinition<Config, Account, Edges, Deps> = {
  name: string;
  /** What its variables begin with. */
  prefix: string;
  /** Names where foreign text comes from: "caldav". */
  source: string;
  instructions: readonly string[];
  /** All of its tools. */
  cards: readonly ToolCard[];
  /** What a tool answers as long as there is no account. */
  setUpText(config: Config): string;
  /** Where the server acts, and for whom. */
  whereItActs(account: Account): { url: URL; credentials: Credentials };
  /** Loads what calls work with. */
  open(config: Config, account: Account, edges: Edges): Promise<Opened<Deps>>;
};

export type DefinedServer<Config, Edges> = {
  /** The tools that the settings leave. @throws ConfigError when a filter names what does not exist */
  offeredTools: (config: Config) => readonly ToolCard[];
  /** Makes servers that share one guard and one account. @throws ConfigError as `offeredTools` */
  createServerFactory: (config: Config, edges: Edges) => McpServerFactory;
};

/** What a server is, from what its package says of it. */
export const defineServer = <
  Account,
  Config extends AccountSettings<Account>,
  Edges extends AccountEdges,
  Deps,
>(
  server: ServerDefinition<Config, Account, Edges, Deps>,
): DefinedServer<Config, Edges> => {
  const { name, prefix, source, instructions, cards } = server;

  const offeredTools = ({ readOnly, allow, deny }: Config): readonly ToolCard[] =>
    selectTools(cards, { readOnly: readOnly ? `${prefix}_READ_ONLY` : undefined, allow, deny });

  const actingFor = (account: Account, config: Config, edges: Edges) => ({
    audience: async (): Promise<JsonValue> => {
      const { url, credentials } = server.whereItActs(account);
      return (await import("./audience.ts")).audienceOf(url, credentials);
    },
    open: () => server.open(config, account, edges),
  });

  const createServerFactory = (config: Config, edges: Edges): McpServerFactory => {
    const { account, elicitation } = config;
    const budget = edges.limits?.call;
    const parts = {
      name,
      source,
      instructions,
      elicitation,
      cards: offeredTools(config),
      ...(budget === undefined ? {} : { budget }),
    };
    const work =
      account === undefined ? { unavailable: server.setUpText(config) } : actingFor(account, config, edges);
    return serverFactory<Deps>({ ...parts, ...work }, edges);
  };

  return { offeredTools, createServerFactory };
};
