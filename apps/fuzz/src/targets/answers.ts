import assert from "node:assert/strict";
import { type Attempt, besieged } from "../../../../packages/confirm-guard/test/guard/attempts.ts";
import { defineTarget } from "../target.ts";

/** Answers, states and tokens that a client makes up or uses again, straight into the guard: nothing ever runs. */
export const answersTarget = defineTarget<Attempt>({
  name: "answers",
  bounded: 100_000,
  open: async () => {
    const { attempts, attempt } = await besieged();
    return {
      cases: attempts,
      check: async (one) => assert.deepEqual(await attempt(one), [], "A call acted without its yes."),
    };
  },
});
