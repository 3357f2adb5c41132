import { DECLINE } from "../answers.ts";
import { type Attack, withManyClients } from "../attack.ts";
import {
  ACT,
  endOf,
  nextRecorded,
  OTHER_ACT,
  OTHER_TARGET,
  recorded,
  retried,
  retry,
  stateOf,
  tool,
} from "../speech.ts";

const HOUR_MS = 3_600_000;

const TIMES: [string, Record<"wall" | "monotonic", number>][] = [
  ["after the question has rested too long", { wall: 601_000, monotonic: 601_000 }],
  ["after the clock was set forward an hour", { wall: HOUR_MS, monotonic: 0 }],
  ["after the clock was set back an hour", { wall: -HOUR_MS, monotonic: 0 }],
];

const CHANGES: [string, (state: string) => string][] = [
  ["with a blank around it", (state) => ` ${state} `],
  ["with a line break after it", (state) => `${state}\n`],
  ["with padding after it", (state) => `${state}=`],
  ["in capitals", (state) => state.toUpperCase()],
  ["twice", (state) => state + state],
  ["in the other base64 alphabet", (state) => `${state.slice(0, -2)}+/`],
];

const row = (attack: Omit<Attack, "era" | "client">): Attack => ({
  era: "2026",
  client: "dialogs",
  ...attack,
});

/** A state with one character changed, left out or put in. Every seventh place will do: the seal's own test takes all. */
function spoiled(state: string): string[] {
  const places = Array.from({ length: Math.ceil(state.length / 7) }, (_, nth) => nth * 7);
  return places.flatMap((at) => {
    const [before, rest] = [state.slice(0, at), state.slice(at)];
    const other = rest.startsWith("A") ? "B" : "A";
    return [before + other + rest.slice(1), before + rest.slice(1), before + other + rest];
  });
}

/** 2026-07-28: a yes that was good once, or for a moment, or before it was changed on the way. */
export const SPENT: Attack[] = [
  row({
    name: "the same yes twice",
    mount: async ({ raw }) => {
      const state = await stateOf(raw);
      return [await retry(raw, state), await retry(raw, state)];
    },
    ends: ["ran", "asked"],
    does: [ACT],
  }),
  row({
    name: "the same yes eight times at once",
    mount: async ({ raw }) => {
      const state = await stateOf(raw);
      return (await Promise.all(Array.from({ length: 8 }, () => retry(raw, state)))).sort();
    },
    ends: [...Array.from({ length: 7 }, () => "asked"), "ran"],
    does: [ACT],
  }),
  row({
    name: "the same yes at once from three connections",
    on: withManyClients,
    mount: async ({ raw, another }) => {
      const clients = [raw, await another(), await another()];
      const state = await stateOf(raw);
      const racing = [...clients, ...clients].map((client) => retry(client, state));
      return (await Promise.all(racing)).sort();
    },
    ends: [...Array.from({ length: 5 }, () => "asked"), "ran"],
    does: [ACT],
  }),
  row({
    name: "a yes while a no to the same question is being looked at",
    mount: async ({ raw }) => {
      const state = await stateOf(raw);
      await tool(raw, "hold_prepare");
      const no = raw.start("tools/call", retried(state, { answer: DECLINE }));
      await tool(raw, "held_prepare");
      const yes = raw.start("tools/call", retried(state));
      await tool(raw, "release_prepare");
      return [endOf(await no.response), endOf(await yes.response)];
    },
    ends: ["declined", "asked"],
  }),
  row({
    name: "two calls, answered in the other order",
    mount: async ({ raw }) => {
      const [first, second] = await Promise.all([stateOf(raw), stateOf(raw, OTHER_TARGET)]);
      return [await retry(raw, second, { call: OTHER_TARGET }), await retry(raw, first, { answer: DECLINE })];
    },
    ends: ["ran", "declined"],
    does: [OTHER_ACT],
  }),
  row({
    name: "a state with any one character changed, left out or put in, and then as it was",
    mount: async ({ raw }) => {
      const state = await stateOf(raw);
      const ends = new Set<string>();
      for (const changed of spoiled(state)) ends.add(await retry(raw, changed));
      return [...ends, await retry(raw, state)];
    },
    ends: ["asked", "ran"],
    does: [ACT],
  }),
  ...CHANGES.map(([what, change]) =>
    row({
      name: `a state ${what}`,
      mount: async ({ raw }) => [await retry(raw, change(await stateOf(raw)))],
      ends: ["asked"],
    }),
  ),
  row({
    name: "the body of one state with the seal of another",
    mount: async ({ raw }) => {
      const [body, seal] = [(await stateOf(raw)).split("."), (await stateOf(raw)).split(".")];
      return [await retry(raw, [...body.slice(0, 3), ...seal.slice(3)].join("."))];
    },
    ends: ["asked"],
  }),
  ...TIMES.map(([when, step]) =>
    row({
      name: `a yes ${when}`,
      mount: async ({ server }) => {
        const { raw } = await server({ ANSWER_WITHIN_MS: "600000" });
        const state = await stateOf(raw);
        await tool(raw, "move_clock", step);
        return [await retry(raw, state)];
      },
      ends: ["asked"],
    }),
  ),
  row({
    name: "a spent and an expired yes, after the clock was set back",
    mount: async ({ server }) => {
      const { raw } = await server({ ANSWER_WITHIN_MS: "600000" });
      const spent = await stateOf(raw);
      const ran = await retry(raw, spent);
      const expired = await stateOf(raw);
      await tool(raw, "move_clock", { wall: HOUR_MS, monotonic: HOUR_MS });
      await tool(raw, "move_clock", { wall: -HOUR_MS, monotonic: 0 });
      return [ran, await retry(raw, spent), await retry(raw, expired)];
    },
    ends: ["ran", "asked", "asked"],
    does: [ACT],
  }),
  row({
    name: "a yes to what has changed since the question",
    mount: async ({ raw }) => {
      const state = await stateOf(raw);
      await tool(raw, "touch", { id: "e1" });
      return [await retry(raw, state)];
    },
    ends: ["asked, as changed"],
  }),
  row({
    name: "a yes whose call is cancelled while it is being looked at, and that yes once more",
    mount: async ({ raw, stage }) => {
      const state = await stateOf(raw);
      await tool(raw, "hold_prepare");
      const { id, breakOff } = raw.start("tools/call", retried(state));
      await tool(raw, "held_prepare");
      // Over stdio a notification cancels; over HTTP, and where HTTP requests are handed over, the lost request does.
      if (stage.transport === "stdio") await raw.notify("notifications/cancelled", { requestId: id });
      else breakOff();
      const before = (await recorded(raw)).length;
      await tool(raw, "release_prepare");
      return [await nextRecorded(raw, before), await retry(raw, state)];
    },
    ends: ["call-cancelled", "asked"],
  }),
];
