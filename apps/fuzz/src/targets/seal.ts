import assert from "node:assert/strict";
import * as fc from "fast-check";
import { openSeal, seal, type SealBody, sealKey } from "../../../../packages/confirm-guard/src/seal.ts";
import { mutatedText } from "../generators/mutated-text.ts";
import { defineTarget } from "../target.ts";

const KEYS = [sealKey(new Uint8Array(32).fill(1)), sealKey(new Uint8Array(32).fill(2))] as const;
const FOREIGN = sealKey(new Uint8Array(32).fill(3));

const base64url = fc.stringMatching(/^[A-Za-z0-9_-]{1,43}$/);
const moment = fc.integer({ min: 0, max: 8_640_000_000_000_000 });
const bodies: fc.Arbitrary<SealBody> = fc.record(
  {
    nonce: base64url,
    call: base64url,
    full: base64url,
    issued: moment,
    expires: moment,
    principal: base64url,
  },
  { noNullPrototype: true },
);
const FIXED: SealBody = { nonce: "n", call: "c", full: "f", issued: 1, expires: 2, principal: "p" };

/** The one state that may open: its text decides, not the code under test. */
const OWN = seal(KEYS[1], FIXED);

/** What a client can put into `requestState`. */
export const sealTarget = defineTarget({
  name: "seal",
  bounded: 20_000,
  open: () => ({
    cases: fc.record({
      state: fc.oneof(
        mutatedText(fc.constantFrom(OWN, seal(FOREIGN, FIXED)), [
          "cg1.",
          ".",
          "=",
          OWN,
          KEYS[0].id,
          KEYS[1].id,
        ]),
        fc.anything(),
      ),
      body: bodies,
    }),
    check: ({ state, body }) => {
      assert.equal(openSeal(KEYS, state).ok, state === OWN);
      for (const key of KEYS) assert.deepEqual(openSeal(KEYS, seal(key, body)), { ok: true, key, body });
      assert.equal(openSeal(KEYS, seal(FOREIGN, body)).ok, false);
    },
  }),
});
