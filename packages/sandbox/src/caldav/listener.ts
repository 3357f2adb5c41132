import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { violated } from "./conditions.ts";
import { accountOf } from "./credentials.ts";
import type { Exchange } from "./exchange.ts";
import type { FreeBusy } from "./free-busy.ts";
import { allow, methods } from "./methods.ts";
import { parsePath } from "./paths.ts";
import { type Limits, liveProperties } from "./properties.ts";
import { Refusal, type Reply } from "./reply.ts";
import { readBody } from "./request-body.ts";
import type { Scheduling } from "./scheduling.ts";
import type { Store } from "./store.ts";
import { caldav } from "./xml.ts";

/** XML that a request may bring. */
const MAX_XML = 1024 * 1024;

type Context = {
  store: Store;
  limits: Limits;
  freeBusy: FreeBusy;
  scheduling: Scheduling;
  authorities: ReadonlySet<string>;
  elapsed: () => number;
};

export function createListener(context: Context): RequestListener {
  const properties = liveProperties(context);
  return (request, response) => {
    handle(request, context, properties).then(
      (reply) => send(request, response, reply),
      (error: unknown) => send(request, response, error instanceof Refusal ? error.reply : { status: 500 }),
    );
  };
}

async function handle(
  request: IncomingMessage,
  context: Context,
  properties: Exchange["properties"],
): Promise<Reply> {
  const { store, limits, freeBusy, scheduling, authorities, elapsed } = context;
  // A page whose name was pointed at this machine must not get through to it.
  if (!authorities.has(request.headers.host?.toLowerCase() ?? "")) return { status: 421 };
  const target = parsePath(request.url ?? "/");
  if (target?.kind === "well-known") return { status: 301, headers: { location: "/" } };
  const viewer = accountOf(request.headers.authorization, store);
  if (viewer === undefined) {
    return { status: 401, headers: { "www-authenticate": 'Basic realm="sandbox", charset="UTF-8"' } };
  }
  const method = request.method ?? "";
  const answer = methods.get(method);
  if (answer === undefined) return { status: 405, headers: { allow: allow() } };
  if (target === undefined) return { status: 404 };
  if (target.kind !== "root" && target.user !== viewer.name) return { status: 403 };

  const isPut = method === "PUT";
  const tooLarge = isPut ? violated(403, caldav("max-resource-size")) : new Refusal({ status: 413 });
  const body = await readBody(request, isPut ? limits.maxResourceSize : MAX_XML, tooLarge);
  return answer({
    method,
    target,
    viewer,
    header: (name) => [request.headers[name]].flat().join(", ") || undefined,
    body,
    store,
    limits,
    freeBusy,
    scheduling,
    properties,
    authorities,
    elapsed,
  });
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.destroyed) return;
  const bytes = typeof body === "string" ? Buffer.from(body, "utf8") : body;
  const hasNoBody = status === 204 || status === 304;
  response.writeHead(status, {
    ...headers,
    ...(!hasNoBody && { "content-length": String(bytes?.length ?? 0) }),
    // What is left of an unread body is not worth reading.
    ...(!request.complete && { connection: "close" }),
  });
  response.end(request.method === "HEAD" || hasNoBody ? undefined : bytes);
}
