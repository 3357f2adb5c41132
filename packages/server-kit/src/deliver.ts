import type { ToolResult } from "confirm-guard";

import type { Explainer } from "./explain.ts";
import { explain } from "./explain.ts";
import type { Outcome } from "./result.ts";
import { failed, hasFailed, toToolResult } from "./result.ts";
import type { Tool } from "./tool.ts";

type Delivered = Pick<Tool<never>, "name" | "output" | "annotations">;

/**
 * Lays out what a tool returned. The work is over at this point: a fault in its answer is reported as that, and never
 * makes a change that was carried out look like one that was not.
 */
export const deliver = (
  outcome: Outcome,
  tool: Delivered,
  options: Explainer & { source: string },
): ToolResult => {
  const { server, log } = options;
  try {
    const result = toToolResult(outcome, options);
    if (result.isError !== true && !tool.output.safeParse(result.structuredContent).success) {
      log(`${server}: the answer of ${tool.name} does not fit its output schema`);
    }
    return result;
  } catch (error) {
    const explained = explain(error, tool.name, options);
    const done = !tool.annotations.readOnlyHint && !hasFailed(outcome);
    return toToolResult(done ? carriedOut(server) : explained, options);
  }
};

const carriedOut = (server: string): Outcome =>
  failed(
    `This was carried out; do not repeat it. Only its answer could not be shown, because of a fault inside ${server}. Read the entry to see what it is now.`,
  );
