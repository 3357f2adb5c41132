// A server over stdio that keeps short notes in memory and deletes one after a yes. On stdio one process serves one
// client, so nothing has to be shared.
//
//   node examples/sdk-v2-stdio.ts
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createGuard, exact, type ToolResult } from "confirm-guard";
import { guardedTool } from "confirm-guard/server";
import { z } from "zod";

const notes = new Map([
  ["groceries", { version: 3, lines: 12 }],
  ["ideas", { version: 8, lines: 240 }],
]);

// At module scope: serveStdio may build more than one server, and all of them have to know the same questions.
const guard = createGuard({ server: "notes-mcp", audience: "memory" });

const text = (words: string): ToolResult => ({ content: [{ type: "text", text: words }] });
const noSuchNote = { refuse: { ...text("There is no such note."), isError: true } };

function buildServer(): McpServer {
  const server = new McpServer({ name: "notes-mcp", version: "1.0.0" });

  server.registerTool(
    "list_notes",
    { description: "Lists the names of all notes.", annotations: { readOnlyHint: true } },
    async () => text([...notes.keys()].join("\n")),
  );

  guardedTool(
    server,
    guard,
    "delete_note",
    {
      description: "Deletes a note for good.",
      inputSchema: z.object({ name: z.string() }),
      annotations: { destructiveHint: true },
      async prepare({ name }) {
        const note = notes.get(name);
        if (note === undefined) return noSuchNote;
        const question = {
          action: "delete a note",
          consequence: "There is no copy of it.",
          facts: { Lines: note.lines },
          callerValues: { Name: name },
          yes: "Yes, delete it",
          no: "No, keep it",
        };
        return { found: note, ask: { subject: exact(name, note.version), question } };
      },
    },
    async ({ name }, note) => {
      // What was asked about is what is deleted; a note that has changed since then stays.
      if (notes.get(name)?.version !== note.version)
        return { ...text("The note has changed."), isError: true };
      notes.delete(name);
      return text("The note was deleted.");
    },
  );
  return server;
}

serveStdio(buildServer);
