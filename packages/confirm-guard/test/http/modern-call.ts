import { enveloped } from "../../src/testing/envelope.ts";
import { REVISIONS } from "../../src/testing/target.ts";
import { trusted } from "../../src/testing/trusted.ts";

/** What stands beside name and arguments when a question is answered. */
export type Brought = { inputResponses?: unknown; requestState?: unknown };

export type ModernAnswer = { status: number; result?: Record<string, unknown>; error?: { code: number } };

/** How the request differs from that of a client that can show a form. */
export type Caller = { headers?: Record<string, string>; capabilities?: unknown };

const CLIENT_INFO = { name: "post", version: "1.0.0" };

/** The request of one 2026-07-28 `tools/call`, written by hand. */
export function modernRequest(
  url: string,
  call: { name: string; arguments: Record<string, unknown> },
  { headers = {}, capabilities = { elicitation: { form: {} } }, ...brought }: Brought & Caller = {},
): Request {
  const params = enveloped({ ...call, ...brought }, { clientInfo: CLIENT_INFO, capabilities });
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISIONS[2026],
      "mcp-method": "tools/call",
      "mcp-name": call.name,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
}

/** Reads the one JSON-RPC answer of a response. */
export async function modernAnswer(response: Response): Promise<ModernAnswer> {
  return { ...trusted<ModernAnswer>(await response.json()), status: response.status };
}

/** One call over a real socket. */
export async function modernCall(...given: Parameters<typeof modernRequest>): Promise<ModernAnswer> {
  return await modernAnswer(await fetch(modernRequest(...given)));
}
