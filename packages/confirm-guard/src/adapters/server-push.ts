import { SdkError, SdkErrorCode, type ServerContext } from "@modelcontextprotocol/server";

import { ElicitFailure } from "../errors.ts";
import type { Port } from "../types.ts";
import { signOfLife } from "./sign-of-life.ts";

/** How a question is pushed over SDK v2 on the 2025 revisions, in the stream of the call it belongs to. */
export function pushPort(ctx: ServerContext): Port {
  return {
    kind: "push",
    elicit: async (form, { timeoutMs, signal }) => {
      try {
        // send() relates the question to this call; without that it is lost on HTTP sessions.
        const request = { method: "elicitation/create", params: { ...form } };
        return await ctx.mcpReq.send(request, ANY_RESULT, { timeout: timeoutMs, signal });
      } catch (error) {
        throw failureOf(error);
      }
    },
    waiting: signOfLife(ctx.mcpReq._meta?.progressToken, (params) =>
      ctx.mcpReq.notify({ method: "notifications/progress", params }),
    ),
  };
}

/** The SDK's own result schema turns an odd answer into an error; the guard reads odd answers itself. */
const ANY_RESULT = {
  "~standard": { version: 1, vendor: "confirm-guard", validate: (value: unknown) => ({ value }) },
} as const;

const UNDELIVERED: ReadonlySet<unknown> = new Set([
  SdkErrorCode.NotConnected,
  SdkErrorCode.SendFailed,
  SdkErrorCode.CapabilityNotSupported,
  SdkErrorCode.MethodNotSupportedByProtocolVersion,
]);

function failureOf(error: unknown): unknown {
  if (!(error instanceof SdkError)) return error;
  if (error.code === SdkErrorCode.RequestTimeout) return new ElicitFailure("timed-out");
  return UNDELIVERED.has(error.code) ? new ElicitFailure("not-delivered") : error;
}
