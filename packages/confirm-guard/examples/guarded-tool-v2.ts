// One guarded tool on SDK v2: the whole of what a server has to say for it.
import type { McpServer } from "@modelcontextprotocol/server";
import { createGuard, exact, type ToolResult } from "confirm-guard";
import { guardedTool } from "confirm-guard/server";
import { z } from "zod";

/** Where the notes are: a database, a file, another server. */
export type Notes = {
  read(id: string): Promise<{ version: number; lines: number } | undefined>;
  /** Deletes the note if it still has that version. */
  delete(id: string, version: number): Promise<boolean>;
};

const guard = createGuard({ server: "notes-mcp", audience: ["https://notes.example.org", "ada"] });

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
      inputSchema: z.object({ id: z.string() }),
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
