// What docs/guard/gateway.md says of each part of a call that is lost or changed on its way, on 2026-07-28.
import { createMcpHandler } from "@modelcontextprotocol/server";
import { describe, expect, it, onTestFinished } from "vitest";

import { outcomeOf, textOf } from "../../src/testing/index.ts";
import { isRecord } from "../../src/testing/json-rpc.ts";
import { type Notes, notes, YES } from "../adapters/notes.ts";
import { listen } from "./listen.ts";
import { modernCall } from "./modern-call.ts";

const CALL = { name: "delete_note", arguments: { id: "a" } };
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

type Params = Record<string, unknown>;
type Loss = {
  params?: (params: Params) => Params;
  header?: [string, string];
  result?: (result: unknown) => unknown;
};

/** A server behind a relay that changes one thing of every request. */
async function behind(made: Notes, loss: Loss): Promise<string> {
  const { params: change = (params) => params, header, result: lose = (result) => result } = loss;
  const server = await listen(createMcpHandler(made.factory).fetch);
  onTestFinished(server.stop);
  const relay = await listen(async (request) => {
    const body: unknown = JSON.parse(await request.text());
    if (!isRecord(body) || !isRecord(body["params"])) throw new Error("A call without params.");
    const headers = new Headers(request.headers);
    for (const name of ["content-length", "host"]) headers.delete(name);
    if (header !== undefined) headers.set(...header);
    const onward = JSON.stringify({ ...body, params: change(body["params"]) });
    const response = await fetch(server.url, { method: "POST", headers, body: onward });
    const answer: unknown = await response.json();
    const shown =
      isRecord(answer) && "result" in answer ? { ...answer, result: lose(answer["result"]) } : answer;
    return Response.json(shown, { status: response.status });
  });
  onTestFinished(relay.stop);
  return relay.url;
}

const without =
  (name: string) =>
  ({ [name]: _lost, ...rest }: Params): Params =>
    rest;

/** Only the call that brings an answer is changed. */
const inAnswers =
  (change: (params: Params) => Params) =>
  (params: Params): Params =>
    "inputResponses" in params ? change(params) : params;

const LOSSES: [string, Loss][] = [
  ["loses requestState", { params: without("requestState") }],
  ["loses inputResponses", { params: without("inputResponses") }],
  ["changes requestState", { params: inAnswers((params) => ({ ...params, requestState: "gw.1" })) }],
  ["changes the arguments", { params: inAnswers((params) => ({ ...params, arguments: { id: "b" } })) }],
];

describe("behind a gateway that", () => {
  it.each(LOSSES)("%s, a yes leads to a fresh question", async (_what, loss) => {
    const made = notes();
    const url = await behind(made, loss);
    const asked = await modernCall(url, CALL);
    const brought = { inputResponses: { confirm: YES }, requestState: asked.result?.["requestState"] };
    expect((await modernCall(url, CALL, brought)).result).toMatchObject({ resultType: "input_required" });
    expect(made.done).toEqual([]);
  });

  it("changes the tool, a yes leads to a question about that one", async () => {
    const made = notes();
    const change = inAnswers((params) => ({ ...params, name: "delete_note_with_schema" }));
    const url = await behind(made, { params: change });
    const asked = await modernCall(url, CALL);
    const brought = { inputResponses: { confirm: YES }, requestState: asked.result?.["requestState"] };
    const headers = { "mcp-name": "delete_note_with_schema" };
    const answered = await modernCall(url, CALL, { ...brought, headers });
    expect(answered.result).toMatchObject({ resultType: "input_required" });
    expect(made.done).toEqual([]);
  });

  it("loses the question, the record ends with it", async () => {
    const made = notes();
    const lose = (result: unknown) => (isRecord(result) ? without("inputRequests")(result) : result);
    const { result } = await modernCall(await behind(made, { result: lose }), CALL);
    expect(result).not.toHaveProperty("inputRequests");
    expect(made.events.map(({ outcome }) => outcome)).toEqual(["asked"]);
    expect(made.done).toEqual([]);
  });

  it("loses what the client can show, the call gets a token", async () => {
    const made = notes();
    const change = (params: Params): Params => {
      const meta = isRecord(params["_meta"]) ? params["_meta"] : {};
      return { ...params, _meta: { ...meta, [CAPABILITIES]: {} } };
    };
    const { result } = await modernCall(await behind(made, { params: change }), CALL);
    expect(outcomeOf(result)).toBe("token-issued");
    expect(made.done).toEqual([]);
  });

  it("translates the choices, every yes is none", async () => {
    const made = notes();
    const yes = { action: "accept", content: { decision: "Ja, löschen" } };
    const change = inAnswers((params) => ({ ...params, inputResponses: { confirm: yes } }));
    const url = await behind(made, { params: change });
    const asked = await modernCall(url, CALL);
    const brought = { inputResponses: { confirm: YES }, requestState: asked.result?.["requestState"] };
    const { result } = await modernCall(url, CALL, brought);
    expect(outcomeOf(result)).toBe("not-yes");
    expect(textOf(result)).toContain("Nothing was changed.");
    expect(made.done).toEqual([]);
  });

  it.each([
    ["mcp-method", "tools/list"],
    ["mcp-name", "list_notes"],
    ["mcp-protocol-version", "2025-11-25"],
  ])("changes the header %s, the SDK refuses the request", async (...header) => {
    const made = notes();
    const { result, error } = await modernCall(await behind(made, { header }), CALL);
    expect(result).toBeUndefined();
    expect(error?.code).toBeLessThan(0);
    expect(made.done).toEqual([]);
  });
});
