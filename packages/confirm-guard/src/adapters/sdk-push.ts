import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/v4-mini";

import { ElicitFailure } from "../errors.ts";
import type { Port } from "../types.ts";
import { signOfLife } from "./sign-of-life.ts";

/** What SDK v1 hands to a tool beside its arguments. */
export type CallContext = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** How a question is pushed over SDK v1, in the stream of the call it belongs to. */
export function pushPort(server: Server, ctx: CallContext): Extract<Port, { kind: "push" }> {
  const { transport } = server;
  return {
    kind: "push",
    elicit: async (form, { timeoutMs, signal }) => {
      // SDK v1 sends to the connection that its server has now, which need not be the one that the call came over.
      if (server.transport !== transport || transport?.sessionId !== ctx.sessionId)
        throw new ElicitFailure("not-delivered");
      const request = { method: "elicitation/create" as const, params: form };
      const ending = endOfWait(signal, timeoutMs);
      try {
        return await server.request(request, ANY_RESULT, {
          // Ours comes first: SDK v1 cannot tell its own time-out from a client that answers with that code.
          timeout: 2 * timeoutMs,
          signal: ending.signal,
          // Without this the question is lost on HTTP sessions.
          relatedRequestId: ctx.requestId,
        });
      } catch (error) {
        if (ending.late()) throw new ElicitFailure("timed-out");
        throw cameFromClient(error) ? error : new ElicitFailure("not-delivered");
      } finally {
        ending.forget();
      }
    },
    waiting: signOfLife(ctx._meta?.progressToken, (params) =>
      ctx.sendNotification({ method: "notifications/progress", params }),
    ),
  };
}

/**
 * Aborted when the call is cancelled or its time is over, and never once the answer is there: SDK v1 listens on, and
 * would tell the client long after the answer that the question has been cancelled.
 */
function endOfWait(
  call: AbortSignal,
  timeoutMs: number,
): { signal: AbortSignal; late: () => boolean; forget: () => void } {
  const ending = new AbortController();
  let late = false;
  const cancel = (): void => ending.abort(call.reason);
  const timer = setTimeout(() => {
    late = true;
    ending.abort(new Error("No answer came in time."));
  }, timeoutMs);
  call.addEventListener("abort", cancel, { once: true });
  if (call.aborted) cancel();
  return {
    signal: ending.signal,
    late: () => late,
    forget: () => {
      clearTimeout(timer);
      call.removeEventListener("abort", cancel);
    },
  };
}

/** The SDK's own result schema turns an odd answer into an error; the guard reads odd answers itself. */
const ANY_RESULT = z.unknown();

/** A JSON-RPC error has a number for its code; what fails before or while sending has none. */
function cameFromClient(error: unknown): boolean {
  return error instanceof Error && typeof Reflect.get(error, "code") === "number";
}
