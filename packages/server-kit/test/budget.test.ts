import { describe, expect, it } from "vitest";

import { createBudget } from "../src/budget.ts";
import { BudgetSpent, CallCancelled } from "../src/errors.ts";
import { manualClock } from "./manual-clock.ts";

describe("the budget of a call", () => {
  it("holds for the time it was given and not a millisecond longer", async () => {
    const clock = manualClock();
    const budget = createBudget({ ms: 30_000, clock });
    await clock.advance(29_999);
    expect(budget.remainingMs()).toBe(1);
    expect(() => budget.check()).not.toThrow();
    await clock.advance(1);
    expect(budget.remainingMs()).toBe(0);
    expect(() => budget.check()).toThrow(BudgetSpent);
    expect(budget.signal.aborted).toBe(true);
    expect(budget.signal.reason).toBeInstanceOf(BudgetSpent);
  });

  it("never has less than nothing left, and says in its sentence how long it was", async () => {
    const clock = manualClock();
    const budget = createBudget({ ms: 5000, clock });
    await clock.advance(60_000);
    expect(budget.remainingMs()).toBe(0);
    expect(() => budget.check()).toThrow("after 5 s");
  });

  it("grants records until the ceiling and then none", () => {
    const budget = createBudget({ records: 10 });
    expect([budget.collect(6), budget.collect(6), budget.collect(1), budget.collect(-5)]).toEqual([
      6, 4, 0, 0,
    ]);
    budget.close();
  });

  it("stands still while a person reads, however long, and is whole again afterwards", async () => {
    const clock = manualClock();
    const budget = createBudget({ ms: 30_000, records: 10, clock });
    budget.collect(10);
    await clock.advance(29_000);
    let answer: (value: string) => void = () => undefined;
    const question = budget.pausedWhile(() => new Promise<string>((resolve) => (answer = resolve)));
    await clock.advance(600_000);
    expect(budget.signal.aborted).toBe(false);
    expect(() => budget.check()).not.toThrow();
    answer("yes");
    expect(await question).toBe("yes");
    expect(budget.remainingMs()).toBe(30_000);
    expect(budget.collect(10)).toBe(10);
    await clock.advance(30_000);
    expect(() => budget.check()).toThrow(BudgetSpent);
  });

  it("runs again after a question that failed", async () => {
    const clock = manualClock();
    const budget = createBudget({ ms: 1000, clock });
    await expect(budget.pausedWhile(() => Promise.reject(new Error("no dialog")))).rejects.toThrow(
      "no dialog",
    );
    await clock.advance(1000);
    expect(() => budget.check()).toThrow(BudgetSpent);
  });

  it("ends with the client's cancellation", () => {
    const client = new AbortController();
    const budget = createBudget({ signal: client.signal });
    client.abort("whatever the client says");
    expect(budget.signal.reason).toBeInstanceOf(CallCancelled);
    expect(() => budget.check()).toThrow(CallCancelled);
  });

  it("is over from the start for a call that was cancelled before", () => {
    expect(() => createBudget({ signal: AbortSignal.abort() }).check()).toThrow(CallCancelled);
  });

  it("is not cancelled into life again by an answer that comes too late", async () => {
    const client = new AbortController();
    const budget = createBudget({ signal: client.signal });
    await budget.pausedWhile(async () => client.abort());
    expect(() => budget.check()).toThrow(CallCancelled);
  });

  it("lets approved work finish, whatever the clock and the client say", async () => {
    const clock = manualClock();
    const client = new AbortController();
    const budget = createBudget({ ms: 1000, clock, signal: client.signal });
    budget.mustFinish();
    await clock.advance(99_000);
    client.abort();
    expect(() => budget.check()).not.toThrow();
    expect(budget.signal.aborted).toBe(false);
    expect(budget.remainingMs()).toBe(1000);
  });

  it("gives work that must finish a signal that is not aborted, even when the time ran out just before", async () => {
    const clock = manualClock();
    const budget = createBudget({ ms: 1000, clock });
    await clock.advance(1000);
    budget.mustFinish();
    expect(budget.signal.aborted).toBe(false);
  });

  it("leaves no timer behind", () => {
    const clock = manualClock();
    createBudget({ clock }).close();
    createBudget({ clock }).mustFinish();
    expect(clock.pending()).toBe(0);
  });
});
