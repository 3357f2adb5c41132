// The same tool on SDK v1: another import, and the input schema as that line takes it.
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createGuard, exact, type ToolResult } from "confirm-guard";
import { guardedTool } from "confirm-guard/sdk";
import { z } from "zod";
import type { Notes } from "./guarded-tool-v2.ts";

const guard = createGuard({ server: "notes-mcp-v1", audience: ["https://notes.example.org", "ada"] });

const text = (words: string): ToolResult => ({ content: [{ type: "text", text: words }] });
const failed = (words: string): ToolResult => ({ ...text(words), isError: true });
const noSuchNote = { refuse: failed("There is no such note.") };

export function addDeleteNote(server: McpServer, notes: Notes): void {
  guardedTool(
    server,
    guard,
    "delete_note",
    {
      description: "Deletes a note for good.",
      inputSchema: { id: z.string() },
      annotations: { destructiveHint: true },
      async prepare({ id }) {
        const note = await notes.read(id);
        if (note === undefined) return noSuchNote;
        const question = {
          action: "delete a note",
          consequence: "There is no copy of it.",
          facts: { Lines: note.lines },
          callerValues: { Id: { path: id } },
          yes: "Yes, delete it",
          no: "No, keep it",
        };
        return { found: note, ask: { subject: exact(id, note.version), question } };
      },
    },
    async ({ id }, note) => {
      const deleted = await notes.delete(id, note.version);
      return deleted ? text("The note was deleted.") : failed("The note has changed; it was kept.");
    },
  );
}
