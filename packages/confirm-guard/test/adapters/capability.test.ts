import { randomUUID } from "node:crypto";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";

import { formSupport, isRetryRevision } from "../../src/adapters/form-capability.ts";
import { connect, connectRaw, outcomeOf, scriptedPerson, textOf } from "../../src/testing/index.ts";
import { notes, YES } from "./notes.ts";

const CALL = { name: "delete_note", arguments: { id: "a" } };
const META = "io.modelcontextprotocol/";

const ASKED = [{ elicitation: {} }, { elicitation: { form: {} } }, { elicitation: { form: {}, url: {} } }];
const NOT_ASKED = [
  [{}, "The client cannot show a dialog"],
  [{ sampling: {} }, "The client cannot show a dialog"],
  [{ elicitation: { url: {} } }, "The client can open links but cannot show a dialog"],
] as const;

describe("what a client declares", () => {
  it.each(ASKED)("%j means that it is asked on 2025", async (capabilities) => {
    const made = notes();
    await using raw = await connectRaw(made, { era: "2025", capabilities });
    const call = raw.start("tools/call", CALL);
    await raw.reply((await raw.nextRequest("elicitation/create")).id, YES);
    expect(textOf((await call.response).result)).toBe("Deleted a.");
  });

  it.each(ASKED)("%j means that it is asked on 2026-07-28", async (capabilities) => {
    const made = notes();
    await using raw = await connectRaw(made, { era: "2026", capabilities });
    expect((await raw.request("tools/call", CALL)).result).toMatchObject({ resultType: "input_required" });
  });

  it.each(
    (["2025", "2026"] as const).flatMap((era) =>
      NOT_ASKED.map(([capabilities, sentence]) => [era, capabilities, sentence] as const),
    ),
  )("on %s, %j means the token", async (era, capabilities, sentence) => {
    const made = notes();
    await using raw = await connectRaw(made, { era, capabilities });
    const { result, error } = await raw.request("tools/call", CALL);
    expect(error).toBeUndefined();
    expect(outcomeOf(result)).toBe("token-issued");
    expect(textOf(result)).toContain(sentence);
    const token = /confirm_token "([^"]+)"/u.exec(textOf(result))?.[1];
    const again = await raw.request("tools/call", { ...CALL, arguments: { id: "a", confirm_token: token } });
    expect(textOf(again.result)).toBe("Deleted a.");
  });

  it.each(["2025-06-18", "2025-03-26", "2024-11-05"])(
    "counts on revision %s as well",
    async (protocolVersion) => {
      const made = notes();
      await using raw = await connectRaw(made, { era: "2025" });
      const clientInfo = { name: "old", version: "1" };
      const initialize = { protocolVersion, capabilities: { elicitation: {} }, clientInfo };
      expect((await raw.request("initialize", initialize)).result).toMatchObject({ protocolVersion });
      const call = raw.start("tools/call", CALL);
      await raw.reply((await raw.nextRequest("elicitation/create")).id, YES);
      expect(textOf((await call.response).result)).toBe("Deleted a.");
      expect(made.events.at(-1)).toMatchObject({ era: protocolVersion, client: "old" });
    },
  );

  it("is read as what it is, whatever its shape", () => {
    const odd = [undefined, null, 7, [], { elicitation: null }, { elicitation: true }, { elicitation: [] }];
    expect(odd.map(formSupport)).toEqual(odd.map(() => "no-capability"));
    expect(formSupport({ elicitation: { form: null, url: {} } })).toBe("url-only");
    expect(formSupport(Object.create({ elicitation: {} }))).toBe("no-capability");
    expect([undefined, "2025-11-25", "2026-07-28", "2027-01-01"].map(isRetryRevision)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe("the revision that counts is the negotiated one", () => {
  it("so a 2025 client that sends the envelope of 2026-07-28 is pushed its question", async () => {
    const made = notes();
    await using raw = await connectRaw(made, { era: "2025" });
    const envelope = { [`${META}protocolVersion`]: "2026-07-28", [`${META}clientCapabilities`]: {} };
    const call = raw.start("tools/call", { ...CALL, _meta: envelope });
    await raw.reply((await raw.nextRequest("elicitation/create")).id, YES);
    expect(textOf((await call.response).result)).toBe("Deleted a.");
    expect(made.events.at(-1)).toMatchObject({ era: "2025-11-25" });
  });

  it("so answers and states in a 2025 request mean nothing", async () => {
    const made = notes();
    await using raw = await connectRaw(made, { era: "2025" });
    const forged = { ...CALL, inputResponses: { confirm: YES }, requestState: "cg1.00000000.e30.x" };
    const call = raw.start("tools/call", forged);
    const question = await raw.nextRequest("elicitation/create");
    expect(made.done).toEqual([]);
    await raw.reply(question.id, { action: "decline" });
    expect(outcomeOf((await call.response).result)).toBe("declined");
    made.onPrepare = (id) => ({ found: id, ask: null });
    await raw.request("tools/call", forged);
    expect(made.done).toEqual(["a"]);
  });

  it("so a 2026-07-28 request is judged by its own envelope", async () => {
    const made = notes();
    await using raw = await connectRaw(made, { era: "2026", capabilities: {} });
    const asking = { ...CALL, _meta: { [`${META}clientCapabilities`]: { elicitation: {} } } };
    expect((await raw.request("tools/call", asking)).result).toMatchObject({ resultType: "input_required" });
    expect(outcomeOf((await raw.request("tools/call", CALL)).result)).toBe("token-issued");
  });
});

describe("a client that announces dialogs and has none", () => {
  it("gets the token at once, and is not asked again on this connection", async () => {
    const made = notes();
    await using raw = await connectRaw(made, { era: "2025" });
    const call = raw.start("tools/call", CALL);
    const { id } = await raw.nextRequest("elicitation/create");
    await raw.replyError(id, { code: -32_601, message: "Method not found" });
    const { result } = await call.response;
    expect(textOf(result)).toContain("The client announced dialogs but has none");
    const token = /confirm_token "([^"]+)"/u.exec(textOf(result))?.[1];
    const second = await raw.request("tools/call", { ...CALL, arguments: { id: "a", confirm_token: token } });
    expect(textOf(second.result)).toBe("Deleted a.");
    expect(raw.wire.filter(({ message }) => message.method === "elicitation/create")).toHaveLength(1);
  });

  it.each(["v1", "v2"] as const)("is recognised with the client of SDK %s", async (sdk) => {
    const made = notes();
    await using connection = await connect(made, {
      era: "2025",
      sdk,
      capabilities: { elicitation: { form: {} } },
    });
    const result = await connection.callTool("delete_note", { id: "a" });
    expect(outcomeOf(result)).toBe("token-issued");
    expect(textOf(result)).toContain("The client announced dialogs but has none");
  });
});

describe("over HTTP", () => {
  it("nobody can be asked on a stateless 2025 request, and the token says so", async () => {
    const made = notes();
    const handler = createMcpHandler(made.factory);
    const client = new Client({ name: "web", version: "1" }, { capabilities: { elicitation: { form: {} } } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
        fetch: (url, init) => handler.fetch(new Request(url, init)),
      }),
    );
    const result = await client.callTool(CALL);
    expect(outcomeOf(result)).toBe("token-issued");
    expect(textOf(result)).toContain("This connection has no way back to a person");
    await client.close();
    await handler.close();
  });

  it("the question comes in the stream of the call that asks it on a 2025 session", async () => {
    const made = notes();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
    await made.factory().connect(transport);
    const client = new Client({ name: "web", version: "1" }, { capabilities: { elicitation: { form: {} } } });
    const person = scriptedPerson(["yes"]);
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const answer = await person.respond(params);
      return JSON.parse(JSON.stringify(answer));
    });
    const opened: string[] = [];
    await client.connect(
      new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
        fetch: (url, init) => {
          opened.push(init?.method ?? "GET");
          // Without the standing stream, only the stream of the call is left to carry the question.
          if (init?.method === "GET") return Promise.resolve(new Response(null, { status: 405 }));
          return transport.handleRequest(new Request(url, init));
        },
      }),
    );
    expect(textOf(await client.callTool(CALL))).toBe("Deleted a.");
    expect(person.questions).toHaveLength(1);
    expect(opened).toContain("POST");
    await client.close();
    await transport.close();
  });
});
