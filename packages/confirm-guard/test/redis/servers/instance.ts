// One instance of an HTTP server: a server object per request, one guard for the process. Prints its address, and notes
// every act in a file that the tests read.
import { appendFileSync } from "node:fs";

import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { createClient } from "redis";
import { z } from "zod";

import { guardedTool } from "../../../src/adapters/server.ts";
import { createGuard, exact, type SharedGuard } from "../../../src/index.ts";
import { redisStore } from "../../../src/redis.ts";
import { listen } from "../../http/listen.ts";

const { ACTS_FILE = "", GUARD_KEY = "", REDIS_URL } = process.env;

async function shared(url: string): Promise<SharedGuard> {
  const client = createClient({ url, disableOfflineQueue: true });
  client.on("error", () => {});
  await client.connect();
  return { keys: [Buffer.from(GUARD_KEY, "hex")], store: redisStore(client) };
}

const guard = createGuard({
  server: "notes-mcp",
  audience: "test",
  elicitation: true,
  ...(REDIS_URL === undefined ? {} : { shared: await shared(REDIS_URL) }),
  limits: { questionsPer10Min: 10_000 },
  warn: () => {},
});

function buildServer(): McpServer {
  const server = new McpServer({ name: "notes-mcp", version: "1.0.0" });
  guardedTool(
    server,
    guard,
    "delete_note",
    {
      description: "Deletes a note for good.",
      inputSchema: z.object({ id: z.string() }),
      prepare: async ({ id }) => ({
        found: id,
        ask: {
          subject: exact(id, 1),
          question: { action: "delete a note", consequence: "There is no copy.", yes: "Yes, delete it" },
        },
      }),
    },
    async (_args, id) => {
      appendFileSync(ACTS_FILE, `${process.pid} ${id}\n`);
      return { content: [{ type: "text", text: `Deleted ${id}.` }] };
    },
  );
  return server;
}

const { url } = await listen(createMcpHandler(buildServer).fetch);
process.stdout.write(`${url}\n`);
