// The examples of the adapter for SDK v1, compiled. Each stands here word for word; tsdoc.test.ts compares them.
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import * as z3 from "zod/v3";

import { type CallContext, callerOf, guardedTool, portOf, principalOf } from "../../src/adapters/sdk.ts";
import { exact, type Guard, type GuardedCall, type ToolResult } from "../../src/index.ts";

type NoteBook = {
  read(id: string): Promise<{ version: string }>;
  delete(id: string, version: string): Promise<void>;
};

export function aGuardedTool(server: McpServer, guard: Guard, notes: NoteBook): void {
  guardedTool(
    server,
    guard,
    "delete_note",
    {
      description: "Deletes a note for good.",
      inputSchema: { id: z.string() },
      prepare: async ({ id }) => {
        const note = await notes.read(id);
        return {
          found: note,
          ask: {
            subject: exact(id, note.version),
            question: { action: "delete a note", consequence: "There is no copy.", yes: "Yes, delete it" },
          },
        };
      },
    },
    async ({ id }, note) => {
      await notes.delete(id, note.version);
      return { content: [{ type: "text", text: "Deleted." }] };
    },
  );
}

export async function aToolTable(
  server: McpServer,
  guard: Guard,
  ctx: CallContext,
  { tool, args, prepare, run }: Pick<GuardedCall<unknown>, "tool" | "args" | "prepare" | "run">,
): Promise<ToolResult> {
  const result = await guard.run(portOf(server, ctx), {
    ...callerOf(server, ctx, guard),
    tool,
    args,
    prepare,
    run,
  });
  return result;
}

export function whoCalls(server: McpServer, guard: Guard, ctx: CallContext): unknown {
  const principal = principalOf(ctx);
  const caller = callerOf(server, ctx, guard);
  return [principal, caller];
}

/** What a schema parses to is what `prepare` and `run` are handed, for every form that SDK v1 takes. */
export function typesOfArguments(server: McpServer, guard: Guard): void {
  const nothing = async (): Promise<ToolResult> => ({ content: [] });
  const both = { id: z.string(), count: z.number().default(1) };
  const prepare = async (args: { id: string; count: number }) => ({ found: args, ask: null });
  guardedTool(server, guard, "raw_4", { inputSchema: both, prepare }, nothing);
  guardedTool(server, guard, "object_4", { inputSchema: z.object(both), prepare }, nothing);
  const old = { id: z3.string(), count: z3.number().default(1) };
  guardedTool(server, guard, "raw_3", { inputSchema: old, prepare }, nothing);
  guardedTool(server, guard, "object_3", { inputSchema: z3.object(old), prepare }, nothing);
  const numbers = { id: z.number(), count: z.number() };
  // @ts-expect-error -- a number is no text
  guardedTool(server, guard, "wrong", { inputSchema: numbers, prepare }, nothing);
}
