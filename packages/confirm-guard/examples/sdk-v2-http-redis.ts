// Several instances of one HTTP server behind one address. Each request builds its own server object and may reach any
// instance, so the question that one asked is answered by another. They share a key and a Redis:
//
//   export GUARD_KEY=$(openssl rand -hex 32) REDIS_URL=redis://127.0.0.1:6379 NOTES_FOLDER=./notes
//   PORT=3001 node examples/sdk-v2-http-redis.ts
//   PORT=3002 node examples/sdk-v2-http-redis.ts
//
// There is no sign-in here, so everybody who reaches the address counts as one person. With sign-in, hand the verified
// `authInfo` to the handler (`req.auth`), and only the one who was asked can answer.
import { rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

import { localhostHostValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { createGuard, exact, type ToolResult } from "confirm-guard";
import { redisStore } from "confirm-guard/redis";
import { guardedTool } from "confirm-guard/server";
import { createClient } from "redis";
import { z } from "zod";

const { GUARD_KEY = "", REDIS_URL = "", NOTES_FOLDER = "", PORT = "0" } = process.env;

const say = (line: string) => void process.stderr.write(`${line}\n`);

const redis = createClient({ url: REDIS_URL, disableOfflineQueue: true });
redis.on("error", (error: Error) => say(`redis: ${error.message}`));
await redis.connect();

const guard = createGuard({
  server: "notes-mcp",
  audience: "the shared notes",
  shared: { keys: [Buffer.from(GUARD_KEY, "hex")], store: redisStore(redis, { prefix: "notes-mcp:" }) },
  onDecision: ({ tool, outcome, questionId }) => say(`${tool}: ${outcome} (${questionId ?? "-"})`),
});

const fileOf = (name: string) => join(NOTES_FOLDER, `${name}.txt`);
const text = (words: string): ToolResult => ({ content: [{ type: "text", text: words }] });
const noSuchNote = { refuse: { ...text("There is no such note."), isError: true } };

function buildServer(): McpServer {
  const server = new McpServer({ name: "notes-mcp", version: "1.0.0" });
  guardedTool(
    server,
    guard,
    "delete_note",
    {
      description: "Deletes a note for good.",
      inputSchema: z.object({ name: z.string().regex(/^[a-z0-9-]{1,40}$/u) }),
      annotations: { destructiveHint: true },
      async prepare({ name }) {
        const note = await stat(fileOf(name)).catch(() => undefined);
        if (note === undefined) return noSuchNote;
        const question = {
          action: "delete a note",
          consequence: "There is no copy of it.",
          facts: { Bytes: note.size },
          callerValues: { Name: name },
          yes: "Yes, delete it",
          no: "No, keep it",
        };
        return { found: name, ask: { subject: exact(name, note.mtimeMs), question } };
      },
    },
    async (_args, name) => {
      await rm(fileOf(name));
      return text("The note was deleted.");
    },
  );
  return server;
}

const handle = toNodeHandler(createMcpHandler(buildServer));
const isLocal = localhostHostValidation();
const http = createServer((request, response) => {
  if (isLocal(request, response)) void handle(request, response);
});
http.listen(Number(PORT), "127.0.0.1", () => {
  const address = http.address();
  if (typeof address === "object") process.stdout.write(`http://127.0.0.1:${address?.port}/mcp\n`);
});
