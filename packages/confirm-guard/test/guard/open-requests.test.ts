import { describe, expect, it } from "vitest";

import type { Port } from "../../src/index.ts";
import { FRESH, outcomeOf, pushed, questionOf, retry, textOf, world, YES } from "./world.ts";

const ENDED =
  "Two open calls had the same request id, so that neither could be cancelled by itself; both were ended. Nothing was changed.";

/** A client that shows every question and answers when it is told to. */
function patient(): Extract<Port, { kind: "push" }> & { answers: ((answer: unknown) => void)[] } {
  const answers: ((answer: unknown) => void)[] = [];
  return { kind: "push", answers, elicit: () => new Promise((resolve) => answers.push(resolve)) };
}

describe("two open calls with one request id", () => {
  it("are both ended, so that a yes to either does nothing", async () => {
    const made = world();
    const at = { connection: {}, requestId: "D" };
    const port = patient();
    const first = made.guard.run(port, made.call("a", at));
    const second = await made.guard.run(port, made.call("b", at));
    for (const answer of port.answers) answer(YES);
    for (const result of [await first, second]) {
      expect(outcomeOf(result)).toBe("call-cancelled");
      expect(textOf(result)).toBe(ENDED);
    }
    expect(made.done).toEqual([]);
  });

  it("leave the answer that the second one brought unspent", async () => {
    const made = world();
    const at = { connection: {}, requestId: 7 };
    const asked = questionOf(await made.guard.run(FRESH, made.call("b", at)));
    made.clock.pass(2_000);
    const open = made.guard.run(patient(), made.call("a", at));
    expect(outcomeOf(await made.guard.run(retry(asked, YES), made.call("b", at)))).toBe("call-cancelled");
    await open;
    await made.guard.run(retry(asked, YES), made.call("b", at));
    expect(made.done).toEqual(["b"]);
  });

  it.each([
    ["on two connections", {}, 1],
    ["that only look alike", undefined, "1"],
  ])("%s are two calls", async (_name, connection, requestId) => {
    const made = world();
    const shared = {};
    const first = made.guard.run(
      pushed(made.clock, [YES]),
      made.call("a", { connection: shared, requestId: 1 }),
    );
    const other = { connection: connection ?? shared, requestId };
    const second = made.guard.run(pushed(made.clock, [YES]), made.call("b", other));
    await Promise.all([first, second]);
    expect(made.done.toSorted()).toEqual(["a", "b"]);
  });

  it("are no longer two once the first has ended, in whatever way", async () => {
    const made = world();
    const at = { connection: {}, requestId: 1 };
    const failing = made.call("a", { ...at, prepare: () => Promise.reject(new Error("down")) });
    await expect(made.guard.run(FRESH, failing)).rejects.toThrow("down");
    for (const id of ["a", "b"]) await made.guard.run(pushed(made.clock, [YES]), made.call(id, at));
    expect(made.done).toEqual(["a", "b"]);
  });

  it("do not stop what was approved and has begun", async () => {
    const made = world();
    const at = { connection: {}, requestId: 1 };
    const writing = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const run = async (found: string) => {
      begun.resolve();
      await writing.promise;
      made.done.push(found);
      return { content: [] };
    };
    const first = made.guard.run(pushed(made.clock, [YES]), made.call("a", { ...at, run }));
    await begun.promise;
    expect(outcomeOf(await made.guard.run(FRESH, made.call("b", at)))).toBe("call-cancelled");
    writing.resolve();
    expect(outcomeOf(await first)).toBeUndefined();
    expect(made.done).toEqual(["a"]);
  });
});
