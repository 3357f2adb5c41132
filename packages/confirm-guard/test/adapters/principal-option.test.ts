import type { ServerContext } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";

import { principalFrom, sendersOf } from "../../src/adapters/principal.ts";
import { callerOf } from "../../src/adapters/server.ts";
import { createGuard, type Guard, type GuardOptions } from "../../src/index.ts";
import { connect, scriptedPerson, textOf } from "../../src/testing/index.ts";
import { trusted } from "../../src/testing/trusted.ts";
import { notes } from "./notes.ts";
import { sdkNotes } from "./sdk-notes.ts";

const NAMELESS = [
  ["nothing", undefined],
  ["null", null],
  ["an empty string", ""],
  ["a number", 7],
  ["a promise of a name", Promise.resolve("ada")],
] as const;

const guardWith = (principal: GuardOptions["principal"]): Guard =>
  createGuard({ server: "principals", audience: null, elicitation: true, principal, warn: () => {} });

describe("the guard's own principal", () => {
  it("stands for sender and person alike, whatever the request tells", () => {
    const sender = { authInfo: { clientId: "c", token: "t" }, sessionId: "s" };
    const caller = sendersOf(
      guardWith(() => "ada"),
      {},
      sender,
    );
    expect(caller).toEqual({ principal: "ada", person: "ada" });
    expect(sendersOf(guardWith(undefined), {}, sender)).toEqual({
      principal: principalFrom(sender),
      person: principalFrom({ authInfo: sender.authInfo }),
    });
  });

  // With a name that is no name, everybody would be the same person, and one could answer for another.
  describe.each(NAMELESS)("that returns %s", (_what, returned) => {
    const principal = trusted<GuardOptions["principal"]>(() => returned);

    it.each([
      ["v2", "2025"],
      ["v2", "2026"],
      ["v1", "2025"],
    ] as const)("asks nobody and runs nothing (SDK %s, %s)", async (sdk, era) => {
      const made = sdk === "v1" ? sdkNotes({ principal }) : notes({ principal });
      const person = scriptedPerson(["yes"]);
      await using connection = await connect(trusted<ReturnType<typeof notes>>(made), { era, person });
      const result = await connection.callTool("delete_note", { id: "a" });
      expect(result).toMatchObject({ isError: true });
      expect(textOf(result)).toMatch(/principal must return a string/u);
      expect(person.questions).toEqual([]);
      expect(made.done).toEqual([]);
    });
  });

  it("is read by callerOf as well, which therefore wants the guard", () => {
    // @ts-expect-error -- without the guard its principal would be left out in silence
    const withoutGuard = () => callerOf(trusted({ server: {} }), trusted<ServerContext>({}));
    expect(withoutGuard).toThrow(TypeError);
  });
});
