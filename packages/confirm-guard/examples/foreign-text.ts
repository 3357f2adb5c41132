// A tool that hands a model text which somebody else wrote, and says so in both channels of the result.
import { McpServer } from "@modelcontextprotocol/server";
import { FRAME_INSTRUCTIONS, isPlainId, untrusted, untrustedResult } from "confirm-guard";
import { z } from "zod";

/** `received` is a day that this server has formatted; the rest is as the mail server sent it. */
export type Message = { id: string; received: string; sender: string; body: string };

export function buildServer(messages: readonly Message[]): McpServer {
  // Told to the client once: what the frame looks like, and what it means.
  const server = new McpServer({ name: "mail-mcp", version: "1.0.0" }, { instructions: FRAME_INSTRUCTIONS });

  server.registerTool(
    "list_messages",
    {
      description: "Lists messages.",
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true },
    },
    async () => {
      // An id has to come back unchanged, so it cannot be cleaned: a record whose id is more than an id is left out.
      const shown = messages.filter(({ id }) => isPlainId(id));
      return untrustedResult(
        {
          messages: shown.map(({ id, received, sender, body }) => ({
            id,
            received,
            // Everything that somebody else wrote stands in a box, under this one key.
            untrusted_text: { sender: untrusted(sender), body: untrusted(body) },
          })),
          withheld: messages.length - shown.length,
        },
        { source: "mail", records: "messages", cut: (count) => ({ next: count }) },
      );
    },
  );
  return server;
}
