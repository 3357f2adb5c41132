import type { ToolResult, Why } from "./types.ts";

/** The `_meta` key that names why a guarded call did not run. */
export const OUTCOME_META_KEY = "confirm-guard/outcome";

/**
 * A call that did not run. `isError`, because SDK v2 checks every other result against the tool's output schema; one
 * text block, because some clients show only the first.
 */
export function notRun(why: Why, text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true, _meta: { [OUTCOME_META_KEY]: why } };
}
