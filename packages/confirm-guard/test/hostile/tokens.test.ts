import { describe, expect, it } from "vitest";

import { connectRaw, type RawConnection, textOf } from "../../src/testing/index.ts";
import { acts, CALL, type Call, outcome, PLACES, SDK_V1_PLACES, tool, underAttack } from "./wall.ts";

const NO_DIALOGS = {};
const EVERYWHERE = [
  ...PLACES.flatMap(([where, server]) => (["2025", "2026"] as const).map((era) => ({ where, server, era }))),
  ...SDK_V1_PLACES.map(([where, server]) => ({ where, server, era: "2025" as const })),
];

function tokenIn(text: string): string {
  const token = /confirm_token "(?<token>[^"]+)"/u.exec(text)?.groups?.["token"];
  expect(token).toBeTypeOf("string");
  return token ?? "";
}

async function issued(raw: RawConnection, call: Call = CALL): Promise<string> {
  const response = await raw.request("tools/call", call);
  expect(outcome(response)).toBe("token-issued");
  return tokenIn(textOf(response.result));
}

async function spend(raw: RawConnection, token: unknown, call: Call = CALL): Promise<string | undefined> {
  return outcome(
    await raw.request("tools/call", { ...call, arguments: { ...call.arguments, confirm_token: token } }),
  );
}

for (const { where, server, era } of EVERYWHERE) {
  describe(`the two-call token where nobody can be asked (${era}, ${where})`, () => {
    const attacked = underAttack(server(), era, NO_DIALOGS);

    it("acts once for the second call, and not for the third", async () => {
      const raw = attacked.server();
      const token = await issued(raw);
      expect([await spend(raw, token), await spend(raw, token)]).toEqual([undefined, "wrong-token"]);
      expect(await attacked.done()).toEqual(["delete_event e1"]);
    });

    it("acts once when the second call comes eight times at once", async () => {
      const raw = attacked.server();
      const token = await issued(raw);
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => spend(raw, token)));
      expect(outcomes.filter((one) => one === undefined)).toHaveLength(1);
      expect(await attacked.done()).toEqual(["delete_event e1"]);
    });

    it.each<[string, Call]>([
      ["another target", { ...CALL, arguments: { id: "e2" } }],
      ["another tool", { ...CALL, name: "delete_calendar" }],
      ["one more argument", { ...CALL, arguments: { id: "e1", note: "and its guests" } }],
      ["another person", { ...CALL, _meta: { "test/principal": "mallory" } }],
    ])("is good for nothing else: %s", async (_what, call) => {
      const raw = attacked.server();
      const token = await issued(raw);
      expect([await spend(raw, token, call), await spend(raw, token)]).toEqual([
        "wrong-token",
        "wrong-token",
      ]);
      expect(await attacked.done()).toEqual([]);
      expect(await spend(raw, await issued(raw))).toBeUndefined();
      expect(await attacked.done()).toEqual(["delete_event e1"]);
    });

    it("is good for nothing when the target has changed, or its minutes are over", async () => {
      const raw = attacked.server();
      const first = await issued(raw);
      await tool(raw, "touch", { id: "e1" });
      expect(await spend(raw, first)).toBe("wrong-token");
      const second = await issued(raw);
      await tool(raw, "move_clock", { wall: 0, monotonic: 301_000 });
      expect(await spend(raw, second)).toBe("wrong-token");
      expect(await attacked.done()).toEqual([]);
    });

    it.each(["AAAAAAAAAAAAAAAAAAAAAA", "cg1.x", "true", " ", "__proto__", "a".repeat(128)])(
      "cannot be guessed: %j",
      async (token) => {
        const raw = attacked.server();
        await issued(raw);
        expect(await spend(raw, token)).toBe("wrong-token");
        expect(await attacked.done()).toEqual([]);
      },
    );

    it.each([["a".repeat(129)], [5], [true], [{}], [["AAAAAAAAAAAAAAAAAAAAAA"]], [null]])(
      "has to be a short string (case %#)",
      async (token) => {
        const raw = attacked.server();
        const { result, error } = await raw.request("tools/call", {
          ...CALL,
          arguments: { id: "e1", confirm_token: token },
        });
        expect(result?.["isError"] === true || error !== undefined).toBe(true);
        expect(await attacked.done()).toEqual([]);
      },
    );

    it("does not outlive the process", async () => {
      const before = await connectRaw(server(), { era, capabilities: NO_DIALOGS });
      const token = await issued(before);
      await before.close();
      await using raw = await connectRaw(server(), { era, capabilities: NO_DIALOGS });
      expect([await spend(raw, token), await acts(raw)]).toEqual(["wrong-token", []]);
    });

    it("is what an operator who has switched the dialog off gets, whatever the client can do", async () => {
      await using raw = await connectRaw(server({ ELICITATION: "false" }), { era });
      expect(await spend(raw, await issued(raw))).toBeUndefined();
      expect(await acts(raw)).toEqual(["delete_event e1"]);
    });
  });
}
