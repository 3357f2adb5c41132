import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Port } from "../../src/index.ts";
import { almostAnswer, besieged, NO_LIMITS, responsesOf } from "./attempts.ts";
import { FRESH, NOBODY, questionOf, QUESTION, retry, world, YES } from "./world.ts";

/** How many made-up calls the guard has to withstand here; `npm run fuzz -- --bounded` tries 100,000. */
const RUNS = 10_000;
const LIVE_RUNS = 5_000;
const POLLUTED_RUNS = 2_000;
/** They take seconds on a quiet machine, and the machine is not always quiet. */
const TIMEOUT_MS = 120_000;

describe("no call that a client can make up reaches the act", () => {
  it(
    "neither with an answer that is not the yes, nor with a state that is not the one, nor with a token",
    { timeout: TIMEOUT_MS },
    async () => {
      const { attempts, attempt } = await besieged();
      await fc.assert(
        fc.asyncProperty(attempts, async (one) => {
          expect(await attempt(one)).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it(
    "nor with a live question for exactly this and any answer but the yes",
    { timeout: TIMEOUT_MS },
    async () => {
      const made = world({ limits: NO_LIMITS });
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
        { numRuns: LIVE_RUNS },
      );
    },
  );

  it("nor when the prototype of all objects says yes", { timeout: TIMEOUT_MS }, async () => {
    const made = world({ limits: NO_LIMITS });
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
    const made = world({ limits: NO_LIMITS });
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    await made.guard.run(retry(asked, YES), made.call());
    expect(made.done).toEqual(["a"]);
  });
});
