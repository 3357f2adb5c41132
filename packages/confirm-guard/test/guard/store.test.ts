import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { memoryStore, storeKey } from "../../src/store.ts";

function storeAt(bounds = { ask: 3, token: 2 }, each = bounds) {
  let now = 0;
  const both = {
    ask: { each: each.ask, all: bounds.ask },
    token: { each: each.token, all: bounds.token },
  };
  const store = memoryStore(both, () => now);
  return { store, pass: (ms: number) => (now += ms) };
}

describe("the store of one process", () => {
  it("gives a value to one taker only", async () => {
    const { store } = storeAt();
    await store.put(storeKey("ask", "n"), "v", 100);
    const taken = await Promise.all([store.take("ask:n"), store.take("ask:n"), store.take("ask:n")]);
    expect(taken.filter((value) => value === "v")).toHaveLength(1);
  });

  it("forgets a value when its time is over", async () => {
    const { store, pass } = storeAt();
    await store.put("ask:n", "v", 100);
    await store.put("ask:m", "v", 100);
    pass(99);
    expect(await store.take("ask:n")).toBe("v");
    pass(1);
    expect(await store.take("ask:m")).toBeUndefined();
  });

  it("drops the oldest of a kind over its bound, and none of the other kind", async () => {
    const { store } = storeAt();
    for (const id of ["1", "2", "3", "4"]) await store.put(`ask:${id}`, id, 100);
    await store.put("token:1", "t", 100);
    expect(await Promise.all(["1", "2", "3", "4"].map((id) => store.take(`ask:${id}`)))).toEqual([
      undefined,
      "2",
      "3",
      "4",
    ]);
    expect(await store.take("token:1")).toBe("t");
  });

  it("makes room by dropping what has expired first", async () => {
    const { store, pass } = storeAt();
    await store.put("ask:old", "old", 10);
    pass(5);
    for (const id of ["1", "2"]) await store.put(`ask:${id}`, id, 10);
    pass(5);
    await store.put("ask:3", "3", 10);
    expect(await Promise.all(["old", "1", "2", "3"].map((id) => store.take(`ask:${id}`)))).toEqual([
      undefined,
      "1",
      "2",
      "3",
    ]);
  });

  it("keeps the entries of each owner within a bound of their own", async () => {
    const { store } = storeAt({ ask: 100, token: 100 }, { ask: 2, token: 2 });
    await store.put("token:b1", "bob 1", 100);
    for (const id of ["1", "2", "3"]) await store.put(`token:a${id}`, `ada ${id}`, 100);
    const taken = ["a1", "a2", "a3", "b1"].map((id) => store.take(`token:${id}`));
    expect(await Promise.all(taken)).toEqual([undefined, "ada 2", "ada 3", "bob 1"]);
  });

  it("takes from the owner who has the most when all together are too many", async () => {
    const { store } = storeAt({ ask: 4, token: 4 });
    await store.put("ask:b1", "bob 1", 100);
    for (const id of ["1", "2", "3", "4", "5"]) await store.put(`ask:a${id}`, `ada ${id}`, 100);
    const ids = ["b1", "a1", "a2", "a3", "a4", "a5"];
    expect(await Promise.all(ids.map((id) => store.take(`ask:${id}`)))).toEqual([
      "bob 1",
      undefined,
      undefined,
      "ada 3",
      "ada 4",
      "ada 5",
    ]);
  });

  it("never loses an entry of one owner to a flood of another, whatever the order of calls", async () => {
    const step = fc.constantFrom("put", "take");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { store } = storeAt({ ask: 5, token: 5 });
        await store.put("ask:quiet", "quiet 1", 100);
        for (const [index, next] of steps.entries()) {
          if (next === "put") await store.put(`ask:loud${index}`, `loud ${index}`, 100);
          else await store.take(`ask:loud${index - 1}`);
        }
        expect(await store.take("ask:quiet")).toBe("quiet 1");
      }),
    );
  });

  it("never gives a value twice, never late and never another one, whatever the order of calls", async () => {
    const id = fc.constantFrom("a", "b", "c");
    const step = fc.oneof(
      fc.record({ do: fc.constant("put" as const), id }),
      fc.record({ do: fc.constant("take" as const), id }),
      fc.record({ do: fc.constant("pass" as const), ms: fc.nat(60) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { store, pass } = storeAt({ ask: 2, token: 2 });
        const live = new Map<string, { value: string; until: number }>();
        const wrong: unknown[] = [];
        let [now, count] = [0, 0];
        for (const next of steps) {
          if (next.do === "pass") {
            now += next.ms;
            pass(next.ms);
          } else if (next.do === "put") {
            const value = `v${(count += 1)}`;
            live.set(next.id, { value, until: now + 100 });
            await store.put(`ask:${next.id}`, value, 100);
          } else {
            const given = await store.take(`ask:${next.id}`);
            const kept = live.get(next.id);
            live.delete(next.id);
            // What was pushed out over the bound may be missing; nothing else may come.
            const due = kept !== undefined && now < kept.until ? kept.value : undefined;
            if (given !== undefined && given !== due) wrong.push([given, due]);
          }
        }
        expect(wrong).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
