// A server on SDK v1 over stdio that keeps short notes in memory and deletes one after a yes.
//
//   node examples/sdk-v1-stdio.ts
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createGuard, exact } from "confirm-guard";
import { guardedTool } from "confirm-guard/sdk";
import { z } from "zod";

const notes = new Map([["ideas", { version: 8, lines: 240 }]]);
const guard = createGuard({ server: "notes-mcp", audience: "memory" });
const server = new McpServer({ name: "notes-mcp", version: "1.0.0" });

guardedTool(
  server,
  guard,
  "delete_note",
  {
    description: "Deletes a note for good.",
    inputSchema: { name: z.string() },
    async prepare({ name }) {
      const note = notes.get(name);
      if (note === undefined)
        return { refuse: { content: [{ type: "text", text: "There is no such note." }], isError: true } };
      const question = {
        action: "delete a note",
        consequence: "There is no copy of it.",
        yes: "Yes, delete it",
      };
      return {
        found: note,
        ask: {
          subject: exact(name, note.version),
          question: { ...question, facts: { Lines: note.lines }, callerValues: { Name: name } },
        },
      };
    },
  },
  async ({ name }) => {
    notes.delete(name);
    return { content: [{ type: "text", text: "The note was deleted." }] };
  },
);

await server.connect(new StdioServerTransport());
// SDK v1 does not notice that stdin has ended, and an open question would keep the process.
process.stdin.once("end", () => void server.close());
