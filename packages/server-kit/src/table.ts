import type { McpServer, ServerContext, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { InputRequired, ToolResult } from "confirm-guard";

import type { JsonSchema } from "./advertised.ts";
import type { ToolCard } from "./card.ts";

/** One call of a tool, as it came. */
export type ToolCall = { tool: string; raw: unknown; mcp: McpServer; ctx: ServerContext };

/** Answers every call of every tool: `answer.ts` parses it, asks where the tool is guarded, runs it and frames it. */
export type Answer = (call: ToolCall) => Promise<ToolResult | InputRequired>;

/** Registers every tool of a table by its card. */
export const registerTools = (mcp: McpServer, cards: readonly ToolCard[], answer: Answer): void => {
  for (const { name, title, description, annotations, inputSchema, outputSchema } of cards) {
    mcp.registerTool(
      name,
      {
        title,
        description,
        inputSchema: shown(inputSchema),
        outputSchema: shown(outputSchema),
        annotations,
      },
      (raw, ctx) => answer({ tool: name, raw, mcp, ctx }),
    );
  }
};

/**
 * A schema that is shown in `tools/list` and lets everything through. The SDK would answer bad input with text that
 * can repeat it, and a finished write whose answer has a flaw with an error: both are decided by the answer instead.
 */
const shown = (schema: JsonSchema): StandardSchemaWithJSON => ({
  "~standard": {
    version: 1,
    vendor: "server-kit",
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
});
