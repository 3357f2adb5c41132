import { describe, expect, it } from "vitest";

import {
  connect,
  scriptedPerson,
  type ScriptedAnswer,
  textOf,
  type WireEntry,
} from "../../src/testing/index.ts";
import { plainServers } from "./servers/plain.ts";
import { CLIENTS, serverFile } from "./targets.ts";

const IN_PROCESS = { factory: plainServers() };
const TARGETS = [
  ["over stdio", serverFile("plain-stdio", { GREETING: "plain: ready" })],
  ["in this process", IN_PROCESS],
] as const;

function methods(wire: readonly WireEntry[]): string[] {
  return wire.map(
    ({ from, message }) => `${from} ${typeof message.method === "string" ? message.method : "answers"}`,
  );
}

for (const [where, target] of TARGETS) {
  describe.each(CLIENTS)(`connect to a server ${where}: revision $era, SDK $sdk`, (how) => {
    it.each([
      ["yes", "deleted e1"],
      ["no", 'kept e1: {"action":"accept","content":{"decision":"No, keep it"}}'],
      ["decline", 'kept e1: {"action":"decline"}'],
      ["cancel", 'kept e1: {"action":"cancel"}'],
    ] satisfies [ScriptedAnswer, string][])("carries the answer %s to the tool", async (answer, expected) => {
      const person = scriptedPerson([answer]);
      await using connection = await connect(target, { ...how, person });
      expect(textOf(await connection.callTool("delete_event", { id: "e1" }))).toBe(expected);
      expect([person.questions.length, person.usedUp, person.unexpected]).toEqual([1, true, 0]);
    });

    it("lists the tools and says who the server is", async () => {
      await using connection = await connect(target, how);
      expect((await connection.listTools()).map(({ name }) => name)).toEqual(["delete_event", "acts"]);
      expect(connection.client.getServerVersion()?.name).toBe("plain");
      expect(connection.client.getInstructions()).toBe("A server for tests.");
      expect(connection.era).toBe(how.era);
    });

    it("declares no elicitation without a person", async () => {
      await using connection = await connect(target, how);
      await connection.callTool("delete_event", { id: "e1" }).catch(() => undefined);
      const sent = connection.wire.filter(({ from }) => from === "client");
      expect(JSON.stringify(sent)).not.toContain('"elicitation"');
      expect(textOf(await connection.callTool("acts"))).not.toBe("");
    });

    it("declares the capabilities the test asks for, with nobody behind them", async () => {
      await using connection = await connect(target, { ...how, capabilities: { elicitation: {} } });
      const outcome = await connection.callTool("delete_event", { id: "e1" }).then(textOf, String);
      expect(outcome).not.toContain("deleted");
      expect(JSON.stringify(connection.wire)).toContain('"elicitation":{');
    });

    it("gives up an open question when it is closed", async () => {
      const person = scriptedPerson(["silent"]);
      const connection = await connect(target, { ...how, person });
      const call = connection.callTool("delete_event", { id: "e1" });
      const failure = call.then(textOf, String);
      await person.question(1);
      await connection.close();
      expect(await failure).toMatch(/error: .*closed/iu);
    });

    it("can be closed twice", async () => {
      const connection = await connect(target, how);
      await connection.close();
      await expect(connection.close()).resolves.toBeUndefined();
    });
  });
}

describe("the wire", () => {
  it("shows each message of a pushed question once, in order", async () => {
    const person = scriptedPerson(["yes"]);
    for (const sdk of ["v1", "v2"] as const) {
      await using connection = await connect(IN_PROCESS, {
        era: "2025",
        sdk,
        person: scriptedPerson(["yes"]),
      });
      await connection.callTool("delete_event", { id: "e1" });
      expect(methods(connection.wire)).toEqual([
        "client initialize",
        "server answers",
        "client notifications/initialized",
        "client tools/call",
        "server elicitation/create",
        "client answers",
        "server answers",
      ]);
    }
    expect(person.questions).toEqual([]);
  });

  it("shows the retry of a 2026-07-28 call, which repeats the call with the answer", async () => {
    for (const [, target] of TARGETS) {
      await using connection = await connect(target, { era: "2026", person: scriptedPerson(["yes"]) });
      await connection.callTool("delete_event", { id: "e1" });
      expect(methods(connection.wire)).toEqual([
        "client server/discover",
        "server answers",
        "client tools/call",
        "server answers",
        "client tools/call",
        "server answers",
      ]);
      expect(connection.wire[4]?.message.params).toMatchObject({
        inputResponses: { confirm: { action: "accept", content: { decision: "Yes, delete it" } } },
      });
    }
  });
});

describe("the server process", () => {
  it("has exited when close returns", async () => {
    const connection = await connect(serverFile("plain-stdio"), { era: "2025" });
    const { process: server } = connection;
    await connection.close();
    expect(await server?.exited).toEqual({ code: 0, signal: null });
    expect(() => process.kill(server?.pid ?? 0, 0)).toThrow("ESRCH");
  });

  it("sees no variable that the test did not give it", async () => {
    await using connection = await connect(serverFile("plain-stdio", { GREETING: "plain: ready" }), {
      era: "2025",
    });
    await connection.listTools();
    await expect.poll(() => connection.stderr()).toBe("plain: ready\n");
  });

  it("is caught printing beside the protocol", async () => {
    await using connection = await connect(serverFile("plain-stdio", { STRAY: "Listening!" }), {
      era: "2025",
    });
    await connection.listTools();
    expect(connection.strayLines).toEqual(["Listening!"]);
  });

  it.each(CLIENTS)("fails the call when it dies under it (revision $era, SDK $sdk)", async (how) => {
    await using connection = await connect(serverFile("plain-stdio", { DIE_ON_CALL: "1" }), how);
    await expect(connection.callTool("acts")).rejects.toThrow(/closed/iu);
    expect(await connection.process?.exited).toEqual({ code: 3, signal: null });
  });

  it("is reported when there is no such program", async () => {
    await expect(connect({ command: "/nonexistent/server" }, { era: "2025" })).rejects.toMatchObject({
      name: "KitError",
      code: "cannot-start",
    });
  });
});

describe("connect", () => {
  it("refuses SDK v1 on the revision it does not speak", async () => {
    // @ts-expect-error -- the types refuse it as well
    const connecting = connect(IN_PROCESS, { era: "2026", sdk: "v1" });
    await expect(connecting).rejects.toMatchObject({ code: "usage" });
  });

  it("ends a call that the test aborts", async () => {
    const person = scriptedPerson(["silent"]);
    await using connection = await connect(IN_PROCESS, { era: "2025", person });
    const abort = new AbortController();
    const call = connection.callTool("delete_event", { id: "e1" }, { signal: abort.signal });
    const failure = call.then(textOf, String);
    await person.question(1);
    abort.abort(new Error("the user pressed Esc"));
    expect(await failure).toContain("the user pressed Esc");
    expect(methods(connection.wire)).toContain("client notifications/cancelled");
  });
});
