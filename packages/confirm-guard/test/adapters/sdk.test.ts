import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as z3 from "zod/v3";

import { principalFrom } from "../../src/adapters/principal.ts";
import {
  type CallContext,
  callerOf,
  guardedTool,
  type InputSchema,
  portOf,
  principalOf,
} from "../../src/adapters/sdk.ts";
import { CONFIRM_TOKEN_DESCRIPTION, createGuard, exact } from "../../src/index.ts";
import { connect, connectRaw, outcomeOf, scriptedPerson, textOf } from "../../src/testing/index.ts";
import { trusted } from "../../src/testing/trusted.ts";
import { isSchemaName, SCHEMAS, sdkNotes } from "./sdk-notes.ts";
import { YES } from "./notebook.ts";

const CALL = { name: "delete_note", arguments: { id: "a" } };
const SCHEMA_NAMES = Object.keys(SCHEMAS).filter(isSchemaName);

describe("the token field on SDK v1", () => {
  it.each(SCHEMA_NAMES)("stands in the input schema that the client sees (%s)", async (schema) => {
    const made = sdkNotes();
    await using connection = await connect(
      { factory: () => made.factory(undefined, schema) },
      { era: "2025" },
    );
    const [tool] = await connection.listTools();
    expect(tool?.inputSchema).toMatchObject({
      type: "object",
      properties: {
        id: { type: "string" },
        confirm_token: { type: "string", maxLength: 128, description: CONFIRM_TOKEN_DESCRIPTION },
      },
      required: ["id"],
    });
  });

  it.each(SCHEMA_NAMES)("never reaches prepare or run (%s)", async (schema) => {
    const made = sdkNotes();
    await using raw = await connectRaw(
      { factory: () => made.factory(undefined, schema) },
      { era: "2025", capabilities: {} },
    );
    const first = await raw.request("tools/call", CALL);
    const token = /confirm_token "([^"]+)"/u.exec(textOf(first.result))?.[1];
    const second = await raw.request("tools/call", { ...CALL, arguments: { id: "a", confirm_token: token } });
    expect(textOf(second.result)).toBe("Deleted a.");
    expect(made.done).toEqual(["a"]);
    expect(made.seen).toEqual([{ id: "a" }, { id: "a" }, { id: "a" }]);
  });

  it.each(SCHEMA_NAMES)("does not hide what is wrong with the other arguments (%s)", async (schema) => {
    const made = sdkNotes();
    await using raw = await connectRaw({ factory: () => made.factory(undefined, schema) }, { era: "2025" });
    const { result } = await raw.request("tools/call", { ...CALL, arguments: { id: 7 } });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toMatch(/expected string/iu);
    expect(textOf(result)).toContain("id");
    expect(made.seen).toEqual([]);
  });

  it.each(["zod 4, strict object", "zod 3, strict object"] as const)(
    "leaves a strict schema strict about everything else (%s)",
    async (schema) => {
      const made = sdkNotes();
      await using raw = await connectRaw({ factory: () => made.factory(undefined, schema) }, { era: "2025" });
      const { result } = await raw.request("tools/call", { ...CALL, arguments: { id: "a", other: 1 } });
      expect(result).toMatchObject({ isError: true });
      expect(textOf(result)).toMatch(/unrecognized key/iu);
      expect(made.seen).toEqual([]);
    },
  );

  it("must not be declared by the tool itself", () => {
    const guard = createGuard({ server: "own-field", audience: null, elicitation: true });
    const declare = (inputSchema: InputSchema) => () =>
      guardedTool(
        new McpServer({ name: "x", version: "1" }),
        guard,
        "delete_thing",
        { inputSchema, prepare: async () => ({ found: 1, ask: null }) },
        async () => ({ content: [] }),
      );
    const message = "confirm_token is added by the guard; the tool must not declare it.";
    expect(declare({ confirm_token: z.string() })).toThrow(message);
    expect(declare(z.object({ confirm_token: z.string() }))).toThrow(message);
    expect(declare(z3.object({ confirm_token: z3.string() }))).toThrow(message);
  });

  it("is taken beside schemas that are no plain object: unions, transforms, refinements, none at all", async () => {
    const guard = createGuard({ server: "odd-schemas", audience: null, elicitation: true, warn: () => {} });
    const seen: unknown[] = [];
    const odd: Record<string, InputSchema> = {
      union: z.union([z.strictObject({ id: z.string() }), z.strictObject({ isbn: z.string() })]),
      refined: z.object({ id: z.string() }).refine(async ({ id }) => id !== "b", "not b"),
      effects: z3.object({ id: z3.string() }).refine(({ id }) => id !== "b", "not b"),
      transformed: z.object({ id: z.string().transform((id) => id.length) }),
      defaulted: z3.object({ id: z3.string(), twice: z3.boolean().default(true) }),
      nothing: {},
    };
    const factory = (): McpServer => {
      const server = new McpServer({ name: "x", version: "1" });
      for (const [name, inputSchema] of Object.entries(odd)) {
        const prepare = async (args: unknown) => {
          seen.push(args);
          return {
            found: 1,
            ask: { subject: 1, question: { action: "do it", consequence: "Once.", yes: "Yes" } },
          };
        };
        const run = async () => ({ content: [{ type: "text" as const, text: "Done." }] });
        guardedTool(server, guard, name, { inputSchema, prepare }, run);
      }
      return server;
    };
    await using connection = await connect({ factory }, { era: "2025", sdk: "v1" });
    for (const { inputSchema } of await connection.listTools())
      expect(inputSchema).toMatchObject({
        type: "object",
        properties: { confirm_token: { maxLength: 128 } },
      });

    for (const name of Object.keys(odd)) {
      const first = await connection.callTool(name, { id: "a" });
      const token = /confirm_token "([^"]+)"/u.exec(textOf(first))?.[1];
      expect(textOf(await connection.callTool(name, { id: "a", confirm_token: token }))).toBe("Done.");
    }
    expect([...new Set(seen.map((args) => JSON.stringify(args)))]).toEqual([
      '{"id":"a"}',
      '{"id":1}',
      '{"id":"a","twice":true}',
      "{}",
    ]);
    for (const name of ["refined", "effects"])
      expect(textOf(await connection.callTool(name, { id: "b" }))).toContain("not b");
  });
});

describe("while a person reads, on SDK v1", () => {
  it("the question is withdrawn when its time is over, and the yes after that is dropped", async () => {
    const made = sdkNotes({ answerWithinMs: 60 });
    await using raw = await connectRaw(made, { era: "2025" });
    const call = raw.start("tools/call", CALL);
    const question = await raw.nextRequest("elicitation/create");
    expect(outcomeOf((await call.response).result)).toBe("timed-out");
    expect((await raw.nextNotification("notifications/cancelled")).params).toMatchObject({
      requestId: question.id,
    });
    await raw.reply(question.id, YES);
    await raw.request("ping");
    expect(made.done).toEqual([]);
  });

  it.each([-32_001, -32_000])(
    "a client that answers with error %i has failed, and was not late",
    async (code) => {
      const made = sdkNotes();
      await using raw = await connectRaw(made, { era: "2025" });
      const call = raw.start("tools/call", CALL);
      await raw.replyError((await raw.nextRequest("elicitation/create")).id, { code, message: "late" });
      expect(outcomeOf((await call.response).result)).toBe("client-failed");
    },
  );

  it("a task that the client names does not lead the question astray", async () => {
    const made = sdkNotes();
    await using raw = await connectRaw(made, { era: "2025" });
    const _meta = { "io.modelcontextprotocol/related-task": { taskId: "t1" } };
    const call = raw.start("tools/call", { ...CALL, _meta });
    await raw.reply((await raw.nextRequest("elicitation/create")).id, YES);
    expect(textOf((await call.response).result)).toBe("Deleted a.");
  });
});

describe("a connection of SDK v1 that closes", () => {
  it("ends the call whose yes is being checked, also where the SDK does not", async () => {
    const made = sdkNotes();
    const raw = await connectRaw(made, { era: "2025" });
    const gate = Promise.withResolvers<void>();
    const checking = Promise.withResolvers<void>();
    const prepare = made.prepare;
    let looks = 0;
    made.prepare = async (args) => {
      looks += 1;
      if (looks === 2) {
        checking.resolve();
        await gate.promise;
      }
      return prepare(args);
    };
    await using second = await connectRaw(made, { era: "2025" });
    const call = second.start("tools/call", CALL);
    call.response.catch(() => undefined);
    await second.reply((await second.nextRequest("elicitation/create")).id, YES);
    await checking.promise;
    await second.close();
    gate.resolve();
    await expect.poll(() => made.events.at(-1)?.outcome).toBe("call-cancelled");
    expect(made.done).toEqual([]);
    await raw.close();
  });

  it("cannot be asked any more", () => {
    const server = new McpServer({ name: "x", version: "1" });
    const ctx = trusted<CallContext>({ signal: new AbortController().signal });
    const guard = createGuard({ server: "x", audience: null, elicitation: true, warn: () => {} });
    expect(callerOf(server, ctx, guard).signal.aborted).toBe(true);
  });
});

describe("who a call comes from on SDK v1", () => {
  it("is the signed-in client, else the session, else everybody alike", () => {
    const authInfo = { clientId: "c", token: "t1", scopes: [] };
    expect(principalOf(trusted<CallContext>({ authInfo, sessionId: "s" }))).toBe(principalFrom({ authInfo }));
    expect(principalOf(trusted<CallContext>({ sessionId: "s" }))).toBe(principalFrom({ sessionId: "s" }));
    expect(principalOf(trusted<CallContext>({}))).toBe(principalFrom({}));
  });

  it("may be read from the context by the guard's own function", async () => {
    const contexts: unknown[] = [];
    const made = sdkNotes({
      principal: (ctx) => {
        contexts.push(ctx);
        return "ada";
      },
    });
    await using connection = await connect(made, { era: "2025", person: scriptedPerson(["yes"]) });
    await connection.callTool("delete_note", { id: "a" });
    expect(contexts).toEqual([expect.objectContaining({ requestId: expect.anything() })]);
  });
});

describe("a server on SDK v1 with its own tool table", () => {
  it("calls the guard by hand, below McpServer", async () => {
    const guard = createGuard({ server: "by-hand-v1", audience: null, elicitation: true, warn: () => {} });
    const done: string[] = [];
    const factory = (): Server => {
      const server = new Server({ name: "x", version: "1" }, { capabilities: { tools: {} } });
      server.setRequestHandler(CallToolRequestSchema, ({ params }, ctx) =>
        guard.run(portOf(server, ctx), {
          ...callerOf(server, ctx, guard),
          tool: params.name,
          args: {},
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
    await using connection = await connect(
      { factory: () => trusted(factory()) },
      { era: "2025", sdk: "v1", person: scriptedPerson(["yes"]) },
    );
    expect(textOf(await connection.callTool("empty_bin"))).toBe("Emptied.");
    expect(done).toEqual(["bin"]);
  });
});
