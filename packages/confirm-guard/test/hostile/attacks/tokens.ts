import { type Attack, overHttp, withManyClients } from "../attack.ts";
import {
  ACT,
  CALL,
  endOf,
  MALLORYS,
  OTHER_CALLS,
  OTHER_TARGET,
  spend,
  stateOf,
  tokenOf,
  tool,
} from "../speech.ts";

const row = (attack: Omit<Attack, "client">): Attack => ({ client: "no dialogs", ...attack });

/** The two-call token where nobody can be asked, on both revisions. */
export const TOKENS: Attack[] = [
  row({
    name: "a token twice",
    mount: async ({ raw }) => {
      const token = await tokenOf(raw);
      return [await spend(raw, token), await spend(raw, token)];
    },
    ends: ["ran", "wrong-token"],
    does: [ACT],
  }),
  row({
    name: "a token eight times at once",
    mount: async ({ raw }) => {
      const token = await tokenOf(raw);
      return (await Promise.all(Array.from({ length: 8 }, () => spend(raw, token)))).sort();
    },
    ends: ["ran", ...Array.from({ length: 7 }, () => "wrong-token")],
    does: [ACT],
  }),
  row({
    name: "a token at once from three connections",
    on: withManyClients,
    mount: async ({ raw, another }) => {
      const clients = [raw, await another(), await another()];
      const token = await tokenOf(raw);
      return (await Promise.all([...clients, ...clients].map((client) => spend(client, token)))).sort();
    },
    ends: ["ran", ...Array.from({ length: 5 }, () => "wrong-token")],
    does: [ACT],
  }),
  ...OTHER_CALLS.map(([what, call]) =>
    row({
      name: `a token used for ${what}, then for its own call`,
      mount: async ({ raw }) => {
        const token = await tokenOf(raw);
        return [await spend(raw, token, call), await spend(raw, token)];
      },
      ends: ["wrong-token", "wrong-token"],
    }),
  ),
  row({
    name: "two tokens, exchanged",
    mount: async ({ raw }) => {
      const [first, second] = [await tokenOf(raw), await tokenOf(raw, OTHER_TARGET)];
      return [await spend(raw, second), await spend(raw, first, OTHER_TARGET)];
    },
    ends: ["wrong-token", "wrong-token"],
  }),
  row({
    name: "the token of another session",
    era: "2025",
    on: (stage) => overHttp(stage) && stage.dialogs,
    mount: async ({ server }) => {
      const { raw, running } = await server({ OWN_PRINCIPAL: "1" });
      const other = await running.connect({ era: "2025", capabilities: {} });
      const token = await tokenOf(other);
      return [await spend(raw, token)];
    },
    ends: ["wrong-token"],
  }),
  row({
    name: "a token after its target has changed",
    mount: async ({ raw }) => {
      const token = await tokenOf(raw);
      await tool(raw, "touch", { id: "e1" });
      return [await spend(raw, token)];
    },
    ends: ["wrong-token"],
  }),
  row({
    name: "a token after its minutes are over",
    mount: async ({ raw }) => {
      const token = await tokenOf(raw);
      await tool(raw, "move_clock", { wall: 0, monotonic: 301_000 });
      return [await spend(raw, token)];
    },
    ends: ["wrong-token"],
  }),
  ...["AAAAAAAAAAAAAAAAAAAAAA", "cg1.x", "true", " ", "__proto__", "a".repeat(128)].map((token) =>
    row({
      name: `a token that was made up: ${JSON.stringify(token).slice(0, 30)}`,
      mount: async ({ raw }) => {
        await tokenOf(raw);
        return [await spend(raw, token)];
      },
      ends: ["wrong-token"],
    }),
  ),
  ...["a".repeat(129), 5, true, {}, ["AAAAAAAAAAAAAAAAAAAAAA"], null].map((token) =>
    row({
      name: `a token that is no short string: ${JSON.stringify(token).slice(0, 30)}`,
      mount: async ({ raw }) => [await spend(raw, token)],
      ends: ["refused"],
    }),
  ),
  row({
    name: "a state as a token",
    era: "2026",
    mount: async ({ raw }) => {
      const _meta = { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } };
      const state = await stateOf(raw, { ...CALL, _meta });
      return [await spend(raw, state.slice(0, 128))];
    },
    ends: ["wrong-token"],
  }),
  row({
    name: "somebody else's token",
    mount: async ({ raw }) => [await spend(raw, await tokenOf(raw, MALLORYS))],
    ends: ["wrong-token"],
  }),
  {
    name: "a client with dialogs, where the operator has switched them off",
    client: "dialogs",
    mount: async ({ server }) => {
      const { raw } = await server({ ELICITATION: "false" });
      const token = await tokenOf(raw);
      return [await spend(raw, token), await spend(raw, token), endOf(await raw.request("tools/call", CALL))];
    },
    ends: ["ran", "wrong-token", "token-issued"],
    does: [ACT],
    spoils: true,
  },
];
