import type { McpHttpHandler, McpServerFactory } from "@modelcontextprotocol/server";

import type { Channel } from "./channel.ts";
import { memoryChannels } from "./memory.ts";
import { peer } from "./peers.ts";
import { type PostChannel, postChannel } from "./post-channel.ts";
import type { FactoryTarget } from "./target.ts";
import { trusted } from "./trusted.ts";

/** No socket is behind it; a name is needed because a `Request` must have an absolute URL. */
const ENDPOINT = new URL("http://mcp.test/mcp");

/** A client's transport to a server in this process, and the server's own end of it. */
export type InProcess<T extends Channel = Channel> = { transport: T; closeServer: () => Promise<void> };

/** One server for the whole connection, as a stdio or sessionful HTTP server has on the 2025 revisions. */
export async function servePerConnection({ factory }: FactoryTarget): Promise<InProcess> {
  const [transport, serverEnd] = memoryChannels();
  const server = await factory({ era: "legacy" });
  await server.connect(serverEnd);
  return { transport, closeServer: () => server.close() };
}

/** A fresh server for each request, as `createMcpHandler` serves 2026-07-28 over HTTP; requests never reach a socket. */
export async function servePerRequest(target: FactoryTarget): Promise<InProcess> {
  const { StreamableHTTPClientTransport } = await peer(
    "@modelcontextprotocol/client",
    () => import("@modelcontextprotocol/client"),
  );
  const handler = await handlerOf(target);
  const transport = new StreamableHTTPClientTransport(ENDPOINT, {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  });
  return { transport: trusted<Channel>(transport), closeServer: () => handler.close() };
}

/** The same server, spoken to by hand. */
export async function postPerRequest(target: FactoryTarget): Promise<InProcess<PostChannel>> {
  const handler = await handlerOf(target);
  const transport = postChannel((request) => handler.fetch(request), { endpoint: ENDPOINT, era: "2026" });
  return { transport, closeServer: () => handler.close() };
}

async function handlerOf({ factory }: FactoryTarget): Promise<McpHttpHandler> {
  const { createMcpHandler } = await peer(
    "@modelcontextprotocol/server",
    () => import("@modelcontextprotocol/server"),
  );
  return createMcpHandler(trusted<McpServerFactory>(factory), { legacy: "reject" });
}
