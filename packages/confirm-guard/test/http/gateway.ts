import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import { isRecord } from "../../src/testing/json-rpc.ts";
import type { Serve } from "./serving.ts";

/** What one gateway in the field does to a question on its way; see {@link gateway}. */
export const GATEWAY_LIMITS = { rounds: 8, messageBytes: 4_096 };

const KEY = randomBytes(32);

type State = { upstream: unknown; round: number };

/**
 * A stand-in for a gateway between client and server on 2026-07-28: it puts the server's name before the message of a
 * question, drops the `_meta` of results, wraps the server's state in one of its own, and refuses long messages
 * and long conversations.
 */
export function gateway(upstream: string, serverName: string): Serve {
  return async (request) => {
    const body: unknown = JSON.parse(await request.text());
    const params = isRecord(body) && isRecord(body["params"]) ? body["params"] : {};
    const { requestState, ...rest } = params;
    const came = requestState === undefined ? { upstream: undefined, round: 0 } : opened(requestState);
    if (came === undefined || came.round >= GATEWAY_LIMITS.rounds) return failure(body, "state refused");

    const state = came.upstream === undefined ? {} : { requestState: came.upstream };
    const onward = { ...(isRecord(body) ? body : {}), params: { ...rest, ...state } };
    const headers = new Headers(request.headers);
    headers.delete("content-length");
    headers.delete("host");
    const response = await fetch(upstream, { method: "POST", headers, body: JSON.stringify(onward) });
    const answer: unknown = await response.json();
    if (!isRecord(answer) || !isRecord(answer["result"])) return Response.json(answer);

    const { _meta, ...result } = answer["result"];
    if (result["resultType"] !== "input_required") return Response.json({ ...answer, result });
    const inputRequests = prefixed(result["inputRequests"], serverName);
    if (inputRequests === undefined) return failure(body, "message refused");
    const sealed = seal({ upstream: result["requestState"], round: came.round + 1 });
    return Response.json({ ...answer, result: { ...result, inputRequests, requestState: sealed } });
  };
}

/** The questions with the server's name in front; undefined when one is no form or too long. */
function prefixed(requests: unknown, serverName: string): Record<string, unknown> | undefined {
  const entries = Object.entries(isRecord(requests) ? requests : {}).map(([key, question]) => {
    const params = isRecord(question) && isRecord(question["params"]) ? question["params"] : {};
    const message = `[${serverName}] ${String(params["message"])}`;
    const fits = Buffer.byteLength(message) <= GATEWAY_LIMITS.messageBytes;
    const isForm = isRecord(question) && question["method"] === "elicitation/create";
    return fits && isForm ? [key, { ...question, params: { ...params, message } }] : undefined;
  });
  const kept = entries.filter((entry) => entry !== undefined);
  return kept.length === entries.length ? Object.fromEntries(kept) : undefined;
}

const macOf = (body: string): Buffer => createHmac("sha256", KEY).update(body).digest();

function seal(state: State): string {
  const body = Buffer.from(JSON.stringify(state)).toString("base64url");
  return `gw.${body}.${macOf(body).toString("base64url")}`;
}

function opened(sealed: unknown): State | undefined {
  const [kind, body = "", mac = ""] = String(sealed).split(".");
  const given = Buffer.from(mac, "base64url");
  const own = macOf(body);
  if (kind !== "gw" || given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
  return JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
}

function failure(body: unknown, message: string): Response {
  const id = isRecord(body) ? body["id"] : null;
  return Response.json({ jsonrpc: "2.0", id, error: { code: -32_602, message } });
}
