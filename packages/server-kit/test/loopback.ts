import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer, type Server } from "node:http";

import { onTestFinished } from "vitest";

export type Seen = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };
export type Loopback = { url: URL; seen: Seen[]; at(path: string): string };
export type Handler = (request: Seen, response: ServerResponse) => void;

export const portOf = (server: { address: Server["address"] }): number => {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("the server does not listen on a port");
  return address.port;
};

/** A real HTTP server on 127.0.0.1 for one test; remembers every request that reached it. */
export const loopback = async (handle: Handler): Promise<Loopback> => {
  const seen: Seen[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, path: url, headers, body: Buffer.concat(chunks).toString("utf8") };
      seen.push(one);
      handle(one, response);
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  const port = portOf(server);
  const url = new URL(`http://127.0.0.1:${port}/`);
  return { url, seen, at: (path) => new URL(path, url).href };
};

/** An address on which nothing listens any more. */
export const closedPort = async (): Promise<URL> => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  await new Promise((resolve) => void server.close(resolve));
  return new URL(`http://127.0.0.1:${port}/`);
};
