import { advertisedInput, advertisedOutput } from "./advertised.ts";
import type { JsonSchema } from "./shown-schema.ts";
import type { Annotations, Tool } from "./tool.ts";

/**
 * What clients are told about a tool, and what the settings choose it by. A server keeps the cards of its tools as data,
 * so that it starts without the tools themselves; a test of the server holds them to the tools.
 */
export type ToolCard = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly essential: boolean;
  readonly guarded: boolean;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
};

/** The card of a tool, as plain JSON. */
export const cardOf = (tool: Tool<never>): ToolCard => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  annotations: tool.annotations,
  essential: tool.essential,
  guarded: tool.guarded,
  inputSchema: advertisedInput(tool),
  outputSchema: advertisedOutput(tool.output),
});
