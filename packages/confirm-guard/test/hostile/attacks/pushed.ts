import { textOf } from "../../../src/testing/index.ts";
import { DECLINE, NO_ANSWER, NOT_YES, WRAPPED, YES } from "../answers.ts";
import { type Attack, overHttp, withManyClients } from "../attack.ts";
import {
  ACT,
  askedWith,
  CALL,
  endOf,
  nextRecorded,
  openQuestion,
  OTHER_ACT,
  OTHER_TARGET,
  questionsIn,
  recorded,
  tool,
} from "../speech.ts";

/** What 2026-07-28 would call an answer. */
const OF_2026: [string, Record<string, unknown>][] = [
  ["responses", { inputResponses: { confirm: YES } }],
  ["responses and a state", { inputResponses: { confirm: YES }, requestState: "cg1.x" }],
  [
    "responses and the envelope",
    {
      inputResponses: { confirm: YES },
      _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
    },
  ],
  ["a token", { arguments: { id: "e1", confirm_token: "AAAAAAAAAAAAAAAAAAAAAA" } }],
];

const READ_AS_NO_YES: typeof NOT_YES = [...NOT_YES, ["a wrapped answer", WRAPPED, "client-failed"]];

/** Errors that a client may answer with; only -32601 says that it has no dialogs. */
const ERRORS = [-32_600, -32_602, -32_603, -32_000, 0];

const row = (attack: Omit<Attack, "era" | "client">): Attack => ({
  era: "2025",
  client: "dialogs",
  ...attack,
});

/** 2025 revisions: answers to a question that the server pushed. */
export const PUSHED: Attack[] = [
  ...OF_2026.map(([what, extra]) =>
    row({
      name: `a call that carries ${what}, and a no to its question`,
      mount: async ({ raw }) => {
        const { questionId, end } = await openQuestion(raw, { ...CALL, ...extra });
        await raw.reply(questionId, DECLINE);
        return [await end()];
      },
      ends: ["declined"],
    }),
  ),
  ...READ_AS_NO_YES.map(([what, answer, outcome]) =>
    row({
      name: `an answer that is no yes, and then a yes: ${what}`,
      mount: async ({ raw }) => {
        const { questionId, end } = await openQuestion(raw);
        const asked = questionsIn(raw);
        await raw.reply(questionId, answer);
        await raw.reply(questionId, YES);
        return [await end(), `${questionsIn(raw) - asked} more questions`];
      },
      ends: [outcome, "0 more questions"],
    }),
  ),
  ...NO_ANSWER.map(([what, answer]) =>
    row({
      name: `what is no answer, a cancel, and then a yes: ${what}`,
      mount: async ({ raw }) => {
        const before = (await recorded(raw)).length;
        const { callId, questionId } = await openQuestion(raw);
        await raw.reply(questionId, answer);
        await raw.notify("notifications/cancelled", { requestId: callId });
        await raw.reply(questionId, YES);
        return [await nextRecorded(raw, before)];
      },
      ends: ["call-cancelled"],
    }),
  ),
  row({
    name: "twenty yeses to questions that are still to come",
    mount: async ({ raw, acts }) => {
      for (let id = 0; id < 20; id += 1) await raw.reply(id, YES);
      const { questionId, end } = await openQuestion(raw);
      const done = (await acts()).length;
      await raw.reply(questionId, { action: "cancel" });
      return [`${done} acts`, await end()];
    },
    ends: ["0 acts", "cancelled"],
  }),
  row({
    name: "a no, and a yes right after it",
    mount: async ({ raw }) => {
      const { questionId, end } = await openQuestion(raw);
      await raw.reply(questionId, DECLINE);
      await raw.reply(questionId, YES);
      return [await end()];
    },
    ends: ["declined"],
  }),
  row({
    name: "the yes eight times at once",
    mount: async ({ raw }) => {
      const { questionId, end } = await openQuestion(raw);
      await Promise.all(Array.from({ length: 8 }, () => raw.reply(questionId, YES)));
      return [await end()];
    },
    ends: ["ran"],
    does: [ACT],
  }),
  row({
    name: "the yes at once from three connections",
    on: withManyClients,
    mount: async ({ raw, another }) => {
      const [second, third] = [await another(), await another()];
      const { questionId, end } = await openQuestion(raw);
      await Promise.all([second, raw, third, raw].map((client) => client.reply(questionId, YES)));
      return [await end()];
    },
    ends: ["ran"],
    does: [ACT],
  }),
  row({
    name: "a yes from another connection, and a no from the one that was asked",
    on: withManyClients,
    mount: async ({ raw, another }) => {
      const other = await another();
      const { questionId, end } = await openQuestion(raw);
      await other.reply(questionId, YES);
      await raw.reply(questionId, DECLINE);
      return [await end()];
    },
    ends: ["declined"],
  }),
  row({
    name: "a yes to the question of another connection, which has one of the same number open",
    on: withManyClients,
    mount: async ({ raw, another }) => {
      const other = await another();
      const [own, others] = [await openQuestion(raw), await openQuestion(other, OTHER_TARGET)];
      await other.reply(own.questionId, YES);
      await raw.reply(own.questionId, DECLINE);
      if (others.questionId !== own.questionId) await other.reply(others.questionId, YES);
      return [await own.end(), await others.end()];
    },
    ends: ["declined", "ran"],
    does: [OTHER_ACT],
  }),
  row({
    name: "a yes without a session, and a no from the one that was asked",
    on: overHttp,
    mount: async ({ raw, postAsNobody }) => {
      const { questionId, end } = await openQuestion(raw);
      await postAsNobody({ id: questionId, result: YES });
      await raw.reply(questionId, DECLINE);
      return [await end()];
    },
    ends: ["declined"],
  }),
  row({
    name: "a yes after the call was cancelled",
    mount: async ({ raw }) => {
      const before = (await recorded(raw)).length;
      const { callId, questionId } = await openQuestion(raw);
      await raw.notify("notifications/cancelled", { requestId: callId });
      await raw.reply(questionId, YES);
      return [await nextRecorded(raw, before)];
    },
    ends: ["call-cancelled"],
  }),
  row({
    name: "a yes after the call was cancelled, whose id a ping had meanwhile",
    mount: async ({ raw }) => {
      const before = (await recorded(raw)).length;
      const { callId, questionId } = await openQuestion(raw);
      await raw.sendLine(JSON.stringify({ jsonrpc: "2.0", id: callId, method: "ping" }));
      await raw.notify("notifications/cancelled", { requestId: callId });
      await raw.reply(questionId, YES);
      return [await nextRecorded(raw, before)];
    },
    ends: ["call-cancelled"],
  }),
  row({
    name: "a yes whose call is cancelled while it is being looked at",
    mount: async ({ raw }) => {
      const before = (await recorded(raw)).length;
      const { callId, questionId } = await openQuestion(raw);
      await tool(raw, "hold_prepare");
      await raw.reply(questionId, YES);
      await tool(raw, "held_prepare");
      await raw.notify("notifications/cancelled", { requestId: callId });
      await tool(raw, "release_prepare");
      return [await nextRecorded(raw, before)];
    },
    ends: ["call-cancelled"],
  }),
  row({
    name: "a call that is cancelled before there is a question",
    mount: async ({ raw }) => {
      const before = (await recorded(raw)).length;
      const asked = questionsIn(raw);
      await tool(raw, "hold_prepare");
      const { id } = raw.start("tools/call", CALL);
      await tool(raw, "held_prepare");
      await raw.notify("notifications/cancelled", { requestId: id });
      await tool(raw, "release_prepare");
      return [await nextRecorded(raw, before), `${questionsIn(raw) - asked} questions`];
    },
    ends: ["call-cancelled", "0 questions"],
  }),
  row({
    name: "two calls, answered in the other order",
    mount: async ({ raw }) => {
      const [first, second] = [await openQuestion(raw), await openQuestion(raw, OTHER_TARGET)];
      await raw.reply(second.questionId, YES);
      await raw.reply(first.questionId, DECLINE);
      return [await first.end(), await second.end()];
    },
    ends: ["declined", "ran"],
    does: [OTHER_ACT],
  }),
  row({
    name: "a yes to what has changed since the question, and a no to what it has become",
    mount: async ({ raw, acts }) => {
      const first = await openQuestion(raw);
      await tool(raw, "touch", { id: "e1" });
      await raw.reply(first.questionId, YES);
      const second = await raw.nextRequest("elicitation/create");
      const asked = [askedWith(String(second.params["message"])), `${(await acts()).length} acts`];
      await raw.reply(second.id, DECLINE);
      return [...asked, await first.end()];
    },
    ends: ["asked, as changed", "0 acts", "declined"],
  }),
  row({
    name: "three yeses to what changes every time",
    mount: async ({ raw }) => {
      const { questionId, end } = await openQuestion(raw);
      let open = questionId;
      for (let round = 1; round <= 3; round += 1) {
        await tool(raw, "touch", { id: "e1" });
        await raw.reply(open, YES);
        if (round < 3) open = (await raw.nextRequest("elicitation/create")).id;
      }
      return [await end()];
    },
    ends: ["changed"],
  }),
  ...ERRORS.map((code) =>
    row({
      name: `error ${code} and then a yes`,
      mount: async ({ raw }) => {
        const { questionId, response } = await openQuestion(raw);
        await raw.replyError(questionId, { code, message: "Yes, delete it" });
        await raw.reply(questionId, YES);
        const ended = await response;
        const said = /confirm_token|Yes, delete it/u.exec(textOf(ended.result));
        return [endOf(ended), `said ${said?.[0] ?? "nothing of it"}`];
      },
      ends: ["client-failed", "said nothing of it"],
    }),
  ),
  row({
    name: "a client that announces dialogs and has none, and a yes all the same",
    mount: async ({ server }) => {
      const { raw } = await server();
      const { questionId, end } = await openQuestion(raw);
      await raw.replyError(questionId, { code: -32_601, message: "Method not found" });
      const first = await end();
      await raw.reply(questionId, YES);
      const second = endOf(await raw.request("tools/call", CALL));
      return [first, second, `${questionsIn(raw)} question`];
    },
    ends: ["token-issued", "token-issued", "1 question"],
    spoils: true,
  }),
  row({
    name: "a yes after the question has rested too long",
    mount: async ({ server }) => {
      const { raw } = await server({ ANSWER_WITHIN_MS: "80" });
      const { questionId, end } = await openQuestion(raw);
      const ended = await end();
      await raw.reply(questionId, YES);
      return [ended];
    },
    ends: ["timed-out"],
    spoils: true,
  }),
];
