import { McpServer } from "@modelcontextprotocol/server";
import { createGuard, exact } from "confirm-guard";
import { guardedTool } from "confirm-guard/server";
import { z } from "zod";

export const TOOL = "delete_event";
export const YES = "Yes, delete it";

/** Servers of one guarded tool in this process, and what it has done so far: one id for each act. */
export function guardedServer(): { factory: () => McpServer; acts: readonly string[] } {
  const acts: string[] = [];
  const guard = createGuard({
    server: "fuzz-mcp",
    audience: "ada",
    elicitation: true,
    // No limit may stand between a case and the part that could let it through.
    limits: { questionsPer10Min: Number.MAX_SAFE_INTEGER, declines: Number.MAX_SAFE_INTEGER },
    warn: () => {},
  });
  const question = { action: "delete an event", consequence: "There is no copy of it.", yes: YES };
  const factory = (): McpServer => {
    const server = new McpServer({ name: "fuzz-mcp", version: "0.0.0" });
    guardedTool(
      server,
      guard,
      TOOL,
      {
        inputSchema: z.object({ id: z.string(), note: z.string().optional() }),
        prepare: async ({ id }) => ({
          found: id,
          ask: { subject: exact(id, 1), question: { ...question, callerValues: { Id: { path: id } } } },
        }),
      },
      async (_args, id) => {
        acts.push(id);
        return { content: [{ type: "text", text: "Deleted." }] };
      },
    );
    return server;
  };
  return { factory, acts };
}
