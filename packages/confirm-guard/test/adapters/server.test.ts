import { createRequestStateCodec, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { principalFrom } from "../../src/adapters/principal.ts";
import { pushPort } from "../../src/adapters/server-push.ts";
import {
  type Caller,
  callerOf,
  composeRequestState,
  guardedTool,
  portOf,
  principalOf,
  type VerifyRequestState,
} from "../../src/adapters/server.ts";
import {
  CONFIRM_TOKEN_DESCRIPTION,
  createGuard,
  ElicitFailure,
  exact,
  type Prepared,
} from "../../src/index.ts";
import { connect, connectRaw, outcomeOf, scriptedPerson, textOf } from "../../src/testing/index.ts";
import { trusted } from "../../src/testing/trusted.ts";
import { notes, YES } from "./notes.ts";

const CALL = { name: "delete_note", arguments: { id: "a" } };

describe("the token field", () => {
  it("stands in the input schema that the client sees", async () => {
    await using connection = await connect(notes(), { era: "2025" });
    const [tool] = await connection.listTools();
    expect(tool?.inputSchema).toEqual(
      expect.objectContaining({
        type: "object",
        properties: {
          id: { type: "string" },
          confirm_token: { type: "string", maxLength: 128, description: CONFIRM_TOKEN_DESCRIPTION },
        },
        required: ["id"],
      }),
    );
    expect(CONFIRM_TOKEN_DESCRIPTION).not.toMatch(/ELICITATION/iu);
  });

  it("never reaches prepare or run", async () => {
    const made = notes();
    await using raw = await connectRaw(made, { era: "2025", capabilities: {} });
    const first = await raw.request("tools/call", CALL);
    const token = /confirm_token "([^"]+)"/u.exec(textOf(first.result))?.[1];
    await raw.request("tools/call", { ...CALL, arguments: { id: "a", confirm_token: token } });
    expect(made.done).toEqual(["a"]);
    expect(made.seen).toEqual([{ id: "a" }, { id: "a" }, { id: "a" }]);
  });

  it.each([7, null, ["x"], "x".repeat(129)])(
    "is refused by name when it is %j, and nothing is prepared",
    async (confirm_token) => {
      const made = notes();
      await using raw = await connectRaw(made, { era: "2025" });
      const { result } = await raw.request("tools/call", { ...CALL, arguments: { id: "a", confirm_token } });
      expect(result).toMatchObject({ isError: true });
      expect(textOf(result)).toContain("Expected a string of at most 128 characters");
      expect(made.seen).toEqual([]);
    },
  );

  it("does not hide what is wrong with the other arguments", async () => {
    const made = notes();
    await using raw = await connectRaw(made, { era: "2026" });
    const { result } = await raw.request("tools/call", { ...CALL, arguments: { id: 7, other: 1 } });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toMatch(/expected string/u);
    expect(made.seen).toEqual([]);
  });

  it("stands in every branch of a union", async () => {
    const guard = createGuard({ server: "schemas", audience: null, elicitation: true });
    const prepare = async () => ({ found: 1, ask: null });
    const run = async () => ({ content: [] });
    const either = z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("note"), id: z.string() }),
      z.strictObject({ kind: z.literal("book"), isbn: z.string() }),
    ]);
    const factory = (): McpServer => {
      const server = new McpServer({ name: "x", version: "1" });
      guardedTool(server, guard, "delete_thing", { inputSchema: either, prepare }, run);
      return server;
    };
    await using connection = await connect({ factory }, { era: "2025" });
    const [tool] = await connection.listTools();
    const schema = JSON.parse(JSON.stringify(tool?.inputSchema));
    expect(schema.oneOf).toHaveLength(2);
    for (const branch of [schema, ...schema.oneOf])
      expect(branch.properties.confirm_token.type).toBe("string");
  });

  it.each([
    ["the schema itself", z.object({ confirm_token: z.string() })],
    [
      "one branch of a union",
      z.union([z.object({ id: z.string() }), z.object({ confirm_token: z.string().optional() })]),
    ],
  ])("must not be declared by %s: the tool is not even registered", (where, inputSchema) => {
    const guard = createGuard({ server: "schemas", audience: where, elicitation: true });
    const server = new McpServer({ name: "x", version: "1" });
    const prepare = async () => ({ found: 1, ask: null });
    const run = async () => ({ content: [] });
    const register = () =>
      guardedTool<unknown, Prepared<number>>(server, guard, "delete_thing", { inputSchema, prepare }, run);
    expect(register).toThrow(
      expect.objectContaining({
        name: "GuardUsageError",
        code: "bad-options",
        message: "confirm_token is added by the guard; the tool must not declare it.",
      }),
    );
    // The name is still free.
    const plain = z.object({ id: z.string() });
    expect(() =>
      guardedTool(server, guard, "delete_thing", { inputSchema: plain, prepare }, run),
    ).not.toThrow();
  });
});

describe("what a tool says of itself", () => {
  it("reaches the client, icons and _meta included", async () => {
    const guard = createGuard({ server: "described", audience: null, elicitation: true });
    const said = {
      title: "Delete a thing",
      description: "Deletes a thing for good.",
      annotations: { destructiveHint: true },
      icons: [{ src: "https://icons.example.org/delete.png", mimeType: "image/png" }],
      _meta: { "example.org/group": "things" },
    };
    const factory = (): McpServer => {
      const server = new McpServer({ name: "x", version: "1" });
      const settings = { ...said, inputSchema: z.object({}), prepare: async () => ({ found: 1, ask: null }) };
      guardedTool(server, guard, "delete_thing", settings, async () => ({ content: [] }));
      return server;
    };
    for (const era of ["2025", "2026"] as const) {
      await using connection = await connect({ factory }, { era });
      expect(await connection.listTools()).toEqual([expect.objectContaining(said)]);
    }
  });
});

describe("while a person reads", () => {
  const beats: (() => void)[] = [];
  const beating = () =>
    notes({
      repeat: (_everyMs, action) => {
        beats.push(action);
        return () => beats.splice(0);
      },
    });

  it("the call with a progress token shows signs of life, in rising numbers and fixed words", async () => {
    const made = beating();
    await using raw = await connectRaw(made, { era: "2025" });
    const call = raw.start("tools/call", { ...CALL, _meta: { progressToken: "p1" } });
    const question = await raw.nextRequest("elicitation/create");
    beats[0]?.();
    beats[0]?.();
    const notified = [
      await raw.nextNotification("notifications/progress"),
      await raw.nextNotification("notifications/progress"),
    ];
    expect(notified.map(({ params }) => params)).toEqual(
      [1, 2].map((progress) => ({
        progressToken: "p1",
        progress,
        message: "Waiting for a person to answer the question.",
      })),
    );
    await raw.reply(question.id, YES);
    await call.response;
    expect(beats).toEqual([]);
    expect(made.done).toEqual(["a"]);
  });

  it("the call without one shows none", async () => {
    const made = beating();
    await using raw = await connectRaw(made, { era: "2025" });
    const call = raw.start("tools/call", CALL);
    const question = await raw.nextRequest("elicitation/create");
    beats[0]?.();
    await raw.reply(question.id, YES);
    await call.response;
    expect(raw.wire.some(({ message }) => message.method === "notifications/progress")).toBe(false);
  });
});

describe("a server with states of its own", () => {
  const codec = createRequestStateCodec<{ step: number }>({ key: new Uint8Array(32).fill(1) });
  const own: VerifyRequestState = (state, ctx) => codec.verify(state, ctx);
  const ctx = trusted<ServerContext>({ mcpReq: { method: "tools/call" } });

  it.each(["ask", "error"] as const)("lives with the guard (onBadState: %s)", async (onBadState) => {
    const made = notes();
    const verify = composeRequestState(made.guard, own, { onBadState });
    const factory = () => serverWith(made, verify);
    await using connection = await connect({ factory }, { era: "2026", person: scriptedPerson(["yes"]) });
    expect(textOf(await connection.callTool("delete_note", { id: "a" }))).toBe("Deleted a.");
    expect(await verify(await codec.mint({ step: 2 }), ctx)).toEqual({ step: 2 });
  });

  it("says whether a state was changed on its way or was never one of this server", async () => {
    const made = notes();
    const verify = composeRequestState(made.guard, undefined, { onBadState: "error" });
    await using raw = await connectRaw(made, { era: "2026" });
    const { result } = await raw.request("tools/call", CALL);
    const state = String(result?.["requestState"]);
    const changed = `${state.slice(0, -4)}${state.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
    expect(() => verify(changed, ctx)).toThrow("The state was changed on its way.");
    expect(() => verify("nonsense", ctx)).toThrow("The state is not one of this server.");
    expect(verify(state, ctx)).toBeUndefined();
  });

  it("refuses what its own check refuses", async () => {
    const verify = composeRequestState(notes().guard, own, { onBadState: "ask" });
    await expect(verify("v1.made.up", ctx)).rejects.toThrow("mac");
  });

  it("asks afresh for a state that was changed on its way, or answers -32602 when it is told to", async () => {
    const made = notes();
    for (const onBadState of ["ask", "error"] as const) {
      const factory = () => serverWith(made, composeRequestState(made.guard, undefined, { onBadState }));
      await using raw = await connectRaw({ factory }, { era: "2026" });
      const { result } = await raw.request("tools/call", CALL);
      const state = String(result?.["requestState"]);
      const changed = `${state.slice(0, -4)}${state.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
      const inputResponses = { confirm: YES };
      for (const requestState of [changed, "nonsense"]) {
        const again = await raw.request("tools/call", { ...CALL, inputResponses, requestState });
        expect(again.result?.["resultType"] ?? again.error?.code).toBe(
          onBadState === "ask" ? "input_required" : -32_602,
        );
      }
      // What another process sealed is not a fault of the client.
      const foreign = await connectRaw(notes(), { era: "2026" });
      const { result: elsewhere } = await foreign.request("tools/call", CALL);
      const moved = await raw.request("tools/call", {
        ...CALL,
        inputResponses,
        requestState: elsewhere?.["requestState"],
      });
      expect(moved.result?.["resultType"]).toBe("input_required");
      await foreign.close();
    }
    expect(made.done).toEqual([]);
  });
});

describe("who a call comes from", () => {
  it("is the signed-in client and its bearer, else the session, else everybody alike", () => {
    const signedIn = principalFrom({ authInfo: { clientId: "c", token: "t1" }, sessionId: "s" });
    expect(signedIn).not.toContain("t1");
    const all = [
      signedIn,
      principalFrom({ authInfo: { clientId: "c", token: "t2" } }),
      principalFrom({ authInfo: { clientId: "d", token: "t1" } }),
      principalFrom({ sessionId: "s" }),
      principalFrom({ sessionId: "t" }),
      principalFrom({}),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(principalFrom({ authInfo: { clientId: "c", token: "t1" } })).toBe(signedIn);
    expect(principalFrom({})).toBe(principalFrom({}));
    const ctx = trusted<ServerContext>({ sessionId: "s", mcpReq: {} });
    expect(principalOf(ctx)).toBe(principalFrom({ sessionId: "s" }));
  });

  it("may be read from the context by the guard's own function", async () => {
    let who = "ada";
    const made = notes({ principal: () => who });
    await using raw = await connectRaw(made, { era: "2026" });
    const { result } = await raw.request("tools/call", CALL);
    const answered = { ...CALL, inputResponses: { confirm: YES }, requestState: result?.["requestState"] };
    who = "bob";
    expect((await raw.request("tools/call", answered)).result?.["resultType"]).toBe("input_required");
    expect(made.done).toEqual([]);
    who = "ada";
    expect(textOf((await raw.request("tools/call", answered)).result)).toBe("Deleted a.");
  });
});

describe("a server with its own tool table", () => {
  it("calls the guard by hand with portOf and callerOf", async () => {
    const guard = createGuard({ server: "by-hand", audience: null, elicitation: true, warn: () => {} });
    const callerIn = (server: McpServer, ctx: ServerContext): Caller => callerOf(server, ctx, guard);
    const done: string[] = [];
    const factory = (): McpServer => {
      const server = new McpServer({ name: "x", version: "1" });
      server.registerTool("empty_bin", { inputSchema: z.object({}) }, (args, ctx) =>
        guard.run(portOf(server, ctx), {
          ...callerIn(server, ctx),
          tool: "empty_bin",
          args,
          prepare: async () => ({
            found: "bin",
            ask: {
              subject: exact("bin", 1),
              question: { action: "empty the bin", consequence: "All of it is gone.", yes: "Yes, empty it" },
            },
          }),
          run: async (found) => {
            done.push(found);
            return { content: [{ type: "text", text: "Emptied." }] };
          },
        }),
      );
      return server;
    };
    for (const era of ["2025", "2026"] as const) {
      await using connection = await connect({ factory }, { era, person: scriptedPerson(["yes"]) });
      expect(textOf(await connection.callTool("empty_bin"))).toBe("Emptied.");
    }
    expect(done).toEqual(["bin", "bin"]);
  });
});

describe("a question that cannot be delivered", () => {
  it("is told from one that the client fails to answer", async () => {
    const failing = (error: unknown) =>
      trusted<ServerContext>({ mcpReq: { send: () => Promise.reject(error) } });
    const port = (error: unknown) => {
      const made = pushPort(failing(error));
      if (made.kind !== "push") throw new Error("no push port");
      return made.elicit(trusted({}), { timeoutMs: 1, signal: AbortSignal.timeout(1_000) });
    };
    const { SdkError, SdkErrorCode } = await import("@modelcontextprotocol/server");
    for (const [code, reason] of [
      [SdkErrorCode.RequestTimeout, "timed-out"],
      [SdkErrorCode.NotConnected, "not-delivered"],
      [SdkErrorCode.SendFailed, "not-delivered"],
    ] as const) {
      await expect(port(new SdkError(code, "x"))).rejects.toEqual(new ElicitFailure(reason));
    }
    const invalid = new SdkError(SdkErrorCode.InvalidResult, "x");
    await expect(port(invalid)).rejects.toBe(invalid);
  });

  it("ends the call without a token", async () => {
    const made = notes();
    const result = await made.guard.run(
      { kind: "push", elicit: () => Promise.reject(new ElicitFailure("not-delivered")) },
      {
        tool: "t",
        args: {},
        prepare: async () => ({
          found: 1,
          ask: { subject: 1, question: { action: "x", consequence: "y", yes: "z" } },
        }),
        run: async () => ({ content: [] }),
      },
    );
    expect(outcomeOf(result)).toBe("cannot-ask");
    expect(textOf(result)).not.toContain("confirm_token");
  });
});

/** The notes server of `made`, with a check of states in front of it. */
function serverWith(
  made: ReturnType<typeof notes>,
  verify: ReturnType<typeof composeRequestState>,
): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" }, { requestState: { verify } });
  made.register(server);
  return server;
}
