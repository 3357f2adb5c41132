import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { Guard, InputRequired, JsonValue, Port, ToolResult } from "confirm-guard";
import { callerOf, portOf } from "confirm-guard/server";

import type { Budget, BudgetOptions } from "./budget.ts";
import { createBudget } from "./budget.ts";
import { deliver } from "./deliver.ts";
import type { DescribeError } from "./explain.ts";
import { explain } from "./explain.ts";
import { faultLine, notLoadedText } from "./fault.ts";
import type { ParsedInput } from "./input.ts";
import { parseInput } from "./input.ts";
import type { Outcome } from "./result.ts";
import { failed, toToolResult } from "./result.ts";
import type { Answer } from "./table.ts";
import type { Call, Tool } from "./tool.ts";
import type { WorkInHand } from "./work-in-hand.ts";

/** What calls work with; it is loaded when the first of them comes. */
export type Opened<Deps> = { tools: readonly Tool<Deps>[]; deps: Deps; describeError: DescribeError };

export type AnswerOptions<Deps> = {
  guard: Guard;
  /** The server's own name, for sentences and log lines. */
  server: string;
  /** Names where foreign text comes from: "caldav". */
  source: string;
  /** One line for stderr, without content. */
  log: (line: string) => void;
  /** Where approved work is noted, for a process that is told to end meanwhile. */
  inHand?: WorkInHand;
  /** What one call may cost, and the clock it is measured with. */
  budget?: Omit<BudgetOptions, "signal">;
} & (
  | { open: () => Promise<Opened<Deps>>; unavailable?: never }
  /** Nothing is configured: every call answers with this text, which says what to set. */
  | { open?: never; unavailable: string }
);

type Parsed = Extract<ParsedInput, { ok: true }>;

/** Answers every call of a table of tools: parse, ask where the tool is guarded, run, frame. */
export const createAnswer =
  <Deps>(options: AnswerOptions<Deps>): Answer =>
  async ({ tool: name, raw, mcp, ctx }) => {
    if (options.unavailable !== undefined) return toToolResult(failed(options.unavailable), options);
    let opened: Opened<Deps>;
    try {
      opened = await options.open();
    } catch (error) {
      options.log(faultLine(error, name, options.server));
      return toToolResult(failed(notLoadedText(options.server)), options);
    }
    try {
      const { tools, deps, describeError } = opened;
      const tool = tools.find((offered) => offered.name === name);
      if (tool === undefined) throw new TypeError(`${name} has a card and no tool.`);
      return await answer(tool, raw, { mcp, ctx, deps, options: { ...options, describeError } });
    } catch (error) {
      return toToolResult(explain(error, name, { ...options, describeError: () => undefined }), options);
    }
  };

type Request<Deps> = {
  mcp: McpServer;
  ctx: ServerContext;
  deps: Deps;
  options: AnswerOptions<Deps> & Pick<Opened<Deps>, "describeError">;
};

const answer = async <Deps>(
  tool: Tool<Deps>,
  raw: unknown,
  request: Request<Deps>,
): Promise<ToolResult | InputRequired> => {
  const { ctx, deps, options } = request;
  const render = (outcome: Outcome): ToolResult => toToolResult(outcome, options);
  const input = parseInput(tool, raw);
  if (!input.ok) return render(failed(input.message));

  const budget = createBudget({ ...options.budget, signal: ctx.mcpReq.signal });
  const call: Call<Deps> = { deps, budget };
  try {
    if (isGuarded(tool)) return await guarded(tool, input, { ...request, call, render });
    return deliver(await tool.run(input.args, call, undefined), tool, options);
  } catch (error) {
    return render(explain(error, tool.name, options));
  } finally {
    budget.close();
  }
};

type GuardedTool<Deps> = Tool<Deps> & Required<Pick<Tool<Deps>, "prepare">>;

const isGuarded = <Deps>(tool: Tool<Deps>): tool is GuardedTool<Deps> => tool.prepare !== undefined;

type GuardedRequest<Deps> = Request<Deps> & { call: Call<Deps>; render: (outcome: Outcome) => ToolResult };

const guarded = <Deps>(
  tool: GuardedTool<Deps>,
  { args, token }: Parsed,
  { mcp, ctx, options, call, render }: GuardedRequest<Deps>,
): Promise<ToolResult | InputRequired> =>
  options.guard.run<unknown>(pausing(portOf(mcp, ctx), call.budget), {
    ...callerOf(mcp, ctx, options.guard),
    tool: tool.name,
    args: asJson(args),
    token,
    prepare: async () => {
      const prepared = await tool.prepare(args, call);
      return "refuse" in prepared ? { refuse: render(failed(prepared.refuse)) } : prepared;
    },
    run: async (found) => {
      call.budget.mustFinish();
      const work = tool.run(args, call, found);
      return deliver(await (options.inHand?.hold(work) ?? work), tool, options);
    },
  });

/** The time a person takes to answer is not the call's own. */
const pausing = (port: Port, budget: Budget): Port =>
  port.kind === "push"
    ? { ...port, elicit: (form, limits) => budget.pausedWhile(() => port.elicit(form, limits)) }
    : port;

const asJson = (args: Record<string, unknown>): JsonValue =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guard refuses what is not plain JSON
  args as JsonValue;
