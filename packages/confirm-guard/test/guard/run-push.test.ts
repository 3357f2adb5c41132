import { describe, expect, it, vi } from "vitest";

import { ElicitFailure, type GuardedCall, type Port } from "../../src/index.ts";
import { DECLINE, NO, outcomeOf, pushed, textOf, tokenIn, world, YES } from "./world.ts";

const rejecting = (error: unknown) => () => Promise.reject(error);

describe("on the 2025 revisions", () => {
  it("pushes the question, looks again after the yes, and runs", async () => {
    const made = world();
    const port = pushed(made.clock, [YES]);
    expect(textOf(await made.guard.run(port, made.call()))).toBe("Deleted a.");
    expect(port.asked).toHaveLength(1);
    expect(made.prepared).toBe(2);
    expect(made.done).toEqual(["a"]);
  });

  it("hands run what the last look found", async () => {
    const made = world();
    let looks = 0;
    const seen: number[] = [];
    const call: GuardedCall<number> = {
      tool: "t",
      args: {},
      prepare: async () => ({
        found: (looks += 1),
        ask: { subject: "same", question: { action: "do it", consequence: "For ever.", yes: "Yes, do it" } },
      }),
      run: async (found) => {
        seen.push(found);
        return { content: [] };
      },
    };
    const yes = { action: "accept", content: { decision: "Yes, do it" } };
    await made.guard.run(pushed(made.clock, [yes]), call);
    expect(seen).toEqual([2]);
  });

  it.each([
    ["declined", DECLINE],
    ["declined", NO],
    ["cancelled", { action: "cancel" }],
    ["not-yes", { action: "accept", content: {} }],
    ["not-yes", { action: "accept" }],
    ["client-failed", { action: "maybe" }],
    ["client-failed", undefined],
    ["client-failed", rejecting(new Error("dialog crashed"))],
    ["client-failed", rejecting({ code: -32_603, message: "Internal error" })],
    ["client-failed", rejecting(undefined)],
    ["timed-out", rejecting(new ElicitFailure("timed-out"))],
    ["cannot-ask", rejecting(new ElicitFailure("not-delivered"))],
  ])("does nothing, says %s and gives no token", async (why, answer) => {
    const made = world();
    const port = pushed(made.clock, [answer]);
    const result = await made.guard.run(port, made.call());
    expect(outcomeOf(result)).toBe(why);
    expect(textOf(result)).toContain("Nothing was changed.");
    expect(tokenIn(result)).toBe("");
    expect(made.prepared).toBe(1);
    expect(made.done).toEqual([]);
  });

  it("never asks again in the call that got a definite answer", async () => {
    const made = world();
    const port = pushed(made.clock, [NO, YES]);
    await made.guard.run(port, made.call());
    expect(port.asked).toHaveLength(1);
    expect(made.done).toEqual([]);
  });

  it("asks again when the target changed, and runs for the yes to what it is now", async () => {
    const made = world();
    const changing = () => {
      made.versions.set("a", 2);
      return YES;
    };
    const port = pushed(made.clock, [changing, YES]);
    await made.guard.run(port, made.call());
    expect(port.asked[1]).toMatch(/^This changed while you were deciding\.\n/u);
    expect(made.done).toEqual(["a"]);
  });

  it("gives up when the target changes under three questions", async () => {
    const made = world();
    let version = 1;
    const changing = () => {
      made.versions.set("a", (version += 1));
      return YES;
    };
    const port = pushed(made.clock, [changing, changing, changing, YES]);
    expect(outcomeOf(await made.guard.run(port, made.call()))).toBe("changed");
    expect(port.asked).toHaveLength(3);
    expect(made.done).toEqual([]);
  });

  it("does not run what needs no question any more after a yes", async () => {
    const made = world();
    const call = made.call();
    let looks = 0;
    const prepare = async () => ((looks += 1) === 1 ? call.prepare() : { found: "a", ask: null });
    const result = await made.guard.run(pushed(made.clock, [YES]), { ...call, prepare });
    expect(outcomeOf(result)).toBe("changed");
    expect(made.done).toEqual([]);
  });

  it("refuses after a yes what has become impossible meanwhile", async () => {
    const made = world();
    const call = made.call();
    const refuse = { content: [], isError: true };
    let looks = 0;
    const prepare = async () => ((looks += 1) === 1 ? call.prepare() : { refuse });
    expect(await made.guard.run(pushed(made.clock, [YES]), { ...call, prepare })).toBe(refuse);
    expect(made.done).toEqual([]);
  });

  it("takes nothing between the last look and the act", async () => {
    const made = world();
    const call = made.call();
    const order: string[] = [];
    const result = made.guard.run(pushed(made.clock, [YES]), {
      ...call,
      prepare: async () => {
        const prepared = await call.prepare();
        order.push("look");
        // The first turn hands over what was found; the second comes before the act if anything else is awaited.
        queueMicrotask(() => queueMicrotask(() => order.push("later")));
        return prepared;
      },
      run: async (found) => {
        order.push("act");
        return call.run(found);
      },
    });
    await result;
    expect(order.slice(-3)).toEqual(["look", "act", "later"]);
  });
});

describe("a call that is cancelled", () => {
  it("while the question is open does nothing, whatever the late answer says", async () => {
    const made = world();
    const controller = new AbortController();
    const port = pushed(made.clock, [
      () => {
        controller.abort();
        return YES;
      },
    ]);
    const result = await made.guard.run(port, made.call("a", { signal: controller.signal }));
    expect(outcomeOf(result)).toBe("call-cancelled");
    expect(made.done).toEqual([]);
  });

  it("is over at once even when the port overlooks the cancel, and frees its place", async () => {
    const made = world({ limits: { openQuestions: 1 } });
    const deaf: Port = { kind: "push", elicit: () => new Promise(() => {}) };
    for (let count = 0; count < 3; count += 1) {
      const controller = new AbortController();
      const running = made.guard.run(deaf, made.call("a", { signal: controller.signal }));
      await Promise.resolve();
      controller.abort();
      expect(outcomeOf(await running)).toBe("call-cancelled");
    }
  });

  it("while the question is open takes the late no for no answer either", async () => {
    const made = world();
    const controller = new AbortController();
    const abortThenDecline = () => {
      controller.abort();
      return DECLINE;
    };
    const call = made.call("a", { signal: controller.signal });
    expect(outcomeOf(await made.guard.run(pushed(made.clock, [abortThenDecline]), call))).toBe(
      "call-cancelled",
    );
    const next = pushed(made.clock, [YES]);
    await made.guard.run(next, made.call());
    expect(next.asked[0]).not.toContain("You said no");
  });

  it("while the target is read again does nothing", async () => {
    const made = world();
    const controller = new AbortController();
    const call = made.call("a", { signal: controller.signal });
    let looks = 0;
    const prepare = async () => {
      if ((looks += 1) === 2) controller.abort();
      return call.prepare();
    };
    const result = await made.guard.run(pushed(made.clock, [YES]), { ...call, prepare });
    expect(outcomeOf(result)).toBe("call-cancelled");
    expect(made.done).toEqual([]);
  });

  it("before it began asks nobody", async () => {
    const made = world();
    const port = pushed(made.clock, [YES]);
    const result = await made.guard.run(port, made.call("a", { signal: AbortSignal.abort() }));
    expect(outcomeOf(result)).toBe("call-cancelled");
    expect(port.asked).toEqual([]);
  });
});

describe("an answer that comes late", () => {
  it("does not count, even when the port hands it over", async () => {
    const made = world({ answerWithinMs: 60_000 });
    const result = await made.guard.run(pushed(made.clock, [YES], 60_001), made.call());
    expect(outcomeOf(result)).toBe("timed-out");
    expect(textOf(result)).toContain("within 1 minute");
    expect(made.done).toEqual([]);
  });

  it("counts as a time-out when the port only fails then", async () => {
    const made = world({ answerWithinMs: 60_000 });
    const port = pushed(made.clock, [rejecting(new Error("aborted"))], 60_000);
    expect(outcomeOf(await made.guard.run(port, made.call()))).toBe("timed-out");
  });
});

describe("a client without the method it announced", () => {
  const without = rejecting({ code: -32_601, message: "Method not found" });

  it("gets the token, with a sentence of its own, in the same call", async () => {
    const made = world();
    const result = await made.guard.run(pushed(made.clock, [without]), made.call());
    expect(outcomeOf(result)).toBe("token-issued");
    expect(textOf(result)).toContain("The client announced dialogs but has none, so nobody was asked.");
    expect(made.done).toEqual([]);
  });

  it("is remembered for its connection only", async () => {
    const made = world();
    const [connection, other] = [{}, {}];
    const first = await made.guard.run(pushed(made.clock, [without]), made.call("a", { connection }));
    const second = pushed(made.clock, [YES]);
    await made.guard.run(second, made.call("a", { connection, token: tokenIn(first) }));
    expect(second.asked).toEqual([]);
    expect(made.done).toEqual(["a"]);
    const third = pushed(made.clock, [NO]);
    await made.guard.run(third, made.call("b", { connection: other }));
    expect(third.asked).toHaveLength(1);
  });

  it("can spend its token although nothing is known of its connection", async () => {
    const made = world();
    const first = await made.guard.run(pushed(made.clock, [without]), made.call());
    await made.guard.run(pushed(made.clock, [without]), made.call("a", { token: tokenIn(first) }));
    expect(made.done).toEqual(["a"]);
  });

  it("is not believed when it has just answered a question", async () => {
    const made = world();
    const changing = () => {
      made.versions.set("a", 2);
      return YES;
    };
    const result = await made.guard.run(pushed(made.clock, [changing, without]), made.call());
    expect(outcomeOf(result)).toBe("client-failed");
    expect(made.done).toEqual([]);
  });

  it("is recognised by the code alone, own and numeric", async () => {
    const made = world();
    const inherited: unknown = Object.create({ code: -32_601 });
    for (const error of [inherited, { code: "-32601" }, { message: "Method not found" }]) {
      const result = await made.guard.run(pushed(made.clock, [rejecting(error)]), made.call());
      expect(outcomeOf(result)).toBe("client-failed");
    }
  });
});

describe("while a question is open", () => {
  it("shows a sign of life every 15 seconds and stops with the answer", async () => {
    const beats: (() => void)[] = [];
    const stopped = vi.fn<() => void>();
    const made = world({
      repeat: (everyMs, action) => {
        expect(everyMs).toBe(15_000);
        beats.push(action);
        return stopped;
      },
    });
    const waiting = vi.fn<() => void>();
    const answer = () => {
      beats[0]?.();
      beats[0]?.();
      expect(stopped).not.toHaveBeenCalled();
      return YES;
    };
    const port: Port = { ...pushed(made.clock, [answer]), waiting };
    await made.guard.run(port, made.call());
    expect(waiting).toHaveBeenCalledTimes(2);
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it("survives a sign of life that fails", async () => {
    const made = world({
      repeat: (_everyMs, action) => {
        action();
        return () => {};
      },
    });
    const port: Port = {
      ...pushed(made.clock, [YES]),
      waiting: () => {
        throw new Error("closed");
      },
    };
    await made.guard.run(port, made.call());
    expect(made.done).toEqual(["a"]);
  });

  it("tells the port how long to wait and when to stop", async () => {
    const made = world({ answerWithinMs: 120_000 });
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const port: Port = {
      kind: "push",
      elicit: async (_form, options) => {
        seen.push(options.timeoutMs, options.signal === signal);
        return NO;
      },
    };
    await made.guard.run(port, made.call("a", { signal }));
    expect(seen).toEqual([120_000, true]);
  });
});
