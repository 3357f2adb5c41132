import { McpServer, type McpServerFactory } from "@modelcontextprotocol/server";
import { createGuard, FRAME_INSTRUCTIONS, type JsonValue } from "confirm-guard";
import type { BudgetOptions } from "./budget.ts";
import type { ToolCard } from "./card.ts";
import { systemClock } from "./clock.ts";
import { decisionLine } from "./decision-line.ts";
import type { ProgramEdges } from "./program.ts";
import { type Opened, registerTools } from "./table.ts";

/** A server as it is made for each connection. */
export type ServerParts<Deps> = {
  name: string;
  /** What a model is told about the whole server; what untrusted text looks like is added to it. */
  instructions: readonly string[];
  /** The tools that are offered. */
  cards: readonly ToolCard[];
  /** Names where foreign text comes from: "caldav". */
  source: string;
  /** Where the server acts: an approval for one account is none for another. Null while there is no account. */
  audience: JsonValue;
  elicitation: boolean;
  /** What one call may cost. */
  budget?: Omit<BudgetOptions, "signal">;
} & ({ open: () => Promise<Opened<Deps>> } | { unavailable: string });

/**
 * Makes servers that share one guard: a guard that was made anew for each connection would forget its questions.
 *
 * @throws GuardUsageError on settings that cannot be used
 */
export const serverFactory = <Deps>(
  parts: ServerParts<Deps>,
  { version, log, inHand, now = Date.now }: ProgramEdges & { now?: () => number },
): McpServerFactory => {
  const { name, cards, source, audience, elicitation, budget } = parts;
  const guard = createGuard({
    server: name,
    audience,
    elicitation,
    clock: { now, monotonic: () => systemClock.now() },
    onDecision: (event) => log(decisionLine(event)),
    warn: log,
  });
  const table = {
    cards,
    guard,
    server: name,
    source,
    log,
    ...(inHand === undefined ? {} : { inHand }),
    ...(budget === undefined ? {} : { budget }),
  };
  const work = "open" in parts ? { open: once(parts.open) } : { unavailable: parts.unavailable };
  const instructions = [...parts.instructions, FRAME_INSTRUCTIONS].join(" ");
  return () => {
    const mcp = new McpServer({ name, version }, { instructions });
    registerTools(mcp, { ...table, ...work });
    return mcp;
  };
};

/** What is opened for one connection serves all of them; a failure, such as too many open files, is not kept. */
const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};
