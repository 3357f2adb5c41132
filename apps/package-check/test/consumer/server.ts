// A program on SDK v2, whose own declarations are taken as they are.
import { McpServer } from "@modelcontextprotocol/server";
import { createGuard, exact } from "confirm-guard";
import { redisStore } from "confirm-guard/redis";
import { guardedTool } from "confirm-guard/server";
import { scriptedPerson } from "confirm-guard/testing";
import { createClient } from "redis";
import { z } from "zod";

const shared = { keys: [new Uint8Array(32)], store: redisStore(createClient()) };
const guard = createGuard({ server: "consumer", audience: null, shared });
export const server = new McpServer({ name: "consumer", version: "1.0.0" });
export const asked: number = scriptedPerson(["yes"]).questions.length;

guardedTool(
  server,
  guard,
  "delete_note",
  {
    description: "Deletes a note for good.",
    inputSchema: z.object({ id: z.string() }),
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
