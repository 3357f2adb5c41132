import { McpServer, type McpServerFactory } from "@modelcontextprotocol/server";
import { FRAME_INSTRUCTIONS, type JsonValue } from "confirm-guard";

import type { Opened } from "./answer.ts";
import type { BudgetOptions } from "./budget.ts";
import type { ToolCard } from "./card.ts";
import { errorResult } from "./error-result.ts";
import { faultLine, notLoadedText } from "./fault.ts";
import { once } from "./once.ts";
import type { ProgramEdges } from "./program.ts";
import { type Answer, registerTools } from "./table.ts";

/** A server as it is made for each connection. */
export type ServerParts<Deps> = {
  name: string;
  /** What a model is told about the whole server; what untrusted text looks like is added to it. */
  instructions: readonly string[];
  /** The tools that are offered. */
  cards: readonly ToolCard[];
  /** Names where foreign text comes from: "caldav". */
  source: string;
  elicitation: boolean;
  /** What one call may cost. */
  budget?: Omit<BudgetOptions, "signal">;
} & (
  | {
      /** Where the server acts: an approval for one account is none for another. */
      audience: () => Promise<JsonValue>;
      open: () => Promise<Opened<Deps>>;
    }
  | { unavailable: string }
);

/** The edges of a server, replaced in tests; `now` is Unix milliseconds. */
export type ServerEdges = ProgramEdges & { now?: () => number };

/**
 * Makes servers that share one guard: a guard that was made anew for each connection would forget its questions. It is
 * loaded with whatever else calls work with, since a server that only lists its tools needs none of it.
 */
export const serverFactory = <Deps>(parts: ServerParts<Deps>, edges: ServerEdges): McpServerFactory => {
  const { name, cards, elicitation } = parts;
  const calls = once(async () => (await import("./calls.ts")).openCalls(parts, edges));
  // The guard itself says at the start that dialogs are off. A failure of this is told to the call that meets it.
  if (!elicitation) calls().catch(() => undefined);
  const answer = afterLoading(calls, { name, log: edges.log });
  const instructions = [...parts.instructions, FRAME_INSTRUCTIONS].join(" ");
  return () => {
    const mcp = new McpServer({ name, version: edges.version }, { instructions });
    registerTools(mcp, cards, answer);
    return mcp;
  };
};

/** What cannot be loaded is a fault of the program like any other: no path gets out, and nothing runs. */
const afterLoading =
  (calls: () => Promise<Answer>, { name, log }: { name: string; log: (line: string) => void }): Answer =>
  async (call) => {
    let answer: Answer;
    try {
      answer = await calls();
    } catch (error) {
      log(faultLine(error, call.tool, name));
      return errorResult(notLoadedText(name));
    }
    return answer(call);
  };
