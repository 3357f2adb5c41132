// The same program on SDK v1.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createGuard, exact } from "confirm-guard";
import { guardedTool } from "confirm-guard/sdk";
import { z } from "zod";

const guard = createGuard({ server: "consumer", audience: null });
export const server = new McpServer({ name: "consumer", version: "1.0.0" });

guardedTool(
  server,
  guard,
  "delete_note",
  {
    description: "Deletes a note for good.",
    inputSchema: { id: z.string() },
    prepare: async ({ id }) => ({
      found: { id: id.trim(), version: 3 },
      ask: {
        subject: exact(id, 3),
        question: { action: "delete a note", consequence: "There is no copy.", yes: "Yes, delete it" },
      },
    }),
  },
  async ({ id }, found) => ({ content: [{ type: "text", text: id + found.id + found.version.toFixed() }] }),
);

// @ts-expect-error -- a tool without a question is not guarded
guardedTool(server, guard, "other", { inputSchema: z.object({}) }, async () => ({ content: [] }));
