import { describe, expect, it } from "vitest";

import {
  connect,
  outcomeOf,
  scriptedPerson,
  type ScriptedAnswer,
  type Target,
  textOf,
} from "../../src/testing/index.ts";
import { guardedServers, type GuardedSettings } from "./servers/guarded.ts";
import { CLIENTS, serverFile } from "./targets.ts";

const PLACES: [string, (settings: GuardedSettings) => Target][] = [
  ["over stdio", (settings) => serverFile("guarded-stdio", settings)],
  ["in this process", (settings) => ({ factory: guardedServers(settings) })],
];

const WITHOUT_ACT: [ScriptedAnswer, string][] = [
  ["no", "declined"],
  ["decline", "declined"],
  ["cancel", "cancelled"],
  ["empty", "not-yes"],
  [{ slow: "cancel", after: 5 }, "cancelled"],
];

for (const [where, server] of PLACES) {
  describe.each(CLIENTS)(`a guarded tool ${where}, revision $era, SDK $sdk`, (how) => {
    it("does it once for a yes", async () => {
      const person = scriptedPerson(["yes"]);
      await using connection = await connect(server({}), { ...how, person });
      const result = await connection.callTool("delete_event", { id: "e1" });
      expect([result.isError === true, textOf(result)]).toEqual([false, '"deleted e1"']);
      expect(textOf(await connection.callTool("acts"))).toBe('["delete_event e1"]');
      expect([person.usedUp, person.unexpected]).toEqual([true, 0]);
    });

    it("shows what it is about, the safe choice first", async () => {
      const person = scriptedPerson(["no"]);
      await using connection = await connect(server({}), { ...how, person });
      await connection.callTool("delete_event", { id: "e1" });
      expect(person.questions[0]).toMatchObject({ choices: ["No, keep it", "Yes, delete it"] });
      expect(person.questions[0]?.message).toBe(
        [
          "guarded-test: delete an event.",
          "",
          "There is no copy of it.",
          "",
          "Values below come from the caller, not from this server:",
          "  Id: e1",
        ].join("\n"),
      );
    });

    it.each(WITHOUT_ACT)("does nothing for the answer %s and says %s", async (answer, outcome) => {
      const person = scriptedPerson([answer]);
      await using connection = await connect(server({}), { ...how, person });
      const result = await connection.callTool("delete_event", { id: "e1" });
      expect([result.isError, outcomeOf(result)]).toEqual([true, outcome]);
      expect(textOf(result)).toContain("Nothing was changed.");
      expect(textOf(await connection.callTool("acts"))).toBe("[]");
      expect([person.questions.length, person.unexpected]).toEqual([1, 0]);
    });

    it("does nothing while the person is silent", async () => {
      const person = scriptedPerson(["silent"]);
      await using connection = await connect(server({}), { ...how, person });
      const call = connection.callTool("delete_event", { id: "e1" }).then(textOf, String);
      await person.question(1);
      expect(textOf(await connection.callTool("acts"))).toBe("[]");
      await connection.close();
      expect(await call).toMatch(/closed/iu);
    });

    it("does nothing when the dialog crashes", async () => {
      const person = scriptedPerson(["fails"]);
      await using connection = await connect(server({}), { ...how, person });
      const outcome = await connection.callTool("delete_event", { id: "e1" }).then(outcomeOf, String);
      expect(outcome).toBe(
        how.era === "2025" ? "client-failed" : "KitError: This client fails, as its script says.",
      );
      expect(textOf(await connection.callTool("acts"))).toBe("[]");
    });

    it("asks again after a no, and does it once for the yes that follows", async () => {
      const person = scriptedPerson(["no", "yes"]);
      await using connection = await connect(server({}), { ...how, person });
      await connection.callTool("delete_event", { id: "e1" });
      await connection.callTool("delete_event", { id: "e1" });
      expect(textOf(await connection.callTool("acts"))).toBe('["delete_event e1"]');
    });

    it("issues a token when the client has no dialogs, and takes it once", async () => {
      await using connection = await connect(server({}), how);
      const first = await connection.callTool("delete_event", { id: "e1" });
      expect([first.isError, outcomeOf(first)]).toEqual([true, "token-issued"]);
      const token = /confirm_token "(?<token>[^"]+)"/u.exec(textOf(first))?.groups?.["token"];
      const outcomes = [];
      for (const id of ["e1", "e1"]) {
        outcomes.push(outcomeOf(await connection.callTool("delete_event", { id, confirm_token: token })));
      }
      expect(outcomes).toEqual([undefined, "wrong-token"]);
      expect(textOf(await connection.callTool("acts"))).toBe('["delete_event e1"]');
    });

    it("lists confirm_token in its schema and never hands it to the tool", async () => {
      await using connection = await connect(server({}), how);
      const tool = (await connection.listTools()).find(({ name }) => name === "delete_event");
      expect(tool?.inputSchema).toMatchObject({
        properties: { id: { type: "string" }, confirm_token: { maxLength: 128 } },
      });
    });
  });

  it(`keeps every argument out of the record (${where})`, async () => {
    await using connection = await connect(server({}), { era: "2026", person: scriptedPerson(["yes"]) });
    await connection.callTool("delete_event", { id: "very-own-id" });
    const events = textOf(await connection.callTool("events"));
    expect(JSON.parse(events).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "asked",
      "approved",
    ]);
    expect(events).not.toContain("very-own-id");
  });
}

describe("a client that announces dialogs and has none", () => {
  it.each([{ sdk: "v1" }, { sdk: "v2" }] as const)(
    "is given a token on 2025 revisions (SDK $sdk)",
    async ({ sdk }) => {
      const target = { factory: guardedServers({}) };
      await using connection = await connect(target, { era: "2025", sdk, capabilities: { elicitation: {} } });
      const result = await connection.callTool("delete_event", { id: "e1" });
      expect([outcomeOf(result), textOf(await connection.callTool("acts"))]).toEqual(["token-issued", "[]"]);
    },
  );
});

describe("a question that rests too long", () => {
  it.each(CLIENTS.filter(({ era }) => era === "2025"))(
    "ends the call on 2025 revisions (SDK $sdk)",
    async (how) => {
      const target = { factory: guardedServers({ ANSWER_WITHIN_MS: "50" }) };
      await using connection = await connect(target, { ...how, person: scriptedPerson(["silent"]) });
      const result = await connection.callTool("delete_event", { id: "e1" });
      expect([outcomeOf(result), textOf(await connection.callTool("acts"))]).toEqual(["timed-out", "[]"]);
    },
  );
});
