import { McpServer, type McpServerFactory } from "@modelcontextprotocol/server";
import { createGuard, FRAME_INSTRUCTIONS, type JsonValue } from "confirm-guard";
import type { BudgetOptions } from "./budget.ts";
import { systemClock } from "./clock.ts";
import { decisionLine } from "./decision-line.ts";
import type { DescribeError } from "./explain.ts";
import type { ProgramEdges } from "./program.ts";
import { registerTools } from "./table.ts";
import type { Tool } from "./tool.ts";

/** A server as it is made for each connection. */
export type ServerParts<Deps> = {
  name: string;
  /** What a model is told about the whole server; what untrusted text looks like is added to it. */
  instructions: readonly string[];
  tools: readonly Tool<Deps>[];
  /** Names where foreign text comes from: "caldav". */
  source: string;
  describeError: DescribeError;
  /** Where the server acts: an approval for one account is none for another. Null while there is no account. */
  audience: JsonValue;
  elicitation: boolean;
  /** What one call may cost. */
  budget?: Omit<BudgetOptions, "signal">;
} & ({ deps: Deps } | { unavailable: string });

/**
 * Makes servers that share one guard: a guard that was made anew for each connection would forget its questions.
 *
 * @throws GuardUsageError on settings that cannot be used
 */
export const serverFactory = <Deps>(
  parts: ServerParts<Deps>,
  { version, log, inHand, now = Date.now }: ProgramEdges & { now?: () => number },
): McpServerFactory => {
  const { name, tools, source, describeError, audience, elicitation, budget } = parts;
  const guard = createGuard({
    server: name,
    audience,
    elicitation,
    clock: { now, monotonic: () => systemClock.now() },
    onDecision: (event) => log(decisionLine(event)),
    warn: log,
  });
  const table = {
    tools,
    guard,
    server: name,
    source,
    describeError,
    log,
    ...(inHand === undefined ? {} : { inHand }),
    ...(budget === undefined ? {} : { budget }),
  };
  const instructions = [...parts.instructions, FRAME_INSTRUCTIONS].join(" ");
  return () => {
    const mcp = new McpServer({ name, version }, { instructions });
    registerTools(
      mcp,
      "deps" in parts ? { ...table, deps: parts.deps } : { ...table, unavailable: parts.unavailable },
    );
    return mcp;
  };
};
