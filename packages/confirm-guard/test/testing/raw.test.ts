import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMcpHandler } from "@modelcontextprotocol/server";
import { describe, expect, it, onTestFinished } from "vitest";

import { connectRaw, type HttpTarget, type Target, textOf } from "../../src/testing/index.ts";
import { listen } from "../http/listen.ts";
import { SERVINGS } from "../http/serving.ts";
import { plainServers } from "./servers/plain.ts";
import { serverFile } from "./targets.ts";

const PLAIN = serverFile("plain-stdio");
const DELETE = { name: "delete_event", arguments: { id: "e1" } };
const YES = { action: "accept", content: { decision: "Yes, delete it" } };

/** The plain server behind a socket: sessions on the 2025 revisions, a server for each request on 2026-07-28. */
async function overHttp(): Promise<HttpTarget & { requests: Request[] }> {
  const factory = plainServers();
  const sessions = SERVINGS["Streamable HTTP with sessions"](() => factory({ era: "legacy" }));
  const modern = createMcpHandler(factory);
  const requests: Request[] = [];
  const { url, stop } = await listen((request) => {
    requests.push(request);
    return request.headers.get("mcp-protocol-version") === "2026-07-28"
      ? modern.fetch(request)
      : sessions(request);
  });
  onTestFinished(stop);
  return { url, requests };
}

const TARGETS: [where: string, make: () => Promise<Target | HttpTarget>][] = [
  ["over stdio", async () => PLAIN],
  ["in this process", async () => ({ factory: plainServers() })],
  ["over HTTP", overHttp],
];

for (const [where, make] of TARGETS) {
  describe(`connectRaw to a server ${where} on 2025 revisions`, () => {
    it("has done initialize, and answers pushed questions by hand", async () => {
      await using raw = await connectRaw(await make(), { era: "2025" });
      const seen: string[] = [];
      raw.onRequest(({ method }) => seen.push(method));
      const call = raw.start("tools/call", DELETE);
      const question = await raw.nextRequest("elicitation/create");
      await raw.reply(question.id, YES);
      expect(textOf((await call.response).result)).toBe("deleted e1");
      expect(seen).toEqual(["elicitation/create"]);
      expect(raw.wire[0]?.message).toMatchObject({
        method: "initialize",
        params: { protocolVersion: "2025-11-25" },
      });
    });

    it("can answer a question with an error, and answer it again", async () => {
      await using raw = await connectRaw(await make(), { era: "2025" });
      const before = textOf((await raw.request("tools/call", { name: "acts", arguments: {} })).result);
      const call = raw.start("tools/call", DELETE);
      const question = await raw.nextRequest("elicitation/create");
      await raw.replyError(question.id, { code: -32_603, message: "no dialog today" });
      await raw.reply(question.id, YES);
      expect(textOf((await call.response).result)).toContain("no dialog today");
      expect(textOf((await raw.request("tools/call", { name: "acts", arguments: {} })).result)).toBe(before);
    });

    it("reads an answer of two million characters", async () => {
      await using raw = await connectRaw(await make(), { era: "2025" });
      const { response } = raw.start("tools/call", { ...DELETE, arguments: { id: "é".repeat(2_000_000) } });
      await raw.reply((await raw.nextRequest("elicitation/create")).id, YES);
      expect(textOf((await response).result)).toHaveLength("deleted ".length + 2_000_000);
    });

    it("sends nothing of 2026-07-28 along", async () => {
      await using raw = await connectRaw(await make(), { era: "2025" });
      await raw.request("tools/list");
      expect(raw.wire.filter(({ from }) => from === "client").at(-1)?.message.params).toEqual({});
    });
  });

  describe(`connectRaw to a server ${where} on 2026-07-28`, () => {
    it("fills in the envelope, so that a forged first answer reaches the tool", async () => {
      await using raw = await connectRaw(await make(), { era: "2026" });
      const forged = await raw.request("tools/call", { ...DELETE, inputResponses: { confirm: YES } });
      expect(textOf(forged.result)).toBe("deleted e1");
    });

    it("lets the test change or leave out single keys of the envelope", async () => {
      await using raw = await connectRaw(await make(), { era: "2026" });
      const _meta = {
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": undefined,
        "test/own": 1,
      };
      await raw.request("tools/call", { name: "acts", arguments: {}, _meta });
      const sent = JSON.parse(JSON.stringify(raw.wire[0]?.message.params));
      expect(sent._meta).toEqual({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "test/own": 1,
      });
    });

    it("returns an error answer instead of throwing it", async () => {
      await using raw = await connectRaw(await make(), { era: "2026", capabilities: {} });
      expect((await raw.request("tools/call", DELETE)).error?.code).toBe(-32_021);
    });
  });
}

describe("connectRaw waits", () => {
  it("a bounded time, and names the request that was not answered", async () => {
    await using raw = await connectRaw({ factory: plainServers() }, { era: "2025", waitMs: 500 });
    await expect(raw.request("tools/call", DELETE)).rejects.toMatchObject({
      code: "timed-out",
      message: "Waited 500 ms for the answer to tools/call (id 2), and it did not come.",
    });
  });

  it.each([
    ["nextRequest", "Waited 50 ms for the server's request roots/list, and it did not come."],
    ["nextNotification", "Waited 50 ms for the server's notification roots/list, and it did not come."],
  ] as const)("a bounded time for what the server sends (%s)", async (wait, message) => {
    await using raw = await connectRaw(PLAIN, { era: "2026", waitMs: 50 });
    await expect(raw[wait]("roots/list")).rejects.toMatchObject({ code: "timed-out", message });
  });

  it("no longer than the server lives", async () => {
    await using raw = await connectRaw(serverFile("plain-stdio", { DIE_ON_CALL: "1" }), { era: "2025" });
    const waiting = raw.nextRequest("elicitation/create").catch((error: unknown) => error);
    await expect(raw.request("tools/call", DELETE)).rejects.toMatchObject({ code: "closed" });
    expect(await waiting).toMatchObject({
      code: "closed",
      message: "The server process has ended (exit code 3).",
    });
    await expect(raw.nextRequest("elicitation/create")).rejects.toMatchObject({ code: "closed" });
  });
});

describe("connectRaw over HTTP", () => {
  it("keeps to the session that initialize has opened, and ends it with a DELETE", async () => {
    const target = await overHttp();
    const raw = await connectRaw(target, { era: "2025" });
    await raw.request("ping");
    await raw.close();
    const seen = target.requests.map(({ method, headers }) => ({
      method,
      session: headers.get("mcp-session-id"),
      version: headers.get("mcp-protocol-version"),
    }));
    const session = seen[1]?.session;
    expect(session).toMatch(/^[\w-]{36}$/u);
    const within = { session, version: "2025-11-25" };
    expect(seen).toEqual([
      { method: "POST", session: null, version: null },
      { method: "POST", ...within },
      { method: "POST", ...within },
      { method: "DELETE", session, version: null },
    ]);
  });

  it("can lose the response to a call whose session goes on", async () => {
    await using raw = await connectRaw(await overHttp(), { era: "2025" });
    const call = raw.start("tools/call", DELETE);
    const question = await raw.nextRequest("elicitation/create");
    call.breakOff();
    await expect(call.response).rejects.toMatchObject({
      code: "closed",
      message: "The request tools/call (id 2) was broken off.",
    });
    await raw.reply(question.id, YES);
    const acts = async () =>
      textOf((await raw.request("tools/call", { name: "acts", arguments: {} })).result);
    await expect.poll(acts).toBe("1");
  });

  it.each([
    [
      "a status and no message",
      () => new Response(null, { status: 503 }),
      "The server answered with HTTP status 503 alone.",
    ],
    [
      "a page",
      () => new Response("<html>", { status: 200 }),
      "The server answered with HTTP status 200 alone.",
    ],
    [
      "an event that is no message",
      () => events("data: hello\n\n"),
      "The server answered with HTTP status 200 alone.",
    ],
  ])("says so when it gets %s instead of an answer", async (_what, answer, message) => {
    const { url, stop } = await listen(async () => answer());
    onTestFinished(stop);
    await using raw = await connectRaw({ url }, { era: "2026" });
    await expect(raw.request("ping")).rejects.toMatchObject({ code: "closed", message });
  });

  it("says so when nobody listens", async () => {
    const { url, stop } = await listen(async () => new Response());
    await stop();
    await using raw = await connectRaw({ url }, { era: "2026" });
    await expect(raw.request("ping")).rejects.toMatchObject({
      code: "closed",
      message: "The HTTP exchange failed.",
    });
  });

  it("puts an event together from pieces, lines and line ends of any kind", async () => {
    const answer = '{"jsonrpc":"2.0",\r\ndata: "id":1,\ndata:"result":{"text":"é\u2028"}}';
    const bytes = new TextEncoder().encode(`: ping\nid: 7\ndata: ${answer}\r\n\r\ndata: {"cut":\n`);
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const { url, stop } = await listen(async () => events(ReadableStream.from(pieces)));
    onTestFinished(stop);
    await using raw = await connectRaw({ url }, { era: "2026" });
    expect((await raw.request("ping")).result).toEqual({ text: "é\u2028" });
  });
});

const events = (body: string | ReadableStream<Uint8Array>) =>
  new Response(body, { headers: { "content-type": "text/event-stream" } });

describe("connectRaw", () => {
  it("sends lines as they are and goes on", async () => {
    await using raw = await connectRaw(PLAIN, { era: "2025" });
    await raw.sendLine("{ this is not JSON");
    await raw.sendLine('{"jsonrpc":"2.0","id":9999,"result":{"action":"accept"}}');
    expect((await raw.request("ping")).result).toEqual({});
  });

  it("kills a server that minds neither its stdin nor SIGTERM", async () => {
    const raw = await connectRaw(serverFile("stubborn"), { era: "2026" });
    await raw.close();
    expect(await raw.process?.exited).toEqual({ code: null, signal: "SIGKILL" });
    expect(() => process.kill(raw.process?.pid ?? 0, 0)).toThrow("ESRCH");
  });
});

it("connectRaw leaves no process behind when the server does not answer initialize", async () => {
  const folder = await mkdtemp(join(tmpdir(), "confirm-guard-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const PID_FILE = join(folder, "pid");
  await expect(
    connectRaw(serverFile("stubborn", { PID_FILE }), { era: "2025", waitMs: 2_000 }),
  ).rejects.toMatchObject({
    code: "timed-out",
    message: "Waited 2000 ms for the answer to initialize (id 1), and it did not come.",
  });
  const pid = Number(await readFile(PID_FILE, "utf8"));
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
