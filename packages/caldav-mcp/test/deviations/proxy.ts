import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** A request as the server is about to get it. */
export type Asked = { method: string; path: string; headers: Record<string, string>; body: Buffer };

/** What goes back; `send` takes over when the wire itself has to misbehave. */
export type Answer = {
  status: number;
  reason: string;
  headers: Record<string, string | string[]>;
  body: Buffer;
  send?: (response: ServerResponse, answer: Answer) => void;
};

/** One way to answer badly: changes the request on its way, the answer, both, or answers by itself. */
export type Deviation = (asked: Asked, forward: (asked: Asked) => Promise<Answer>) => Promise<Answer>;

/** Which requests a deviation is for; left out means any. `first` says how many of them, from the first one on. */
export type Aim = { method?: string; path?: RegExp; first?: number };

export type Proxy = {
  url: string;
  /** Every request, oldest first. */
  asked: Asked[];
  /** The requests of a kind, so far. */
  count(aim: Aim): number;
  /** Adds a deviation; the one that was added last stands nearest to the client. */
  bend(aim: Aim, deviation: Deviation): void;
  close(): Promise<void>;
};

/** What the server says of itself in each answer: in its reason phrase and in headers that clients like to quote. */
export const SERVER_SAYS = "Zyzzyva approves everything";

const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "host"]);

/** Starts a proxy on loopback before a good server. */
export async function startProxy(server: string): Promise<Proxy> {
  const bent: { aim: Aim; deviation: Deviation; left: number }[] = [];
  const asked: Asked[] = [];

  async function answerTo(request: Asked): Promise<Answer> {
    const applied = bent.filter(({ aim, left }) => left > 0 && fits(aim, request));
    const chain = applied.reduce<(one: Asked) => Promise<Answer>>(
      (forward, rule) => (one) => rule.deviation(one, forward),
      (one) => ask(server, one),
    );
    for (const rule of applied) rule.left -= 1;
    return chain(request);
  }

  const listener = createServer((incoming, response) => {
    void (async () => {
      const request = await readRequest(incoming);
      asked.push(request);
      const given = await answerTo(request);
      if (response.destroyed) return;
      if (given.send !== undefined) return given.send(response, given);
      sendHead(response, {
        ...given,
        headers: { ...given.headers, "content-length": String(given.body.length) },
      });
      response.end(given.body);
    })().catch(() => response.destroy());
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: urlOf(listener),
    asked,
    count: (aim) => asked.filter((request) => fits(aim, request)).length,
    bend: (aim, deviation) => void bent.push({ aim, deviation, left: aim.first ?? Infinity }),
    close: async () => {
      listener.closeAllConnections();
      const closed = once(listener, "close");
      listener.close();
      await closed;
    },
  };
}

export function urlOf(listener: ReturnType<typeof createServer>): string {
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The listener has no port.");
  return `http://127.0.0.1:${address.port}/`;
}

/** Status line and headers, with the server's own words in them. */
export function sendHead(response: ServerResponse, { status, reason, headers }: Answer): void {
  response.writeHead(status, reason, {
    Server: SERVER_SAYS,
    "X-Message": SERVER_SAYS,
    Warning: `199 - "${SERVER_SAYS}"`,
    ...headers,
  });
}

/** An answer that no server was asked for. */
export function answer(
  status: number,
  { body = "", headers = {} }: { body?: string | Buffer; headers?: Answer["headers"] } = {},
): Answer {
  return { status, reason: SERVER_SAYS, headers, body: Buffer.from(body) };
}

function fits({ method, path }: Aim, asked: Asked): boolean {
  return (method === undefined || method === asked.method) && (path === undefined || path.test(asked.path));
}

async function readRequest(incoming: IncomingMessage): Promise<Asked> {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    HOP_BY_HOP.has(name) || value === undefined ? [] : [[name, [value].flat().join(", ")] as const],
  );
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers: Object.fromEntries(headers),
    body: await buffer(incoming),
  };
}

/** Asks the good server, byte for byte. */
async function ask(server: string, { method, path, headers, body }: Asked): Promise<Answer> {
  const { hostname, port } = new URL(server);
  const { destination } = headers;
  // The platform's fetch would rewrite paths with dot segments.
  const outgoing = httpRequest({
    hostname,
    port,
    method,
    path,
    headers: {
      ...headers,
      // As a reverse proxy has to: the server knows itself by its own address only.
      ...(destination === undefined
        ? {}
        : { destination: new URL(new URL(destination).pathname, server).href }),
      "content-length": body.length,
    },
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const kept = Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name));
  return {
    status: incoming.statusCode ?? 0,
    reason: SERVER_SAYS,
    headers: Object.fromEntries(
      kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    body: await buffer(incoming),
  };
}
