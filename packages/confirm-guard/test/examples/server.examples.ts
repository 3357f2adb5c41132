// The examples of the adapter for SDK v2, compiled. Each stands here word for word; tsdoc.test.ts compares them.
import { McpServer, type RequestStateCodec, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";

import {
  callerOf,
  composeRequestState,
  guardedTool,
  portOf,
  principalOf,
  type VerifyRequestState,
} from "../../src/adapters/server.ts";
import { exact, type Guard, type GuardedCall } from "../../src/index.ts";

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
      inputSchema: z.object({ id: z.string() }),
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
  ctx: ServerContext,
  { tool, args, prepare, run }: Pick<GuardedCall<unknown>, "tool" | "args" | "prepare" | "run">,
): Promise<unknown> {
  const result = await guard.run(portOf(server, ctx), {
    ...callerOf(server, ctx, guard),
    tool,
    args,
    prepare,
    run,
  });
  return result;
}

export function whoCalls(server: McpServer, guard: Guard, ctx: ServerContext): unknown {
  const principal = principalOf(ctx);
  const caller = callerOf(server, ctx, guard);
  return [principal, caller];
}

export function statesOfTwo(guard: Guard, codec: RequestStateCodec): unknown {
  const own: VerifyRequestState = (state, ctx) => codec.verify(state, ctx);
  const verify = composeRequestState(guard, own, { onBadState: "ask" });
  const server = new McpServer({ name: "notes-mcp", version: "1.0.0" }, { requestState: { verify } });
  return server;
}
