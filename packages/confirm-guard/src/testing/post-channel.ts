import type { Channel } from "./channel.ts";
import { isRecord, type JsonRpcMessage, parseLine } from "./json-rpc.ts";
import { REVISIONS } from "./target.ts";

export type Post = (request: Request) => Promise<Response>;

/** No socket is behind it; a name is needed because a `Request` must have an absolute URL. */
export const ENDPOINT = new URL("http://mcp.test/mcp");

/** Speaks 2026-07-28 over HTTP by hand: one POST per message, and whatever comes back is a message of the server. */
export function postChannel(post: Post): Channel & { sendLine: (line: string) => Promise<void> } {
  const exchange = async (body: string, message: JsonRpcMessage): Promise<void> => {
    const response = await post(new Request(ENDPOINT, { method: "POST", headers: headersOf(message), body }));
    const streamed = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    for (const text of bodiesOf(await response.text(), { streamed })) {
      const answer = parseLine(text);
      // Over HTTP an answer without an id still belongs to the request it answers.
      if (answer !== undefined)
        channel.onmessage?.({ ...answer, ...(isAnonymous(answer) ? { id: message.id } : {}) });
    }
  };
  const channel: ReturnType<typeof postChannel> = {
    onmessage: undefined,
    start: async () => undefined,
    send: (message) => exchange(JSON.stringify(message), message),
    sendLine: (line) => exchange(line, parseLine(line) ?? {}),
    close: async () => channel.onclose?.(),
  };
  return channel;
}

function headersOf({ method, params }: JsonRpcMessage): Record<string, string> {
  const name = isRecord(params) ? params["name"] : undefined;
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": REVISIONS[2026],
    ...(typeof method === "string" ? { "mcp-method": method } : {}),
    ...(typeof name === "string" ? { "mcp-name": name } : {}),
  };
}

function bodiesOf(text: string, { streamed }: { streamed: boolean }): string[] {
  if (!streamed) return [text];
  return text
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length));
}

function isAnonymous({ id, method }: JsonRpcMessage): boolean {
  return method === undefined && (id === undefined || id === null);
}
