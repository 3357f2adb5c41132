import { emptyState } from "sandbox";
import { describe, expect, it } from "vitest";
import { inspect, type Records, recordsIn } from "../../src/recipes/inspect.ts";

const FROM = "11111111-1111-4111-8111-111111111111";
const INTO = "22222222-2222-4222-8222-222222222222";
const SOUP = "33333333-3333-4333-8333-333333333333";
const before: Records = new Map([
  [`foods ${FROM}`, `{"id":"${FROM}"}`],
  [`foods ${INTO}`, `{"id":"${INTO}"}`],
  [`recipes ${SOUP}`, `{"id":"${SOUP}","foodId":"${FROM}"}`],
]);
const merge = { from: FROM, into: INTO };
const share = { recipe: SOUP, lastDay: "2026-12-10", zone: "Europe/Berlin" };

function changed(changes: Record<string, string | undefined>): Records {
  const after = new Map(before);
  for (const [key, text] of Object.entries(changes)) {
    if (text === undefined) after.delete(key);
    else after.set(key, text);
  }
  return after;
}

const holds = (after: Records, effect: Parameters<typeof inspect>[2]): boolean =>
  inspect(before, after, effect).asItShouldBe;

describe("looking into the household after a call", () => {
  it("accepts an untouched household after a no, and nothing else", () => {
    expect(holds(before, "nothing")).toBe(true);
    expect(holds(changed({ [`foods ${FROM}`]: undefined }), "nothing")).toBe(false);
    expect(holds(changed({ [`foods ${FROM}`]: "{}" }), "nothing")).toBe(false);
    expect(holds(changed({ "shares x": "{}" }), "nothing")).toBe(false);
  });

  it("wants the first food gone and the second in its place, and never the other way round", () => {
    const soupOf = (food: string): string => `{"id":"${SOUP}","foodId":"${food}"}`;
    const right = changed({ [`foods ${FROM}`]: undefined, [`recipes ${SOUP}`]: soupOf(INTO) });
    expect(holds(right, merge)).toBe(true);
    expect(holds(right, { from: INTO, into: FROM })).toBe(false);
    expect(holds(changed({ [`foods ${FROM}`]: undefined }), merge)).toBe(false);
    expect(holds(changed({ [`foods ${INTO}`]: undefined }), merge)).toBe(false);
    expect(holds(before, merge)).toBe(false);
  });

  it("wants one link more, for this recipe, with the very day in the zone that was shown", () => {
    const link = (expiresAt: string, recipeId = SOUP): Records =>
      changed({ "shares x": JSON.stringify({ recipeId, expiresAt }) });
    expect(holds(link("2026-12-10T22:59:59.000Z"), share)).toBe(true);
    expect(holds(link("2026-12-10T23:00:00.000Z"), share)).toBe(false);
    expect(holds(link("2027-01-09T22:59:59.000Z"), share)).toBe(false);
    expect(holds(link("2026-12-10T22:59:59.000Z", FROM), share)).toBe(false);
    expect(holds(before, share)).toBe(false);
    expect(holds(changed({ "foods x": "{}" }), share)).toBe(false);
  });

  it("sees the share links of a stand-in", () => {
    const state = emptyState();
    const empty = recordsIn(state).size;
    state.shares.push({ id: "x", recipeId: SOUP, expiresAt: "", createdAt: "" });
    expect(recordsIn(state).size).toBe(empty + 1);
  });
});
