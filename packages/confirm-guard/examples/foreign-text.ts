// A tool that hands a model text which somebody else wrote, and says so in both channels of the result.
import { McpServer } from "@modelcontextprotocol/server";
import { FRAME_INSTRUCTIONS, untrusted, untrustedResult } from "confirm-guard";
import { z } from "zod";

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
    async () =>
      untrustedResult(
        {
          messages: messages.map(({ id, received, sender, body }) => ({
            // Plain ids and dates stand outside; a string with a blank in the wrong place would be refused here.
            id,
            received,
            // Everything that somebody else wrote stands in a box, under this one key.
            untrusted_text: { sender: untrusted(sender), body: untrusted(body) },
          })),
        },
        { source: "mail", records: "messages", cut: (shown) => ({ next: shown }) },
      ),
  );
  return server;
}
