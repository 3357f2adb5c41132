import * as fc from "fast-check";

import type { GuardStore, Port } from "../../src/index.ts";
import { FRESH, NO, NOBODY, questionOf, QUESTION, retry, tokenIn, type World, world, YES } from "./world.ts";

/** Limits that never stand in the way, so that every call reaches the part that could let it through. */
export const NO_LIMITS = { questionsPer10Min: 1_000_000, pending: 1_000, declines: 1_000_000 };

/** A call as a client can make it up. */
export type Attempt = { responses: unknown; state: unknown; token: string | undefined; dialog: boolean };

/** JSON as a client can write it, own keys named __proto__ included. */
const fromWire = fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text));

const decision = fc.oneof(fromWire, fc.constantFrom(QUESTION.yes, QUESTION.no, true, "yes", ""));
const content = fc.oneof(fromWire, fc.record({ decision }), decision.map(viaPrototype("decision")));
const action = fc.oneof(fromWire, fc.constantFrom("accept", "decline", "cancel", "ACCEPT"));

/** Everything but the one answer that may count. */
export const almostAnswer = fc
  .oneof(
    fromWire,
    fc.record({ action, content }),
    fc
      .record({ action, content })
      .map((answer): unknown => JSON.parse(`{"__proto__":${JSON.stringify(answer)}}`)),
    fc.constantFrom<unknown>(NO, { method: "elicitation/create", result: YES }, [YES], {
      ...YES,
      action: "accept ",
    }),
  )
  .filter((answer) => !isTheYes(answer));

/** Told by its text, so that nothing of the guard decides about it. */
function isTheYes(answer: unknown): boolean {
  const { action: given, content: inner }: Record<string, unknown> = { ...Object(answer) };
  return (
    given === "accept" &&
    Object.hasOwn(Object(inner), "decision") &&
    Reflect.get(Object(inner), "decision") === QUESTION.yes
  );
}

function viaPrototype(key: string): (value: unknown) => unknown {
  return (value) => JSON.parse(`{"__proto__":${JSON.stringify({ [key]: value ?? null })}}`);
}

/** Responses under the right key, the wrong key, or in the prototype. */
export function responsesOf(answer: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    fromWire,
    answer.map((confirm) => ({ confirm })),
    answer.map((confirm) => ({ Confirm: confirm })),
    answer.map(viaPrototype("confirm")),
  );
}

/**
 * A guard with a question about something else that stays open, a spent one about this, and a token for something else;
 * and calls that use all of them, with the exact yes among their answers, but never with the state that it needs.
 */
export async function besieged(): Promise<{
  attempts: fc.Arbitrary<Attempt>;
  /** Makes the call; returns everything that was ever done. */
  attempt(this: void, one: Attempt): Promise<World["done"]>;
}> {
  const store = storeThatKeeps();
  const made = world({ limits: NO_LIMITS, shared: { keys: [new Uint8Array(32).fill(8)], store } });
  const other = questionOf(await made.guard.run(FRESH, made.call("other")));
  store.keepAll();
  const spent = questionOf(await made.guard.run(FRESH, made.call("a")));
  await made.guard.run(retry(spent, NO), made.call("a"));
  const foreign = questionOf(await world().guard.run(FRESH, made.call("a")));
  const strayToken = tokenIn(await made.guard.run(NOBODY, made.call("other")));

  const [otherState, spentState] = [other.requestState, spent.requestState];
  const wrongState = fc.oneof(
    fromWire,
    fc.constantFrom<unknown>(undefined, "", spentState, foreign.requestState, otherState, strayToken),
    fc.tuple(fc.nat(500), fc.nat(127)).map(([at, code]) => mutate(otherState, at, code)),
    fc.tuple(fc.nat(500), fc.nat(127)).map(([at, code]) => mutate(spentState, at, code)),
  );
  return {
    attempts: fc.record({
      responses: responsesOf(fc.oneof(almostAnswer, fc.constant<unknown>(YES))),
      state: wrongState,
      token: fc.option(fc.constantFrom(strayToken, "confirm", otherState.slice(0, 128)), { nil: undefined }),
      dialog: fc.boolean(),
    }),
    attempt: async ({ responses, state, token, dialog }) => {
      const port: Port = dialog ? { kind: "retry", responses, state } : NOBODY;
      await made.guard.run(port, made.call("a", { token }));
      return made.done;
    },
  };
}

/** Entries that are there when `keepAll` is called are never spent, so that every attempt meets a live one. */
function storeThatKeeps(): GuardStore & { keepAll(): void } {
  const [entries, kept] = [new Map<string, string>(), new Set<string>()];
  return {
    keepAll: () => {
      for (const key of entries.keys()) kept.add(key);
    },
    put: async (key, value) => void entries.set(key, value),
    take: async (key) => {
      const value = entries.get(key);
      if (!kept.has(key)) entries.delete(key);
      return value;
    },
  };
}

function mutate(state: string, at: number, code: number): string {
  const index = at % state.length;
  return state.slice(0, index) + String.fromCodePoint(code) + state.slice(index + 1);
}
