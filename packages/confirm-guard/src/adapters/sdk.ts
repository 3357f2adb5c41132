/**
 * The guard on a server of SDK v1 (`@modelcontextprotocol/sdk`), on the 2025 revisions.
 *
 * @module confirm-guard/sdk
 */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { McpServer, RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { AnySchema, ZodRawShapeCompat } from "@modelcontextprotocol/sdk/server/zod-compat.js";
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";

import type { FoundOf, Prepared } from "../call.ts";
import type { Guard } from "../guard.ts";
import type { Port } from "../types.ts";
import { type Caller, clientNameOf, toJson } from "./caller.ts";
import { cancelSignal } from "./cancel-signal.ts";
import { formSupport } from "./form-capability.ts";
import { principalFrom, type Sender, sendersOf } from "./principal.ts";
import { closedSignal, holdToOneConnection } from "./sdk-connection.ts";
import { type CallContext, pushPort } from "./sdk-push.ts";
import { type ArgsOf, type InputSchema, tokenAware } from "./sdk-schema.ts";

export type { Caller } from "./caller.ts";
export { CONFIRM_TOKEN, CONFIRM_TOKEN_DESCRIPTION, confirmTokenField } from "../confirm-token.ts";
export type { CallContext } from "./sdk-push.ts";
export type { ArgsOf, InputSchema } from "./sdk-schema.ts";

/** What `guardedTool` registers: SDK v1's own settings, plus `prepare`. */
export type GuardedToolConfig<
  Input extends InputSchema,
  Outcome extends Prepared<unknown, CallToolResult>,
> = {
  /** The name that a person sees. */
  title?: string;
  /** What the tool does, for the model. */
  description?: string;
  /** A raw shape or a schema, of zod 3.25 or zod 4; `confirm_token` is added to it and never reaches `prepare` or `run`. */
  inputSchema: Input;
  /** The shape of `structuredContent`. */
  outputSchema?: ZodRawShapeCompat | AnySchema;
  /** Hints to the client; the guard neither sets nor reads them. */
  annotations?: ToolAnnotations;
  /** Data for programs, listed with the tool. */
  _meta?: Record<string, unknown>;
  /** Reads what the call would touch and writes the question; changes nothing. See `GuardedCall.prepare`. */
  prepare(this: void, args: ArgsOf<Input>, ctx: CallContext): Outcome | Promise<Outcome>;
};

/**
 * Registers a tool that runs only after a person has agreed, on the 2025 revisions that SDK v1 speaks.
 *
 * @param server - SDK v1's `McpServer`, on any transport. An HTTP session with `enableJsonResponse` loses every
 *   question that is pushed; a call then ends after `answerWithinMs` with `timed-out`, and nothing was changed.
 * @param guard - made once at module scope; a guard per session forgets what another one was told.
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
 *     inputSchema: { id: z.string() },
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
export function guardedTool<Input extends InputSchema, Outcome extends Prepared<unknown, CallToolResult>>(
  server: McpServer,
  guard: Guard,
  name: string,
  config: GuardedToolConfig<Input, Outcome>,
  run: (
    args: ArgsOf<Input>,
    found: FoundOf<Outcome>,
    ctx: CallContext,
  ) => CallToolResult | Promise<CallToolResult>,
): RegisteredTool;
// The same with `Found` by name, which the compiler cannot take out of an `Outcome` that it does not know yet.
export function guardedTool<Input extends InputSchema, Found>(
  server: McpServer,
  guard: Guard,
  name: string,
  config: GuardedToolConfig<Input, Prepared<Found, CallToolResult>>,
  run: (args: ArgsOf<Input>, found: Found, ctx: CallContext) => CallToolResult | Promise<CallToolResult>,
): RegisteredTool {
  const { prepare, inputSchema, ...rest } = config;
  const schema = tokenAware(inputSchema);
  holdToOneConnection(server.server);
  return server.registerTool(name, { ...rest, inputSchema: schema }, ({ args, token }, ctx) =>
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
 * How a person can be reached on this call: what the client declared in `initialize` decides, and nothing that the call
 * itself carries. Takes SDK v1's `McpServer` as well as its `Server`.
 *
 * @example
 * ```ts
 * const result = await guard.run(portOf(server, ctx), { ...callerOf(server, ctx, guard), tool, args, prepare, run });
 * ```
 */
export function portOf(
  server: McpServer | Server,
  ctx: CallContext,
): Extract<Port, { kind: "push" | "none" }> {
  const low = lowLevel(server);
  holdToOneConnection(low);
  const capabilities = low.getClientCapabilities();
  // A stateless HTTP instance never saw an initialize: there is nobody it could ask. Early releases of SDK v1 let one
  // serve everybody; what it knows is then of the client that came last, and any of them could answer.
  const isStateless = ctx.requestInfo !== undefined && ctx.sessionId === undefined;
  if (capabilities === undefined || isStateless) return { kind: "none", reason: "nobody-connected" };
  const support = formSupport(capabilities);
  return support === "form" ? pushPort(low, ctx) : { kind: "none", reason: support };
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
export function principalOf(ctx: CallContext): string {
  return principalFrom(senderOf(ctx));
}

function senderOf(ctx: CallContext): Sender {
  return { authInfo: ctx.authInfo, sessionId: ctx.sessionId };
}

/**
 * The parts of a `GuardedCall` that come from the request and its connection, for servers with their own tool table.
 * `era` is known over HTTP only, where every request names its revision.
 *
 * @example
 * ```ts
 * const caller = callerOf(server, ctx, guard);
 * ```
 */
export function callerOf(server: McpServer | Server, ctx: CallContext, guard: Guard): Caller {
  const low = lowLevel(server);
  const revision = ctx.requestInfo?.headers["mcp-protocol-version"];
  return {
    ...sendersOf(guard, ctx, senderOf(ctx)),
    signal: AbortSignal.any([ctx.signal, closedSignal(low), cancelSignal(low.transport, ctx.requestId)]),
    connection: low,
    requestId: ctx.requestId,
    era: typeof revision === "string" ? revision : undefined,
    client: clientNameOf(low.getClientVersion()),
  };
}

function lowLevel(server: McpServer | Server): Server {
  return "server" in server ? server.server : server;
}
