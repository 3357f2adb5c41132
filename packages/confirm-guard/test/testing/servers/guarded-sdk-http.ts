import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

import { trusted } from "../../../src/testing/trusted.ts";
import { guardedSdkServers } from "./guarded-sdk.ts";

// One server object and one transport for each session, one guard for all; JSON_RESPONSES drops the streams, STATELESS
// the sessions.
const { JSON_RESPONSES, STATELESS } = process.env;
const makeServer = guardedSdkServers(process.env);
const sessions = new Map<string, StreamableHTTPServerTransport>();

async function openSession(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    enableJsonResponse: JSON_RESPONSES !== undefined,
    ...(STATELESS === undefined ? { sessionIdGenerator: randomUUID } : {}),
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  // The SDK's own transport does not fit its interface under exactOptionalPropertyTypes.
  await makeServer().connect(trusted<Transport>(transport));
  return transport;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.headers["mcp-session-id"];
  const session = typeof id === "string" ? sessions.get(id) : undefined;
  await (session ?? (await openSession())).handleRequest(request, response);
}

const http = createServer((request, response) => void answer(request, response));
http.listen(0, "127.0.0.1", () => {
  const { port } = trusted<AddressInfo>(http.address());
  process.stdout.write(`http://127.0.0.1:${port}/mcp\n`);
});
process.stdin.on("end", () => process.exit(0)).resume();
