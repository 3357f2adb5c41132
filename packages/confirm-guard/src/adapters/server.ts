import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type McpServer,
  type RegisteredTool,
  SdkError,
  SdkErrorCode,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from "@modelcontextprotocol/server";

import { ownProperty } from "../answer.ts";
import type { Prepared } from "../call.ts";
import { canonicalJson } from "../canonical.ts";
import { ElicitFailure } from "../errors.ts";
import type { Guard } from "../guard.ts";
import type { JsonValue, Port, ToolResult } from "../types.ts";
import { WAITING_MESSAGE } from "../wording.ts";
import { isConfirmToken, splitConfirmToken, withConfirmTokenField } from "./confirm-token.ts";
import { formSupport, isRetryRevision } from "./form-capability.ts";
import { principalFrom } from "./principal.ts";

export { CONFIRM_TOKEN, CONFIRM_TOKEN_DESCRIPTION, confirmTokenField } from "./confirm-token.ts";

/** What `guardedTool` registers: SDK v2's own settings, plus `prepare`. */
export type GuardedToolConfig<Args, Found> = {
  title?: string;
  description?: string;
  /** Any Standard Schema of an object; `confirm_token` is added to it and never reaches `prepare` or `run`. */
  inputSchema: StandardSchemaWithJSON<unknown, Args>;
  outputSchema?: StandardSchemaWithJSON;
  annotations?: ToolAnnotations;
  /** Reads what the call would touch and writes the question; changes nothing. See `GuardedCall.prepare`. */
  prepare(this: void, args: Args, ctx: ServerContext): Promise<Prepared<Found>>;
};

/**
 * Registers a tool that runs only after a person has agreed, on both protocol revisions.
 *
 * @param server - SDK v2's `McpServer`, served in any way.
 * @param guard - made once at module scope; a guard per request asks for ever.
 * @param run - does the work; writes only against `found`, which is what the last `prepare` returned.
 *
 * @example
 * ```ts
 * guardedTool(
 *   server,
 *   guard,
 *   "delete_note",
 *   {
 *     description: "Deletes a note for good.",
 *     inputSchema: z.object({ id: z.string() }),
 *     prepare: async ({ id }) => {
 *       const note = await notes.read(id);
 *       return {
 *         found: note,
 *         ask: {
 *           subject: exact(id, note.version),
 *           question: { action: "delete a note", consequence: "There is no copy.", yes: "Yes, delete it" },
 *         },
 *       };
 *     },
 *   },
 *   async ({ id }, note) => {
 *     await notes.delete(id, note.version);
 *     return { content: [{ type: "text", text: "Deleted." }] };
 *   },
 * );
 * ```
 */
export function guardedTool<Args, Found>(
  server: McpServer,
  guard: Guard,
  name: string,
  config: GuardedToolConfig<Args, Found>,
  run: (args: Args, found: Found, ctx: ServerContext) => Promise<ToolResult>,
): RegisteredTool {
  const { prepare, inputSchema, outputSchema, ...rest } = config;
  return server.registerTool(
    name,
    {
      ...rest,
      inputSchema: tokenAware(inputSchema),
      ...(outputSchema === undefined ? {} : { outputSchema }),
    },
    ({ args, token }, ctx) =>
      guard.run(portOf(server, ctx), {
        ...callerOf(server, ctx, guard),
        tool: name,
        args: toJson(args),
        token,
        prepare: () => prepare(args, ctx),
        run: (found: Found) => run(args, found, ctx),
      }),
  );
}

/**
 * How a person can be reached on this call. The era is what was negotiated: a 2025 client may well send the envelope of
 * 2026-07-28. On 2026-07-28 only the capabilities of the request itself count.
 *
 * @example
 * ```ts
 * const result = await guard.run(portOf(server, ctx), { ...callerOf(server, ctx), tool, args, prepare, run });
 * ```
 */
export function portOf(server: McpServer, ctx: ServerContext): Port {
  const revision = server.server.getNegotiatedProtocolVersion();
  if (isRetryRevision(revision)) {
    const support = formSupport(ownProperty(ctx.mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY));
    if (support !== "form") return { kind: "none", reason: support };
    const { inputResponses } = ctx.mcpReq;
    const state = ctx.mcpReq.requestState();
    return {
      kind: "retry",
      ...(inputResponses === undefined ? {} : { responses: inputResponses }),
      ...(state === undefined ? {} : { state }),
    };
  }
  const capabilities = server.server.getClientCapabilities();
  // A stateless HTTP instance never saw an initialize: there is nobody it could ask.
  if (capabilities === undefined) return { kind: "none", reason: "nobody-connected" };
  const support = formSupport(capabilities);
  return support === "form" ? pushPort(ctx) : { kind: "none", reason: support };
}

/**
 * Who a call comes from: the signed-in client and its bearer (as a digest), else the HTTP session, else one value for the
 * whole process.
 *
 * @example
 * ```ts
 * const principal = principalOf(ctx);
 * ```
 */
export function principalOf(ctx: ServerContext): string {
  return principalFrom({ authInfo: ctx.http?.authInfo, sessionId: ctx.sessionId });
}

/**
 * The parts of a `GuardedCall` that come from the request and its connection, for servers with their own tool table.
 *
 * @example
 * ```ts
 * const caller = callerOf(server, ctx, guard);
 * ```
 */
export function callerOf(
  server: McpServer,
  ctx: ServerContext,
  guard?: Guard,
): {
  principal: string;
  signal: AbortSignal;
  connection: object;
  era: string | undefined;
  client: string | undefined;
} {
  const revision = server.server.getNegotiatedProtocolVersion();
  const info: unknown = isRetryRevision(revision)
    ? ownProperty(ctx.mcpReq.envelope, CLIENT_INFO_META_KEY)
    : server.server.getClientVersion();
  const name = ownProperty(info, "name");
  return {
    principal: guard?.principal?.(ctx) ?? principalOf(ctx),
    signal: ctx.mcpReq.signal,
    connection: server.server,
    era: revision,
    client: typeof name === "string" ? name : undefined,
  };
}

/** SDK v2's `ServerOptions.requestState.verify`. */
export type VerifyRequestState = (state: string, ctx: ServerContext) => unknown;

/**
 * For a server that seals states of its own: hands the guard's states through untouched, everything else to `own`.
 * Without this, the server's check would refuse every answer to a guarded tool.
 *
 * @param options - `onBadState: "ask"` (as the guard does by itself) leads to a fresh question, `"error"` to SDK v2's
 *   -32602 when a state was changed on the way.
 *
 * @example
 * ```ts
 * const verify = composeRequestState(guard, codec.verify, { onBadState: "ask" });
 * const server = new McpServer({ name: "notes-mcp", version: "1.0.0" }, { requestState: { verify } });
 * ```
 */
export function composeRequestState(
  guard: Guard,
  own: VerifyRequestState | undefined,
  options: { onBadState: "ask" | "error" },
): VerifyRequestState {
  const refuseBad = options.onBadState === "error";
  return (state, ctx) => {
    const origin = guard.inspectState(state);
    if (origin === "not-ours" && own !== undefined) return own(state, ctx);
    if (refuseBad && (origin === "broken" || origin === "not-ours"))
      throw new Error("The state was changed on its way.");
    // Undefined leaves the text itself for the guard to open.
    return undefined;
  };
}

function pushPort(ctx: ServerContext): Port {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  let progress = 0;
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
    waiting: () => {
      if (progressToken === undefined) return;
      progress += 1;
      const params = { progressToken, progress, message: WAITING_MESSAGE };
      ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
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

/** The tool's schema with `confirm_token` beside it; what it parses to keeps the two apart. */
function tokenAware<Args>(
  schema: StandardSchemaWithJSON<unknown, Args>,
): StandardSchemaWithJSON<unknown, { args: Args; token?: string }> {
  const inner = schema["~standard"];
  return {
    "~standard": {
      version: 1,
      vendor: "confirm-guard",
      validate: async (input) => {
        const { rest, token } = splitConfirmToken(input);
        if (!isConfirmToken(token)) {
          return {
            issues: [{ message: "Expected a string of at most 128 characters", path: ["confirm_token"] }],
          };
        }
        const parsed = await inner.validate(rest);
        if (parsed.issues !== undefined) return parsed;
        return { value: token === undefined ? { args: parsed.value } : { args: parsed.value, token } };
      },
      jsonSchema: {
        input: (options) => withConfirmTokenField(inner.jsonSchema.input(options)),
        output: (options) => inner.jsonSchema.output(options),
      },
    },
  };
}

/** Refuses what JSON cannot carry before anybody is asked. */
function toJson(args: unknown): JsonValue {
  return JSON.parse(canonicalJson(args));
}
