import { describe, expect, it } from "vitest";

import { connectRaw, type RawConnection, textOf } from "../../src/testing/index.ts";
import { NO_ANSWER, NOT_YES, YES } from "./answers.ts";
import {
  acts,
  aftermath,
  CALL,
  type Call,
  HELD,
  outcome,
  PLACES,
  SDK_V1_PLACES,
  tool,
  underAttack,
} from "./wall.ts";

const QUESTION = "elicitation/create";
const OTHER_TARGET = { ...CALL, arguments: { id: "e2" } };
const OUTCOMES = ["declined", "cancelled", "not-yes", "client-failed"];

/** A call that waits for an answer to its question. */
async function openQuestion(raw: RawConnection, call: Call = CALL) {
  const { id, response } = raw.start("tools/call", call);
  const question = await raw.nextRequest(QUESTION);
  return { callId: id, response, questionId: question.id, message: String(question.params["message"]) };
}

function questionsIn({ wire }: RawConnection): number {
  return wire.filter(({ message }) => message.method === QUESTION).length;
}

for (const [where, server] of [...PLACES, ...SDK_V1_PLACES]) {
  describe(`what 2026-07-28 would call an answer (2025 revisions, ${where})`, () => {
    const attacked = underAttack(server(), "2025");

    it.each([
      ["responses", { inputResponses: { confirm: YES } }],
      ["responses and a state", { inputResponses: { confirm: YES }, requestState: "cg1.x" }],
      [
        "the envelope",
        {
          inputResponses: { confirm: YES },
          _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
        },
      ],
      ["a token", { arguments: { id: "e1", confirm_token: "AAAAAAAAAAAAAAAAAAAAAA" } }],
    ])("is still asked when the call carries %s", async (_what, extra) => {
      const raw = attacked.server();
      const { response, questionId } = await openQuestion(raw, { ...CALL, ...extra });
      await raw.reply(questionId, { action: "decline" });
      expect(outcome(await response)).toBe("declined");
      expect(await attacked.aftermath()).toEqual(HELD);
    });
  });

  describe(`answers that are not the yes of the question (2025 revisions, ${where})`, () => {
    const attacked = underAttack(server(), "2025");

    it.each(NOT_YES)("does nothing for %s, and asks no second time", async (_what, answer) => {
      const raw = attacked.server();
      const { response, questionId } = await openQuestion(raw);
      const asked = questionsIn(raw);
      await raw.reply(questionId, answer);
      const ended = await response;
      expect([ended.result?.["isError"], OUTCOMES]).toEqual([true, expect.arrayContaining([outcome(ended)])]);
      expect(questionsIn(raw)).toBe(asked);
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it.each(NO_ANSWER)("does nothing for %s, even if a yes follows it", async (_what, answer) => {
      const raw = attacked.server();
      const { callId, questionId } = await openQuestion(raw);
      await raw.reply(questionId, answer);
      await raw.notify("notifications/cancelled", { requestId: callId });
      await raw.reply(questionId, YES);
      expect(await attacked.aftermath()).toEqual(HELD);
    });
  });

  describe(`answers at the wrong time (2025 revisions, ${where})`, () => {
    const attacked = underAttack(server(), "2025");

    it("has no use for answers to questions that are still to come", async () => {
      const raw = attacked.server();
      for (let id = 0; id < 20; id += 1) await raw.reply(id, YES);
      const { response, questionId } = await openQuestion(raw);
      expect(await attacked.done()).toEqual([]);
      await raw.reply(questionId, { action: "cancel" });
      expect(outcome(await response)).toBe("cancelled");
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("sticks to a no when a yes follows", async () => {
      const raw = attacked.server();
      const { response, questionId } = await openQuestion(raw);
      await raw.reply(questionId, { action: "decline" });
      await raw.reply(questionId, YES);
      expect(outcome(await response)).toBe("declined");
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("sticks to an error when a yes follows", async () => {
      const raw = attacked.server();
      const { response, questionId } = await openQuestion(raw);
      await raw.replyError(questionId, { code: -32_603, message: "broken" });
      await raw.reply(questionId, YES);
      expect(outcome(await response)).toBe("client-failed");
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("acts once when the yes comes three times", async () => {
      const raw = attacked.server();
      const { response, questionId } = await openQuestion(raw);
      for (let times = 0; times < 3; times += 1) await raw.reply(questionId, YES);
      expect(textOf((await response).result)).toBe('"deleted e1"');
      expect(await attacked.done()).toEqual(["delete_event e1"]);
    });

    it("drops the yes that comes after the call was cancelled", async () => {
      const raw = attacked.server();
      const { callId, questionId } = await openQuestion(raw);
      await raw.notify("notifications/cancelled", { requestId: callId });
      await raw.reply(questionId, YES);
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("drops the yes when the call is cancelled while it is being checked", async () => {
      const raw = attacked.server();
      const { callId, questionId } = await openQuestion(raw);
      await tool(raw, "hold_prepare");
      await raw.reply(questionId, YES);
      await tool(raw, "held_prepare");
      await raw.notify("notifications/cancelled", { requestId: callId });
      await tool(raw, "release_prepare");
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("asks nobody when the call is cancelled before there is a question", async () => {
      const raw = attacked.server();
      const asked = questionsIn(raw);
      await tool(raw, "hold_prepare");
      const { id } = raw.start("tools/call", CALL);
      await tool(raw, "held_prepare");
      await raw.notify("notifications/cancelled", { requestId: id });
      await tool(raw, "release_prepare");
      await raw.request("ping");
      expect(questionsIn(raw)).toBe(asked);
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("acts for the call whose question got the yes, whichever is answered first", async () => {
      const raw = attacked.server();
      const first = await openQuestion(raw);
      const second = await openQuestion(raw, OTHER_TARGET);
      await raw.reply(second.questionId, YES);
      await raw.reply(first.questionId, { action: "decline" });
      expect([outcome(await first.response), outcome(await second.response)]).toEqual([
        "declined",
        undefined,
      ]);
      expect(await attacked.done()).toEqual(["delete_event e2"]);
    });
  });

  describe(`a target that does not hold still (2025 revisions, ${where})`, () => {
    const attacked = underAttack(server(), "2025");

    it("asks again, and says so, when it has changed since the question", async () => {
      const raw = attacked.server();
      const first = await openQuestion(raw);
      await tool(raw, "touch", { id: "e1" });
      await raw.reply(first.questionId, YES);
      const second = await raw.nextRequest(QUESTION);
      expect(second.params["message"]).toMatch(/^This changed while you were deciding\./u);
      expect(await attacked.done()).toEqual([]);
      await raw.reply(second.id, { action: "decline" });
      expect(outcome(await first.response)).toBe("declined");
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("gives up after three questions in one call", async () => {
      const raw = attacked.server();
      const { response, questionId } = await openQuestion(raw);
      let open = questionId;
      for (let round = 1; round <= 3; round += 1) {
        await tool(raw, "touch", { id: "e1" });
        await raw.reply(open, YES);
        if (round < 3) open = (await raw.nextRequest(QUESTION)).id;
      }
      expect(outcome(await response)).toBe("changed");
      expect(await attacked.aftermath()).toEqual(HELD);
    });
  });

  describe(`clients that fail (2025 revisions, ${where})`, () => {
    const attacked = underAttack(server(), "2025");

    it.each([-32_600, -32_602, -32_603, -32_000, 0])("gets no token for error %i", async (code) => {
      const raw = attacked.server();
      const { response, questionId } = await openQuestion(raw);
      await raw.replyError(questionId, { code, message: "Yes, delete it" });
      const ended = await response;
      expect(outcome(ended)).toBe("client-failed");
      expect(textOf(ended.result)).not.toMatch(/confirm_token|Yes, delete it/u);
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("gets a token, and no more questions, when it has no such method", async () => {
      await using raw = await connectRaw(server(), { era: "2025" });
      const { response, questionId } = await openQuestion(raw);
      await raw.replyError(questionId, { code: -32_601, message: "Method not found" });
      expect(outcome(await response)).toBe("token-issued");
      await raw.reply(questionId, YES);
      expect(outcome(await raw.request("tools/call", CALL))).toBe("token-issued");
      expect([questionsIn(raw), await acts(raw)]).toEqual([1, []]);
    });

    it("cannot answer after the question has rested too long", async () => {
      await using raw = await connectRaw(server({ ANSWER_WITHIN_MS: "80" }), { era: "2025" });
      const { response, questionId } = await openQuestion(raw);
      expect(outcome(await response)).toBe("timed-out");
      await raw.reply(questionId, YES);
      expect(await acts(raw)).toEqual([]);
    });

    it("cannot answer a question of the process before", async () => {
      const before = await connectRaw(server(), { era: "2025" });
      const { questionId } = await openQuestion(before);
      await before.close();
      await using raw = await connectRaw(server(), { era: "2025" });
      await raw.reply(questionId, YES);
      expect(await aftermath(raw)).toEqual(HELD);
    });
  });
}
