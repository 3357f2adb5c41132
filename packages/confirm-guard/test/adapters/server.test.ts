import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { principalFrom } from "../../src/adapters/principal.ts";
import { pushPort } from "../../src/adapters/server-push.ts";
import { type Caller, callerOf, guardedTool, portOf, principalOf } from "../../src/adapters/server.ts";
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
