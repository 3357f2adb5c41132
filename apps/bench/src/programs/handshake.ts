import { z } from "zod";
import type { Answer, StdioProgram } from "./stdio-program.ts";

const CLIENT = { name: "bench", version: "0.0.0" };
/** The newest revision that servers on both lines of the SDK know. */
const INITIALIZE = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT };
const META = "io.modelcontextprotocol/";
const ENVELOPE = {
  _meta: {
    [`${META}protocolVersion`]: "2026-07-28",
    [`${META}clientInfo`]: CLIENT,
    [`${META}clientCapabilities`]: {},
  },
};

/** What comes first on the revisions up to 2025-11-25. */
export async function initialize(program: StdioProgram): Promise<void> {
  await program.ask("initialize", INITIALIZE);
  program.notify("notifications/initialized");
}

/** What comes first on revision 2026-07-28. */
export async function discover(program: StdioProgram): Promise<void> {
  await program.ask("server/discover", ENVELOPE);
}

export function listTools(program: StdioProgram): Promise<Answer> {
  return program.ask("tools/list", {});
}

export type ToolCall = { name: string; arguments: Record<string, unknown> };

/** What a tool answered, and what a model can be shown of it: the text, the structured part, or both. */
export type ToolAnswer = { text: string; structured: unknown };

const callResult = z.object({
  content: z.array(z.object({ text: z.string().optional() })),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});

/** @throws Error when the tool failed: a failure must not be taken for a fast answer. */
export async function callTool(program: StdioProgram, call: ToolCall): Promise<ToolAnswer> {
  const { result } = await program.ask("tools/call", call);
  const { content, structuredContent, isError } = callResult.parse(result);
  const text = content.map((block) => block.text ?? "").join("\n");
  if (isError === true) throw new Error(`${call.name} failed: ${text.slice(0, 300)}`);
  return { text, structured: structuredContent };
}
