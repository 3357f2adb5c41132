import type { Channel } from "./channel.ts";
import { KitError } from "./errors.ts";
import { eventsOf } from "./event-stream.ts";
import { isRecord, type JsonRpcMessage, parseLine } from "./json-rpc.ts";
import { type Era, REVISIONS } from "./target.ts";

export type Post = (request: Request) => Promise<Response>;

export type PostChannel = Channel & {
  /** Posts a body as it is. */
  sendLine: (line: string) => Promise<void>;
  /** Drops the request with this id, and its answer with it. */
  breakOff: (id: number) => void;
};

/** Longest wait for a server that is told that its session is over. */
const GOODBYE_MS = 2_000;

/** Speaks Streamable HTTP by hand: one POST per message, and whatever comes back is a message of the server. */
export function postChannel(post: Post, { endpoint, era }: { endpoint: URL; era: Era }): PostChannel {
  const underWay = new Map<unknown, AbortController>();
  let session: string | undefined;

  const request = (
    method: "POST" | "DELETE",
    rest: { headers?: object; body?: string; signal: AbortSignal },
  ) =>
    new Request(endpoint, {
      ...rest,
      method,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session === undefined ? {} : { "mcp-session-id": session }),
        ...rest.headers,
      },
    });

  const exchange = async (body: string, message: JsonRpcMessage): Promise<void> => {
    const dropping = new AbortController();
    const { signal } = dropping;
    underWay.set(isRequest(message) ? message.id : dropping, dropping);
    try {
      const response = await post(request("POST", { headers: headersOf(message, era), body, signal }));
      session ??= response.headers.get("mcp-session-id") ?? undefined;
      let answers = 0;
      for await (const text of bodiesOf(response)) {
        const answer = parseLine(text);
        if (answer === undefined) continue;
        answers += 1;
        // Over HTTP an answer without an id still belongs to the request it answers.
        const unnamed = isRequest(message) && isAnonymous(answer);
        channel.onmessage?.({ ...answer, ...(unnamed ? { id: message.id } : {}) });
      }
      if (isRequest(message) && answers === 0)
        throw new KitError("closed", `The server answered with HTTP status ${response.status} alone.`);
    } catch (cause) {
      if (cause instanceof KitError || signal.aborted) throw cause;
      throw new KitError("closed", "The HTTP exchange failed.", { cause });
    } finally {
      underWay.delete(isRequest(message) ? message.id : dropping);
    }
  };

  const channel: PostChannel = {
    onmessage: undefined,
    start: async () => undefined,
    send: (message) => exchange(JSON.stringify(message), message),
    sendLine: (line) => exchange(line, parseLine(line) ?? {}),
    breakOff: (id) => underWay.get(id)?.abort(),
    async close() {
      for (const dropping of underWay.values()) dropping.abort();
      if (session !== undefined)
        // A server that is gone, or that keeps its sessions, is none the worse for it.
        await post(request("DELETE", { signal: AbortSignal.timeout(GOODBYE_MS) })).catch(() => undefined);
      channel.onclose?.();
    },
  };
  return channel;
}

function headersOf({ method, params }: JsonRpcMessage, era: Era): Record<string, string> {
  // The revision is only agreed on by `initialize`.
  if (method === "initialize") return {};
  const version = { "mcp-protocol-version": REVISIONS[era] };
  if (era === "2025") return version;
  const name = isRecord(params) ? params["name"] : undefined;
  return {
    ...version,
    ...(typeof method === "string" ? { "mcp-method": method } : {}),
    ...(typeof name === "string" ? { "mcp-name": name } : {}),
  };
}

async function* bodiesOf(response: Response): AsyncGenerator<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    yield await response.text();
    return;
  }
  if (response.body !== null) yield* eventsOf(response.body);
}

function isRequest({ id, method }: JsonRpcMessage): boolean {
  return method !== undefined && id !== undefined;
}

function isAnonymous({ id, method }: JsonRpcMessage): boolean {
  return method === undefined && (id === undefined || id === null);
}
