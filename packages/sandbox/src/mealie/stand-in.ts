import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { FormFields } from "./contract/contract.ts";
import { type Fault, faultFinder, sendFault } from "./faults.ts";
import { detail, MealieRefusal, type MealieReply } from "./reply.ts";
import { match, type MealieRoute } from "./route.ts";
import { ROUTES } from "./routes/index.ts";
import { emptyState, type MealieState, type MealieUser } from "./state.ts";
import type { MealieVersion } from "./version.ts";

export type StandInOptions = {
  /** Default: `3.23`. */
  version?: MealieVersion;
  /** Default: an empty household. */
  state?: MealieState;
  /** Unix milliseconds. Default: the system's clock. */
  clock?: () => number;
  newId?: () => string;
  /** Default: 0, any free port. */
  port?: number;
  /** What goes wrong, and where; more may be put in while it runs. The first one that fits is met. Default: nothing. */
  faults?: Fault[];
};

/** What was asked, for assertions such as "nothing was deleted before a person said yes". */
export type SeenRequest = {
  method: string;
  path: string;
  query: string;
  json: unknown;
  /** What a form held; undefined when the body was none. */
  form: FormFields | undefined;
};

/** A request and what the stand-in itself answered; faults are none of its answers. */
export type SeenExchange = { request: SeenRequest; reply: MealieReply };

export type StandIn = {
  /** `http://127.0.0.1:PORT/` */
  url: string;
  /** The API token of the first user. */
  token: string;
  state: MealieState;
  requests: readonly SeenRequest[];
  exchanges: readonly SeenExchange[];
  faults: Fault[];
  close: () => Promise<void>;
};

type Asked = { url: URL; json: unknown; form: FormData | undefined };

const MAX_BODY = 16 * 1024 * 1024;

/**
 * Starts a stand-in for Mealie on 127.0.0.1: the routes that the tools use, held in memory.
 *
 * @example
 * const mealie = await startStandIn({ version: "2.0" });
 * await fetch(`${mealie.url}api/app/about`);
 * await mealie.close();
 */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { version = "3.23", clock = Date.now, newId = randomUUID, port = 0, faults = [] } = options;
  const state = options.state ?? emptyState(newId);
  const requests: SeenRequest[] = [];
  const exchanges: SeenExchange[] = [];
  const faultOf = faultFinder(faults);
  const routes = ROUTES.filter((route) => route.versions?.includes(version) ?? true);

  function answer(request: IncomingMessage, { url, json, form }: Asked): MealieReply {
    const found = find(routes, request.method ?? "", url.pathname);
    if (found === undefined) throw detail(404, "Not Found");
    const user = userOf(state, request.headers.authorization);
    if (user === undefined && found.route.open !== true) throw detail(401, "Could not validate credentials");
    return found.route.answer({
      version,
      state,
      user,
      params: found.params,
      query: url.searchParams,
      json,
      form,
      now: clock(),
      newId,
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in.test");
    const body = await readBody(request);
    const { json, form } = await parseBody(request, body);
    const method = request.method ?? "";
    const fields = form === undefined ? undefined : [...form].map(fieldOf);
    const seen = { method, path: url.pathname, query: url.search, json, form: fields };
    requests.push(seen);
    const fault = faultOf(method, url.pathname);
    if (fault !== undefined && fault.carriedOut !== true) return sendFault(response, fault.answer);
    const reply = replyOf(() => answer(request, { url, json, form }));
    exchanges.push({ request: seen, reply: asSent(reply) });
    return fault === undefined ? send(response, reply) : sendFault(response, fault.answer);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      send(response, refusalOf(error));
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in has no port.");
  const [first] = state.users;
  if (first === undefined) throw new Error("A stand-in needs one user at least.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    token: first.token,
    state,
    requests,
    exchanges,
    faults,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function fieldOf([name, value]: [string, File | string]): FormFields[number] {
  return { name, value: typeof value === "string" ? value : undefined, file: typeof value !== "string" };
}

/** Apart from what the stand-in holds, which goes on changing. */
function asSent(reply: MealieReply): MealieReply {
  return "json" in reply ? { ...reply, json: JSON.parse(JSON.stringify(reply.json ?? null)) } : reply;
}

function replyOf(answer: () => MealieReply): MealieReply {
  try {
    return answer();
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): MealieReply {
  return error instanceof MealieRefusal ? error.reply : { status: 500, text: "Internal Server Error" };
}

function find(
  routes: readonly MealieRoute[],
  method: string,
  path: string,
): { route: MealieRoute; params: Record<string, string> } | undefined {
  let other = false;
  for (const route of routes) {
    const params = match(route.pattern, path);
    if (params === undefined) continue;
    if (route.method === method) return { route, params };
    other = true;
  }
  if (other) throw detail(405, "Method Not Allowed");
  return undefined;
}

function userOf(state: MealieState, authorization: string | undefined): MealieUser | undefined {
  const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1];
  return state.users.find((user) => user.token === token);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) throw detail(413, "Request Entity Too Large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function parseBody(
  request: IncomingMessage,
  body: Buffer,
): Promise<{ json: unknown; form: FormData | undefined }> {
  const type = request.headers["content-type"] ?? "";
  if (body.length === 0) return { json: undefined, form: undefined };
  if (type.startsWith("multipart/form-data")) {
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
    return { json: undefined, form };
  }
  try {
    return { json: JSON.parse(body.toString("utf8")), form: undefined };
  } catch {
    throw detail(400, "There was an error parsing the body");
  }
}

function send(response: ServerResponse, reply: MealieReply): void {
  if (response.destroyed) return;
  const isJson = "json" in reply;
  const body = isJson ? JSON.stringify(reply.json) : reply.text;
  const type = isJson ? "application/json" : (reply.type ?? "text/plain; charset=utf-8");
  response.writeHead(reply.status, { "content-type": type, "content-length": Buffer.byteLength(body) });
  response.end(body);
}
