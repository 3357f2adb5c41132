import type { ToolResult } from "confirm-guard";

/** An error result: exactly one text block, no structured content, exempt from the output schema. */
export const errorResult = (text: string): ToolResult => ({
  content: [{ type: "text", text }],
  isError: true,
});
