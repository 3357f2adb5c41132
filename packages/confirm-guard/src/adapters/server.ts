/**
 * The guard on a server of SDK v2 (`@modelcontextprotocol/server`), on both protocol revisions.
 *
 * @module confirm-guard/server
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type CallToolResult,
  type Icon,
  type McpServer,
  type RegisteredTool,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from "@modelcontextprotocol/server";

import { ownProperty } from "../answer.ts";
import type { FoundOf, Prepared } from "../call.ts";
import type { Guard } from "../guard.ts";
import type { Port } from "../types.ts";
import { type Caller, clientNameOf, toJson } from "./caller.ts";
import { cancelSignal } from "./cancel-signal.ts";
import { formSupport, isRetryRevision } from "./form-capability.ts";
import { principalFrom, type Sender, sendersOf } from "./principal.ts";
import { pushPort } from "./server-push.ts";
import { refuseOwnToken, tokenAware } from "./token-schema.ts";

export type { Caller } from "./caller.ts";
export { CONFIRM_TOKEN, CONFIRM_TOKEN_DESCRIPTION, confirmTokenField } from "../confirm-token.ts";

/** What `guardedTool` registers: SDK v2's own settings, plus `prepare`. */
export type GuardedToolConfig<Args, Outcome extends Prepared<unknown, CallToolResult>> = {
  /** The name that a person sees. */
  title?: string;
  /** What the tool does, for the model. */
  description?: string;
  /** Any Standard Schema of an object; `confirm_token` is added to it and never reaches `prepare` or `run`. */
  inputSchema: StandardSchemaWithJSON<unknown, Args>;
  /** The shape of `structuredContent`. */
  outputSchema?: StandardSchemaWithJSON;
  /** Hints to the client; the guard neither sets nor reads them. */
  annotations?: ToolAnnotations;
  /** Pictures that a client may show beside the title. */
  icons?: Icon[];
  /** Data for programs, listed with the tool. */
  _meta?: Record<string, unknown>;
  /** Reads what the call would touch and writes the question; changes nothing. See `GuardedCall.prepare`. */
  prepare(this: void, args: Args, ctx: ServerContext): Outcome | Promise<Outcome>;
};

/**
 * Registers a tool that runs only after a person has agreed, on both protocol revisions.
 *
 * @param server - SDK v2's `McpServer`, served in any way.
 * @param guard - made once at module scope; a guard per request asks for ever.
 * @param run - does the work; writes only against `found`, which is what the last `prepare` returned. Returns any result of
 *   the SDK.
 * @throws GuardUsageError `bad-options` when the tool declares `confirm_token` itself.
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
export function guardedTool<Args, Outcome extends Prepared<unknown, CallToolResult>>(
  server: McpServer,
  guard: Guard,
  name: string,
  config: GuardedToolConfig<Args, Outcome>,
  run: (args: Args, found: FoundOf<Outcome>, ctx: ServerContext) => CallToolResult | Promise<CallToolResult>,
): RegisteredTool;
// The same with `Found` by name, which the compiler cannot take out of an `Outcome` that it does not know yet.
export function guardedTool<Args, Found>(
  server: McpServer,
  guard: Guard,
  name: string,
  config: GuardedToolConfig<Args, Prepared<Found, CallToolResult>>,
  run: (args: Args, found: Found, ctx: ServerContext) => CallToolResult | Promise<CallToolResult>,
): RegisteredTool {
  const { prepare, inputSchema, outputSchema, ...rest } = config;
  refuseOwnToken(inputSchema);
  return server.registerTool(
    name,
    {
      ...rest,
      inputSchema: tokenAware(inputSchema),
      ...(outputSchema === undefined ? {} : { outputSchema }),
    },
    ({ args, token }, ctx) =>
      guard.run<Found, CallToolResult>(portOf(server, ctx), {
        ...callerOf(server, ctx, guard),
        tool: name,
        args: toJson(args),
        token,
        prepare: () => prepare(args, ctx),
        run: (found) => run(args, found, ctx),
      }),
  );
}

/**
 * How a person can be reached on this call. The era is what was negotiated: a 2025 client may well send the envelope of
 * 2026-07-28. On 2026-07-28 only the capabilities of the request itself count.
 *
 * @example
 * ```ts
 * const result = await guard.run(portOf(server, ctx), { ...callerOf(server, ctx, guard), tool, args, prepare, run });
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
  return principalFrom(senderOf(ctx));
}

function senderOf(ctx: ServerContext): Sender {
  return { authInfo: ctx.http?.authInfo, sessionId: ctx.sessionId };
}

/**
 * The parts of a `GuardedCall` that come from the request and its connection, for servers with their own tool table.
 *
 * @example
 * ```ts
 * const caller = callerOf(server, ctx, guard);
 * ```
 */
export function callerOf(server: McpServer, ctx: ServerContext, guard: Guard): Caller {
  const revision = server.server.getNegotiatedProtocolVersion();
  const info: unknown = isRetryRevision(revision)
    ? ownProperty(ctx.mcpReq.envelope, CLIENT_INFO_META_KEY)
    : server.server.getClientVersion();
  return {
    ...sendersOf(guard, ctx, senderOf(ctx)),
    signal: AbortSignal.any([ctx.mcpReq.signal, cancelSignal(server.server.transport, ctx.mcpReq.id)]),
    connection: server.server,
    requestId: ctx.mcpReq.id,
    era: revision,
    client: clientNameOf(info),
  };
}

/** SDK v2's `ServerOptions.requestState.verify`. */
export type VerifyRequestState = (state: string, ctx: ServerContext) => unknown;

/**
 * For a server that seals states of its own: hands the guard's states through untouched, everything else to `own`.
 * Without this, the server's check would refuse every answer to a guarded tool.
 *
 * @param options - `onBadState: "ask"` (as the guard does by itself) leads to a fresh question, `"error"` to SDK v2's
 *   -32602 when a state was changed on the way, or is nobody's where `own` is left out.
 *
 * @example
 * ```ts
 * const own: VerifyRequestState = (state, ctx) => codec.verify(state, ctx);
 * const verify = composeRequestState(guard, own, { onBadState: "ask" });
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
    if (refuseBad && origin === "broken") throw new Error("The state was changed on its way.");
    if (refuseBad && origin === "not-ours") throw new Error("The state is not one of this server.");
    // Undefined leaves the text itself for the guard to open.
    return undefined;
  };
}
