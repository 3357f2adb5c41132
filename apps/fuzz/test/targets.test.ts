import { describe, expect, it } from "vitest";
import { TARGETS } from "../src/targets/index.ts";

const SEED = 20_260_728;
/** `npm run fuzz -- --bounded` does all of what is bounded. */
const SHARE = 10;

describe.each(TARGETS.map((target) => [target.name, target] as const))("%s", (_name, target) => {
  it("refuses what it must, acts on nothing and never hangs, whatever comes in", async () => {
    expect(await target.batch({ seed: SEED, cases: target.bounded / SHARE })).toBeUndefined();
  });
});
