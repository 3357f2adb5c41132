import { describe, expect, it } from "vitest";

import { NO_ANSWER, NOT_YES, YES } from "./answers.ts";
import { ask, askedIn, CALL, HELD, outcome, PLACES, retry, underAttack } from "./wall.ts";

const OTHER_TOOL = { ...CALL, name: "delete_calendar" };
const OTHER_TARGET = { ...CALL, arguments: { id: "e2" } };

for (const [where, server] of PLACES) {
  describe(`answers that no question led to (2026-07-28, ${where})`, () => {
    const attacked = underAttack(server(), "2026");

    it("asks when the first call already carries a yes", async () => {
      askedIn(await retry(attacked.server(), {}));
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it.each([
      ["an empty state", ""],
      ["a word", "approved"],
      ["the shape of a state", `cg1.00000000.e30.${"A".repeat(43)}`],
      ["a state without a seal", `cg1.00000000.${btoa('{"k":"ask"}')}.`],
      ["a state of another library", "v1.eyJwIjp7fX0.AAAA"],
      ["an endless state", "cg1.".repeat(50_000)],
    ])("asks when a yes comes with %s", async (_what, requestState) => {
      askedIn(await retry(attacked.server(), { requestState }));
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it.each([5, null, true, {}, ["cg1"]])("does nothing when the state is %j", async (requestState) => {
      await retry(attacked.server(), { requestState });
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("asks when the yes stands under a key that the guard never used", async () => {
      const raw = attacked.server();
      const { requestState } = await ask(raw);
      const inputResponses = { decision: YES, approve: YES };
      askedIn(await raw.request("tools/call", { ...CALL, inputResponses, requestState }));
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("asks when a state comes back without an answer", async () => {
      const raw = attacked.server();
      const { requestState } = await ask(raw);
      askedIn(await raw.request("tools/call", { ...CALL, requestState }));
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("ignores a token where there is a dialog, also when it is a state", async () => {
      const raw = attacked.server();
      const { requestState } = await ask(raw);
      for (const confirm_token of ["AAAAAAAAAAAAAAAAAAAAAA", requestState.slice(0, 128)]) {
        askedIn(await raw.request("tools/call", { ...CALL, arguments: { id: "e1", confirm_token } }));
      }
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("takes no answer from a request that says it has no dialogs", async () => {
      const raw = attacked.server();
      const { requestState } = await ask(raw);
      for (const capabilities of [{}, { elicitation: { url: {} } }]) {
        const _meta = { "io.modelcontextprotocol/clientCapabilities": capabilities };
        expect(outcome(await retry(raw, { call: { ...CALL, _meta }, requestState }))).toBe("token-issued");
      }
      expect(await attacked.aftermath()).toEqual(HELD);
    });
  });

  describe(`a yes to one question used for something else (2026-07-28, ${where})`, () => {
    const attacked = underAttack(server(), "2026");

    it.each([
      ["another tool", OTHER_TOOL],
      ["another target", OTHER_TARGET],
      ["one more argument", { ...CALL, arguments: { id: "e1", note: "and its guests" } }],
      ["one argument more, left empty", { ...CALL, arguments: { id: "e1", note: "" } }],
      ["another person", { ...CALL, _meta: { "test/principal": "mallory" } }],
    ])("asks anew for %s", async (_what, call) => {
      const { requestState } = await ask(attacked.server());
      // A plain question: nothing has changed, this one was never asked.
      expect(askedIn(await retry(attacked.server(), { call, requestState })).message).toMatch(
        /^guarded-test: /u,
      );
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("is no no to something else either", async () => {
      const { requestState } = await ask(attacked.server());
      const answer = { action: "decline" };
      askedIn(await retry(attacked.server(), { call: OTHER_TARGET, answer, requestState }));
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("has spent the answer by then, so that it no longer fits its own question either", async () => {
      const { requestState } = await ask(attacked.server());
      askedIn(await retry(attacked.server(), { call: OTHER_TARGET, requestState }));
      askedIn(await retry(attacked.server(), { requestState }));
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("leaves the question open for its own person when somebody else answers", async () => {
      const { requestState } = await ask(attacked.server());
      askedIn(
        await retry(attacked.server(), {
          call: { ...CALL, _meta: { "test/principal": "mallory" } },
          requestState,
        }),
      );
      expect(outcome(await retry(attacked.server(), { requestState }))).toBeUndefined();
      expect(await attacked.done()).toEqual(["delete_event e1"]);
    });

    it("asks anew when the answers of two open questions are exchanged", async () => {
      const first = await ask(attacked.server());
      const second = await ask(attacked.server(), OTHER_TARGET);
      askedIn(await retry(attacked.server(), { requestState: second.requestState }));
      askedIn(await retry(attacked.server(), { call: OTHER_TARGET, requestState: first.requestState }));
      expect(await attacked.aftermath()).toEqual(HELD);
    });
  });

  describe(`answers that are not the yes of the question (2026-07-28, ${where})`, () => {
    const attacked = underAttack(server(), "2026");

    it.each(NOT_YES)("does nothing for %s, and the question is spent", async (_what, answer) => {
      const { requestState } = await ask(attacked.server());
      const { result } = await retry(attacked.server(), { answer, requestState });
      expect(result?.["isError"]).toBe(true);
      askedIn(await retry(attacked.server(), { requestState }));
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it.each(NO_ANSWER)("asks anew for %s", async (_what, answer) => {
      const { requestState } = await ask(attacked.server());
      askedIn(await retry(attacked.server(), { answer, requestState }));
      expect(await attacked.aftermath()).toEqual(HELD);
    });
  });
}
