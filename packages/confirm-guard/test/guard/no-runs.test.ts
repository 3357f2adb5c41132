import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { GuardStore, Port } from "../../src/index.ts";
import { FRESH, NO, NOBODY, questionOf, QUESTION, retry, tokenIn, world, YES } from "./world.ts";

/** How many made-up calls the guard has to withstand. */
const RUNS = 20_000;
const POLLUTED_RUNS = 2_000;
/** They take seconds on a quiet machine, and the machine is not always quiet. */
const TIMEOUT_MS = 120_000;

/** Limits that never stand in the way, so that every call reaches the part that could let it through. */
const LIMITS = { questionsPer10Min: 1_000_000, pending: 1_000, declines: 1_000_000 };

type Attempt = { responses: unknown; state: unknown; token: string | undefined };

/** JSON as a client can write it, own keys named __proto__ included. */
const fromWire = fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text));

const decision = fc.oneof(fromWire, fc.constantFrom(QUESTION.yes, QUESTION.no, true, "yes", ""));
const content = fc.oneof(fromWire, fc.record({ decision }), decision.map(viaPrototype("decision")));
const action = fc.oneof(fromWire, fc.constantFrom("accept", "decline", "cancel", "ACCEPT"));
const almostAnswer = fc
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
const anyAnswer = fc.oneof(almostAnswer, fc.constant<unknown>(YES));

/** The one answer that may count, told by its text so that nothing of the guard decides about it. */
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
function responsesOf(answer: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    fromWire,
    answer.map((confirm) => ({ confirm })),
    answer.map((confirm) => ({ Confirm: confirm })),
    answer.map(viaPrototype("confirm")),
  );
}

describe("no call that a client can make up reaches the act", () => {
  it(
    "neither with an answer that is not the yes, nor with a state that is not the one, nor with a token",
    { timeout: TIMEOUT_MS },
    async () => {
      const store = storeThatKeeps();
      const made = world({ limits: LIMITS, shared: { keys: [new Uint8Array(32).fill(8)], store } });
      // A question about something else that stays open, a spent one about this, and a token for something else.
      const other = questionOf(await made.guard.run(FRESH, made.call("other")));
      store.keepAll();
      const spent = questionOf(await made.guard.run(FRESH, made.call("a")));
      await made.guard.run(retry(spent, NO), made.call("a"));
      const foreign = questionOf(await world().guard.run(FRESH, made.call("a")));
      const strayToken = tokenIn(await made.guard.run(NOBODY, made.call("other")));

      const wrongState = fc.oneof(
        fromWire,
        fc.constantFrom<unknown>(
          undefined,
          "",
          spent.requestState,
          foreign.requestState,
          other.requestState,
          strayToken,
        ),
        fc.tuple(fc.nat(500), fc.nat(127)).map(([at, code]) => mutate(other.requestState, at, code)),
        fc.tuple(fc.nat(500), fc.nat(127)).map(([at, code]) => mutate(spent.requestState, at, code)),
      );
      const attempt: fc.Arbitrary<Attempt> = fc.record({
        responses: responsesOf(anyAnswer),
        state: wrongState,
        token: fc.option(fc.constantFrom(strayToken, "confirm", other.requestState.slice(0, 128)), {
          nil: undefined,
        }),
      });

      await fc.assert(
        fc.asyncProperty(attempt, fc.boolean(), async ({ responses, state, token }, dialog) => {
          const port: Port = dialog ? { kind: "retry", responses, state } : NOBODY;
          await made.guard.run(port, made.call("a", { token }));
          expect(made.done).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it(
    "nor with a live question for exactly this and any answer but the yes",
    { timeout: TIMEOUT_MS },
    async () => {
      const made = world({ limits: LIMITS });
      await fc.assert(
        fc.asyncProperty(responsesOf(almostAnswer), fc.boolean(), async (responses, over2026) => {
          if (over2026) {
            const { requestState } = questionOf(await made.guard.run(FRESH, made.call()));
            await made.guard.run({ kind: "retry", responses, state: requestState }, made.call());
          } else {
            const port: Port = {
              kind: "push",
              elicit: async () => Reflect.get(Object(responses), "confirm"),
            };
            await made.guard.run(port, made.call());
          }
          expect(made.done).toEqual([]);
        }),
        { numRuns: 5_000 },
      );
    },
  );

  it("nor when the prototype of all objects says yes", { timeout: TIMEOUT_MS }, async () => {
    const made = world({ limits: LIMITS });
    const answers = fc.sample(responsesOf(almostAnswer), POLLUTED_RUNS);
    const poison = {
      action: "accept",
      content: YES.content,
      decision: QUESTION.yes,
      confirm: YES,
      token: "x",
      k: "ask",
    };

    Object.assign(Object.prototype, poison);
    try {
      for (const responses of answers) {
        const { requestState: state } = questionOf(await made.guard.run(FRESH, made.call()));
        await made.guard.run({ kind: "retry", responses, state }, made.call());
        await made.guard.run({ kind: "retry", responses }, made.call());
        await made.guard.run({ kind: "push", elicit: async () => responses }, made.call());
        await made.guard.run(NOBODY, made.call());
      }
    } finally {
      for (const key of Object.keys(poison)) Reflect.deleteProperty(Object.prototype, key);
    }
    expect(made.done).toEqual([]);
  });

  it("while the one right answer does", async () => {
    const made = world({ limits: LIMITS });
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    await made.guard.run(retry(asked, YES), made.call());
    expect(made.done).toEqual(["a"]);
  });
});

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
