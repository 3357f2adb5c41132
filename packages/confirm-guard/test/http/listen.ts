import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type Listening = {
  /** The endpoint, on loopback. */
  url: string;
  stop: () => Promise<void>;
};

/** Puts a function from request to response, such as an SDK's handler, behind a real socket. */
export async function listen(serve: (request: Request) => Promise<Response>): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    exchange(serve, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function exchange(
  serve: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const response = await serve(await toRequest(incoming, gone.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.from(response.body), outgoing);
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", url = "/", headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return new Request(new URL(url, `http://${headers.host ?? "localhost"}`), {
    method,
    signal,
    headers: headersOf(headers),
    ...(method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(chunks) }),
  });
}

function headersOf(given: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values].flat()) if (value !== undefined) headers.append(name, value);
  }
  return headers;
}
