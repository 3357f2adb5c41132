import { describe, expect, it } from "vitest";

import { personFrom, principalFrom } from "../../src/adapters/principal.ts";
import { connectRaw, outcomeOf, textOf } from "../../src/testing/index.ts";
import { DECLINE, notes, YES } from "./notes.ts";
import { sdkNotes } from "./sdk-notes.ts";

const CALL = { name: "delete_note", arguments: { id: "a" } };
const CANCELLED = { method: "notifications/cancelled", params: { requestId: "D" } };
const WITHOUT_DIALOGS = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "rogue", version: "1" },
};

const line = (message: object): string => JSON.stringify({ jsonrpc: "2.0", ...message });

describe.each([
  ["v1", sdkNotes],
  ["v2", notes],
])("on SDK %s", (_sdk, server) => {
  it("two calls with one request id do nothing, whatever is cancelled or answered", async () => {
    const made = server();
    await using raw = await connectRaw(made, { era: "2025" });
    for (const id of ["a", "b"])
      await raw.sendLine(line({ id: "D", method: "tools/call", params: { ...CALL, arguments: { id } } }));
    const question = await raw.nextRequest("elicitation/create");
    await raw.sendLine(line(CANCELLED));
    await raw.reply(question.id, YES);
    await raw.request("ping");
    expect(made.done).toEqual([]);
    expect(raw.wire.filter(({ message }) => message.method === "elicitation/create")).toHaveLength(1);
  });

  it.each([
    ["a ping", { method: "ping" }],
    ["a list of tools", { method: "tools/list" }],
    ["a call of another tool", { method: "tools/call", params: { name: "list_notes", arguments: {} } }],
  ])("a call is cancelled although %s had its request id meanwhile", async (_what, other) => {
    const made = server();
    await using raw = await connectRaw(made, { era: "2025" });
    await raw.sendLine(line({ id: "D", method: "tools/call", params: CALL }));
    const question = await raw.nextRequest("elicitation/create");
    await raw.sendLine(line({ id: "D", ...other }));
    await raw.request("ping");
    await raw.sendLine(line(CANCELLED));
    await raw.reply(question.id, YES);
    await raw.request("ping");
    expect(made.done).toEqual([]);
  });

  it("a second initialize without dialogs gets no token, neither after a no nor for another thing", async () => {
    const made = server();
    await using raw = await connectRaw(made, { era: "2025" });
    const call = raw.start("tools/call", CALL);
    await raw.reply((await raw.nextRequest("elicitation/create")).id, DECLINE);
    expect(outcomeOf((await call.response).result)).toBe("declined");
    await raw.request("initialize", WITHOUT_DIALOGS);
    for (const id of ["a", "b"]) {
      const { result } = await raw.request("tools/call", { ...CALL, arguments: { id } });
      expect(outcomeOf(result)).toBe("cannot-ask");
      expect(textOf(result)).not.toContain("confirm_token");
    }
    expect(made.done).toEqual([]);
  });
});

describe("whose no's count", () => {
  it("does not change with the session, which a client can open at will", () => {
    const [one, other, none] = [{ sessionId: "1" }, { sessionId: "2" }, {}].map(personFrom);
    expect([one, other]).toEqual([none, none]);
    expect(principalFrom({ sessionId: "1" })).not.toBe(principalFrom({ sessionId: "2" }));
  });

  it("is one signed-in client each", () => {
    const [ada, bob] = ["ada", "bob"].map((token) => ({
      authInfo: { clientId: "app", token },
      sessionId: "1",
    }));
    expect(personFrom(ada ?? {})).toBe(principalFrom(ada ?? {}));
    expect(personFrom(ada ?? {})).not.toBe(personFrom(bob ?? {}));
  });
});
