import type { McpServer } from "@modelcontextprotocol/server";
import { createGuard, exact } from "confirm-guard";
import { guardedTool } from "confirm-guard/server";
import * as z from "zod";
import type { Notes } from "./readme-notes.ts";

const guard = createGuard({ server: "notes-mcp", audience: "https://notes.example.org" });

export function offerDeleteNote(server: McpServer, notes: Notes): void {
  guardedTool(
    server,
    guard,
    "delete_note",
    {
      description: "Deletes a note for good.",
      inputSchema: z.object({ id: z.string() }),
      async prepare({ id }) {
        const note = await notes.read(id);
        const question = {
          action: "delete a note",
          consequence: "There is no copy of it.",
          facts: { Lines: note.lines },
          callerValues: { Id: id },
          yes: "Yes, delete it",
          no: "No, keep it",
        };
        return { found: note, ask: { subject: exact(id, note.version), question } };
      },
    },
    async ({ id }, note) => {
      await notes.delete(id, { ifVersion: note.version });
      return { content: [{ type: "text", text: "The note was deleted." }] };
    },
  );
}
