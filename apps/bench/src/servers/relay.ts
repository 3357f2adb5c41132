import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type HttpAnswer, send } from "./http.ts";

export type Seen = { method: string; path: string };

/** Stands between a program and a server, and takes down what is asked. */
export type Relay = { url: string; seen: Seen[]; stop: () => Promise<void> };

/** Headers that belong to one connection. */
const OWN_HEADERS = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding"]);

/**
 * @param target - the server that is asked
 * @param options.replay - answers a request that was seen before from memory: then the server costs next to nothing
 */
export async function startRelay(target: string, { replay = false } = {}): Promise<Relay> {
  const seen: Seen[] = [];
  const kept = new Map<string, Promise<HttpAnswer>>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/" } = request;
    seen.push({ method, path });
    const body = await readAll(request);
    const key = `${method} ${path} ${String(request.headers["depth"])}\n${body.toString("utf8")}`;
    const known = replay ? kept.get(key) : undefined;
    const asked = known ?? ask(new URL(path, target), request, body);
    if (known === undefined && replay) kept.set(key, asked);
    const { status, headers, body: answered } = await asked;
    for (const [name, value] of headers) response.setHeader(name, value.replace(origin(target), own));
    response.writeHead(status).end(answered);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(502).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port.");
  const own = `http://127.0.0.1:${address.port}`;
  return {
    url: `${own}/`,
    seen,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function ask(url: URL, request: IncomingMessage, body: Buffer): Promise<HttpAnswer> {
  const { method = "GET" } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      OWN_HEADERS.has(name) || typeof value !== "string" ? [] : [[name, value]],
    ),
  );
  const answer = await send(url, {
    method,
    headers: { ...headers, "content-length": String(body.length) },
    body,
  });
  return { ...answer, headers: answer.headers.filter(([name]) => !OWN_HEADERS.has(name)) };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const body: AsyncIterable<Uint8Array> = request;
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function origin(url: string): string {
  return new URL(url).origin;
}
