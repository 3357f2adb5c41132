import { expect, it } from "vitest";
import { interleave } from "../../src/measure/interleave.ts";

/** A clock that stands still unless a run moves it. */
function handClock() {
  let now = 0;
  return { clock: () => now, pass: (ms: number) => void (now += ms) };
}

it("runs all of them in every round, and begins each round with another one", async () => {
  const order: string[] = [];
  const one = (name: string) => ({ name, run: () => void order.push(name) });
  await interleave([one("a"), one("b"), one("c")], { rounds: 3, warmUps: 0 });
  expect(order.join("")).toBe("abcbcacab");
});

it("takes the time of a run, and what a run hands back instead where it measures itself", async () => {
  const { clock, pass } = handClock();
  const spreadOf = await interleave(
    [
      { name: "timed", run: () => pass(5) },
      { name: "own figure", run: () => 42 },
    ],
    { rounds: 3, clock },
  );
  expect(spreadOf("timed")).toEqual({ median: 5, low: 5, high: 5, runs: 3 });
  expect(spreadOf("own figure").median).toBe(42);
});

it("leaves the warm-ups out of the figures", async () => {
  const figures = [1_000, 1, 2, 3];
  const spreadOf = await interleave([{ name: "work", run: () => figures.shift() ?? 0 }], {
    rounds: 3,
    warmUps: 1,
  });
  expect(spreadOf("work")).toEqual({ median: 2, low: 1.5, high: 2.5, runs: 3 });
});

it("runs what is slow in the first rounds only", async () => {
  const spreadOf = await interleave(
    [
      { name: "slow", run: () => 1, atMost: 2 },
      { name: "quick", run: () => 1 },
    ],
    { rounds: 5, warmUps: 0 },
  );
  expect([spreadOf("slow").runs, spreadOf("quick").runs]).toEqual([2, 5]);
});

it("stops at the first run that fails: a failure is no fast run", async () => {
  const failing = { name: "failing", run: () => Promise.reject(new Error("no answer")) };
  await expect(interleave([failing], { rounds: 3 })).rejects.toThrow("no answer");
});
