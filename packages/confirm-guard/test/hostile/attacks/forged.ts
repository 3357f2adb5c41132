import { DECLINE, NO_ANSWER, NOT_YES, WRAPPED, YES } from "../answers.ts";
import type { Attack } from "../attack.ts";
import { ACT, CALL, endOf, MALLORYS, OTHER_CALLS, OTHER_TARGET, retry, stateOf } from "../speech.ts";

const STATES: [string, string][] = [
  ["an empty state", ""],
  ["a word", "approved"],
  ["the shape of a state", `cg1.00000000.e30.${"A".repeat(43)}`],
  ["a state without a seal", `cg1.00000000.${btoa('{"k":"ask"}')}.`],
  ["a state of another library", "v1.eyJwIjp7fX0.AAAA"],
  ["an endless state", "cg1.".repeat(50_000)],
];

const NO_DIALOGS = [{}, { elicitation: { url: {} } }];

const DROPPED: typeof NO_ANSWER = [...NO_ANSWER, ["a wrapped answer", WRAPPED]];

const row = (attack: Omit<Attack, "era" | "client">): Attack => ({
  era: "2026",
  client: "dialogs",
  ...attack,
});

/** 2026-07-28: answers that no question led to, that belong to another question, or that are no yes. */
export const FORGED: Attack[] = [
  row({
    name: "a first call that already carries a yes",
    mount: async ({ raw }) => [await retry(raw)],
    ends: ["asked"],
  }),
  ...STATES.map(([what, state]) =>
    row({ name: `a yes with ${what}`, mount: async ({ raw }) => [await retry(raw, state)], ends: ["asked"] }),
  ),
  ...[5, null, true, {}, ["cg1"]].map((state) =>
    row({
      name: `a yes with the state ${JSON.stringify(state)}`,
      mount: async ({ raw }) => [await retry(raw, state)],
      ends: ["error"],
    }),
  ),
  row({
    name: "a yes under keys that the guard never used",
    mount: async ({ raw }) => {
      const requestState = await stateOf(raw);
      const inputResponses = { decision: YES, approve: YES };
      return [endOf(await raw.request("tools/call", { ...CALL, inputResponses, requestState }))];
    },
    ends: ["asked"],
  }),
  row({
    name: "a state without an answer",
    mount: async ({ raw }) => {
      const requestState = await stateOf(raw);
      return [endOf(await raw.request("tools/call", { ...CALL, requestState }))];
    },
    ends: ["asked"],
  }),
  row({
    name: "a token where there is a dialog, made up or cut from a state",
    mount: async ({ raw }) => {
      const tokens = ["AAAAAAAAAAAAAAAAAAAAAA", (await stateOf(raw)).slice(0, 128)];
      const ends = [];
      for (const confirm_token of tokens)
        ends.push(
          endOf(await raw.request("tools/call", { ...CALL, arguments: { id: "e1", confirm_token } })),
        );
      return ends;
    },
    ends: ["asked", "asked"],
  }),
  row({
    name: "a yes in a request that says it has no dialogs",
    mount: async ({ raw }) => {
      const state = await stateOf(raw);
      const ends = [];
      for (const capabilities of NO_DIALOGS) {
        const _meta = { "io.modelcontextprotocol/clientCapabilities": capabilities };
        ends.push(await retry(raw, state, { call: { ...CALL, _meta } }));
      }
      return ends;
    },
    ends: ["token-issued", "token-issued"],
  }),
  ...OTHER_CALLS.map(([what, call]) =>
    row({
      name: `a yes used for ${what}`,
      mount: async ({ raw }) => [await retry(raw, await stateOf(raw), { call })],
      ends: ["asked"],
    }),
  ),
  row({
    name: "a no used for another target",
    mount: async ({ raw }) => [await retry(raw, await stateOf(raw), { call: OTHER_TARGET, answer: DECLINE })],
    ends: ["asked"],
  }),
  row({
    name: "a yes that was used for another target, then for its own",
    mount: async ({ raw }) => {
      const state = await stateOf(raw);
      return [await retry(raw, state, { call: OTHER_TARGET }), await retry(raw, state)];
    },
    ends: ["asked", "asked"],
  }),
  row({
    name: "somebody else's yes, which leaves the question open for its own person",
    mount: async ({ raw }) => {
      const state = await stateOf(raw);
      return [await retry(raw, state, { call: MALLORYS }), await retry(raw, state)];
    },
    ends: ["asked", "ran"],
    does: [ACT],
  }),
  row({
    name: "the answers of two open questions, exchanged",
    mount: async ({ raw }) => {
      const [first, second] = [await stateOf(raw), await stateOf(raw, OTHER_TARGET)];
      return [await retry(raw, second), await retry(raw, first, { call: OTHER_TARGET })];
    },
    ends: ["asked", "asked"],
  }),
  ...NOT_YES.map(([what, answer, outcome]) =>
    row({
      name: `an answer that is no yes, and then a yes: ${what}`,
      mount: async ({ raw }) => {
        const state = await stateOf(raw);
        return [await retry(raw, state, { answer }), await retry(raw, state)];
      },
      ends: [outcome, "asked"],
    }),
  ),
  ...DROPPED.map(([what, answer]) =>
    row({
      name: `what is no answer: ${what}`,
      mount: async ({ raw }) => [await retry(raw, await stateOf(raw), { answer })],
      ends: ["asked"],
    }),
  ),
];
