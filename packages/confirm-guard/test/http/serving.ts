import { randomUUID } from "node:crypto";

import {
  createMcpHandler,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

export type Serve = (request: Request) => Promise<Response>;

/** How a server of SDK v2 can stand behind HTTP. */
export const SERVINGS = {
  "Streamable HTTP with sessions": (factory: () => McpServer) => sessions(factory, {}),
  "the same, without a GET stream": (factory: () => McpServer) => sessions(factory, { getStream: false }),
  "the same, with JSON responses": (factory: () => McpServer) => sessions(factory, { json: true }),
  "stateless (`createMcpHandler`)": (factory: () => McpServer) => createMcpHandler(factory).fetch,
  'the same, `responseMode: "json"`': (factory: () => McpServer) =>
    createMcpHandler(factory, { responseMode: "json" }).fetch,
  'the same, `responseMode: "sse"`': (factory: () => McpServer) =>
    createMcpHandler(factory, { responseMode: "sse" }).fetch,
} as const satisfies Record<string, (factory: () => McpServer) => Serve>;

export type ServingName = keyof typeof SERVINGS;

/** One server and one transport for each session, as servers of the 2025 revisions are deployed. */
function sessions(
  factory: () => McpServer,
  { json = false, getStream = true }: { json?: boolean; getStream?: boolean },
): Serve {
  const open = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    if (request.method === "GET" && !getStream) return new Response(null, { status: 405 });
    const known = open.get(request.headers.get("mcp-session-id") ?? "");
    if (known !== undefined) return await known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: json,
      onsessioninitialized: (id) => void open.set(id, transport),
    });
    await factory().connect(transport);
    return await transport.handleRequest(request);
  };
}
