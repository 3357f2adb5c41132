// SDK v1 before 1.26 lets one server object serve several clients at a time, who then share its questions.
import { InMemoryTransport } from "sdk-oldest/inMemory.js";
import { Server } from "sdk-oldest/server/index.js";
import { McpServer } from "sdk-oldest/server/mcp.js";
import { CallToolRequestSchema } from "sdk-oldest/types.js";
import { describe, expect, it } from "vitest";

import { type CallContext, callerOf, portOf } from "../../src/adapters/sdk.ts";
import { createGuard, exact, type ToolResult } from "../../src/index.ts";
import { outcomeOf } from "../../src/testing/index.ts";
import { trusted } from "../../src/testing/trusted.ts";
import { YES } from "./notebook.ts";
import { sdkNotes } from "./sdk-notes.ts";

type Message = { id?: number; method?: string; result?: Record<string, unknown> };

/** A client that answers every question with a yes, its own or not, and one that it was never asked. */
async function eager(
  server: { connect(transport: InMemoryTransport): Promise<void> },
  sessionId: string | undefined,
): Promise<{ received: Message[]; send(message: object): Promise<void>; close(): Promise<void> }> {
  const [client, own] = InMemoryTransport.createLinkedPair();
  if (sessionId !== undefined) own.sessionId = sessionId;
  await server.connect(own);
  const received: Message[] = [];
  const send = (message: object): Promise<void> => client.send(trusted({ jsonrpc: "2.0", ...message }));
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way
  client.onmessage = (message) => {
    received.push(trusted<Message>(message));
    const { id, method } = trusted<Message>(message);
    if (method === "elicitation/create") void send({ id, result: YES });
  };
  await client.start();
  const clientInfo = { name: "eager", version: "1" };
  const capabilities = { elicitation: {} };
  await send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities, clientInfo },
  });
  await send({ method: "notifications/initialized" });
  return { received, send, close: () => client.close() };
}

const CALL = { id: 7, method: "tools/call", params: { name: "delete_note", arguments: { id: "a" } } };

describe("a server object of early SDK v1 that several clients share", () => {
  it("takes no second connection while it has one, once it has a guarded tool", async () => {
    const made = sdkNotes();
    const server = new McpServer({ name: "notes", version: "1.0.0" });
    made.register(trusted(server));
    const first = await eager(server, "first");
    await expect(eager(server, "second")).rejects.toThrow(/Already connected/u);
    await first.close();
    await expect(eager(server, "second")).resolves.toBeDefined();
  });

  it.each([
    ["in sessions of their own", ["first", "second"]],
    ["without sessions", [undefined, undefined]],
  ])("asks nobody else about a call of one of them, %s", async (_how, [firstId, secondId]) => {
    const done: string[] = [];
    const server = byHand(done, async () => {
      secondClient ??= await connectPast(server, secondId);
    });
    let secondClient: Awaited<ReturnType<typeof eager>> | undefined;
    const first = await eager(server, firstId);
    await first.send(CALL);
    await expect.poll(() => first.received.at(-1)?.id).toBe(7);
    expect(outcomeOf(trusted<ToolResult>(first.received.at(-1)?.result))).toBe("cannot-ask");
    expect(secondClient?.received.map(({ method }) => method)).not.toContain("elicitation/create");
    expect(done).toEqual([]);
  });

  it("asks nobody over a stateless transport, which cannot tell whose answer it brings", () => {
    const server = trusted<Parameters<typeof portOf>[0]>({
      transport: {},
      connect: async () => {},
      getClientCapabilities: () => ({ elicitation: {} }),
    });
    const context = { signal: new AbortController().signal, requestInfo: { headers: {} } };
    expect(portOf(server, trusted<CallContext>(context))).toEqual({
      kind: "none",
      reason: "nobody-connected",
    });
    expect(portOf(server, trusted<CallContext>({ ...context, requestInfo: undefined })).kind).toBe("push");
  });
});

/** As if the second connection had been made before the guard first saw the server. */
function connectPast(server: Server, sessionId: string | undefined): ReturnType<typeof eager> {
  return eager({ connect: (transport) => Server.prototype.connect.call(server, transport) }, sessionId);
}

function byHand(done: string[], beforeAsking: () => Promise<void>): Server {
  const guard = createGuard({ server: "shared-v1", audience: null, elicitation: true, warn: () => {} });
  const server = new Server({ name: "x", version: "1" }, { capabilities: { tools: {} } });
  const guarded = trusted<Parameters<typeof portOf>[0]>(server);
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const ctx = trusted<CallContext>(extra);
    return guard.run(portOf(guarded, ctx), {
      ...callerOf(guarded, ctx, guard),
      tool: params.name,
      args: {},
      prepare: async () => {
        await beforeAsking();
        const question = {
          action: "empty the bin",
          consequence: "All of it is gone.",
          yes: YES.content.decision,
        };
        return { found: "bin", ask: { subject: exact("bin", 1), question } };
      },
      run: async (found) => {
        done.push(found);
        return { content: [{ type: "text", text: "Emptied." }] };
      },
    });
  });
  return server;
}
