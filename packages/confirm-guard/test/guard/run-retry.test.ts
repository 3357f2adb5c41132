import { describe, expect, it } from "vitest";

import { createGuard, type GuardStore, type InputRequired, type Port } from "../../src/index.ts";
import {
  AUDIENCE,
  DECLINE,
  FRESH,
  isQuestion,
  messageIn,
  NO,
  outcomeOf,
  questionOf,
  retry,
  textOf,
  tokenIn,
  untyped,
  type World,
  world,
  YES,
  testClock,
} from "./world.ts";

const MINUTE = 60_000;

/** Asks, lets the person read, and comes back with the answer. */
async function askThenAnswer(made: World, answer: unknown, readingMs = 5_000) {
  const asked = questionOf(await made.guard.run(FRESH, made.call()));
  made.clock.pass(readingMs);
  return made.guard.run(retry(asked, answer), made.call());
}

describe("on 2026-07-28", () => {
  it("goes back with a question and does nothing", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    expect(asked.resultType).toBe("input_required");
    expect(Object.keys(asked.inputRequests)).toEqual(["confirm"]);
    expect(asked.inputRequests["confirm"]?.method).toBe("elicitation/create");
    expect(asked.requestState).toMatch(/^cg1\.[0-9a-f]{8}\.[\w-]+\.[\w-]{43}$/u);
    expect(made.done).toEqual([]);
  });

  it("runs once after the exact yes", async () => {
    const made = world();
    expect(textOf(await askThenAnswer(made, YES))).toBe("Deleted a.");
    expect(made.done).toEqual(["a"]);
    expect(made.prepared).toBe(2);
  });

  it.each([
    ["declined", DECLINE],
    ["declined", NO],
    ["cancelled", { action: "cancel" }],
    ["not-yes", { action: "accept" }],
    ["not-yes", { action: "accept", content: {} }],
    ["not-yes", { action: "accept", content: null }],
    ["not-yes", { action: "accept", content: { decision: true } }],
    ["not-yes", { action: "accept", content: { decision: "yes, delete it" } }],
    ["not-yes", { action: "accept", content: { decision: ["Yes, delete it"] } }],
    ["not-yes", { action: "accept", content: [{ decision: "Yes, delete it" }] }],
    ["client-failed", { action: "ACCEPT", content: YES.content }],
    ["client-failed", { content: YES.content }],
    ["client-failed", [YES]],
    ["client-failed", "accept"],
    ["client-failed", null],
  ])("does nothing and says %s for %j", async (why, answer) => {
    const made = world();
    const result = await askThenAnswer(made, answer);
    expect(outcomeOf(result)).toBe(why);
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain("Nothing was changed.");
    expect(made.done).toEqual([]);
  });

  it("counts a definite answer once, so that a no cannot be followed by a yes on the same question", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    made.clock.pass(5_000);
    expect(outcomeOf(await made.guard.run(retry(asked, DECLINE), made.call()))).toBe("declined");
    expect(outcomeOf(await made.guard.run(retry(asked, YES), made.call()))).toBe("asked");
    expect(made.done).toEqual([]);
  });

  it.each([
    ["an answer without a question", { kind: "retry", responses: { confirm: YES } }],
    ["an answer under another key", { kind: "retry", responses: { other: YES }, state: "x" }],
    ["an empty state", { kind: "retry", responses: { confirm: YES }, state: "" }],
    ["a state that is no text", { kind: "retry", responses: { confirm: YES }, state: { v: 1 } }],
    ["a state of another program", { kind: "retry", responses: { confirm: YES }, state: "v1.abc.def" }],
    ["responses that are a list", { kind: "retry", responses: [YES], state: "x" }],
  ] as [string, Port][])("asks afresh for %s", async (_name, port) => {
    const made = world();
    expect(outcomeOf(await made.guard.run(port, made.call()))).toBe("asked");
    expect(made.done).toEqual([]);
  });

  it("asks afresh when the state comes back without an answer, and the question still counts", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    const port: Port = { kind: "retry", responses: {}, state: asked.requestState };
    expect(outcomeOf(await made.guard.run(port, made.call()))).toBe("asked");
    await made.guard.run(retry(asked, YES), made.call());
    expect(made.done).toEqual(["a"]);
  });
});

describe("an approval is good once", () => {
  it("runs once when the same yes is sent twice", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    await made.guard.run(retry(asked, YES), made.call());
    expect(outcomeOf(await made.guard.run(retry(asked, YES), made.call()))).toBe("asked");
    expect(made.done).toEqual(["a"]);
  });

  it("runs once when the same yes is sent many times at once", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    const results = await Promise.all(
      Array.from({ length: 8 }, () => made.guard.run(retry(asked, YES), made.call())),
    );
    expect(made.done).toEqual(["a"]);
    expect(results.filter((result) => isQuestion(result))).toHaveLength(7);
  });

  it("keeps two questions apart that are open at a time", async () => {
    const made = world();
    const [first, second] = await Promise.all([
      made.guard.run(FRESH, made.call("a")).then(questionOf),
      made.guard.run(FRESH, made.call("b")).then(questionOf),
    ]);
    await made.guard.run(retry(second, YES), made.call("b"));
    await made.guard.run(retry(first, NO), made.call("a"));
    expect(made.done).toEqual(["b"]);
  });

  it("runs never after a restart, and once on two instances that share keys and store", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    const restarted = createGuard({
      server: made.guard.server,
      audience: AUDIENCE,
      elicitation: true,
      clock: made.clock,
      warn: () => {},
    });
    expect(outcomeOf(await restarted.run(retry(asked, YES), made.call()))).toBe("asked");
    expect(made.done).toEqual([]);

    const shared = { keys: [new Uint8Array(32).fill(7)], store: plainStore() };
    const left = world({ server: "shared-mcp", shared });
    const right = world({ server: "shared-mcp", shared });
    const both = questionOf(await left.guard.run(FRESH, left.call()));
    await Promise.all([
      left.guard.run(retry(both, YES), left.call()),
      right.guard.run(retry(both, YES), right.call()),
    ]);
    expect([...left.done, ...right.done]).toEqual(["a"]);
  });

  it("asks afresh when the store was flushed", async () => {
    const store = plainStore();
    const made = world({ shared: { keys: [new Uint8Array(32).fill(7)], store } });
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    store.entries.clear();
    expect(outcomeOf(await made.guard.run(retry(asked, YES), made.call()))).toBe("asked");
    expect(made.done).toEqual([]);
  });

  it("asks afresh when the pending question was pushed out of memory", async () => {
    const made = world({ limits: { pending: 1 } });
    const asked = questionOf(await made.guard.run(FRESH, made.call("a")));
    await made.guard.run(FRESH, made.call("b"));
    expect(outcomeOf(await made.guard.run(retry(asked, YES), made.call("a")))).toBe("asked");
    expect(made.done).toEqual([]);
  });

  it("opens what an older key sealed, and not what an unknown one did", async () => {
    const store = plainStore();
    const old = new Uint8Array(32).fill(1);
    const fresh = new Uint8Array(32).fill(2);
    const before = world({ server: "rotating-mcp", shared: { keys: [old], store } });
    const after = world({ server: "rotating-mcp", shared: { keys: [fresh, old], store } });
    const later = world({ server: "rotating-mcp", shared: { keys: [fresh], store } });
    const first = questionOf(await before.guard.run(FRESH, before.call()));
    await after.guard.run(retry(first, YES), after.call());
    expect(after.done).toEqual(["a"]);
    const second = questionOf(await before.guard.run(FRESH, before.call()));
    expect(outcomeOf(await later.guard.run(retry(second, YES), later.call()))).toBe("asked");
    expect(later.done).toEqual([]);
  });
});

describe("an approval fits one act only", () => {
  const asUser = (principal: string) => ({ principal });

  it.each([
    ["another argument", { args: { id: "a", force: true } }],
    ["an argument left out", { args: {} }],
    ["another tool", { tool: "delete_notebook" }],
    ["another account", { audience: ["https://notes.example.org", "bob"] }],
    ["another person", asUser("bob")],
  ])("asks afresh for %s", async (_name, changes) => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call("a", asUser("ada"))));
    const other = made.call("a", { ...asUser("ada"), ...changes });
    expect(outcomeOf(await made.guard.run(retry(asked, YES), other))).toBe("asked");
    expect(made.done).toEqual([]);
  });

  it("asks afresh on another server", async () => {
    const shared = { keys: [new Uint8Array(32).fill(7)], store: plainStore() };
    const left = world({ server: "left-mcp", shared });
    const right = world({ server: "right-mcp", shared });
    const asked = questionOf(await left.guard.run(FRESH, left.call()));
    expect(outcomeOf(await right.guard.run(retry(asked, YES), right.call()))).toBe("asked");
    expect(right.done).toEqual([]);
  });

  it("says that the target changed when a yes comes back for its old version", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    made.versions.set("a", 2);
    const again = await made.guard.run(retry(asked, YES), made.call());
    expect(messageIn(again)).toMatch(/^This changed while you were deciding\.\n/u);
    expect(made.done).toEqual([]);
    await made.guard.run(retry(questionOf(again), YES), made.call());
    expect(made.done).toEqual(["a"]);
  });

  it("takes a no for the old version as a no", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    made.versions.set("a", 2);
    made.clock.pass(5_000);
    expect(outcomeOf(await made.guard.run(retry(asked, NO), made.call()))).toBe("declined");
  });

  it("does not run what needs no question any more", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    const unasked = made.call("a", { prepare: async () => ({ found: "a", ask: null }) });
    expect(outcomeOf(await made.guard.run(retry(asked, YES), unasked))).toBe("changed");
    expect(made.done).toEqual([]);
    await made.guard.run(FRESH, unasked);
    expect(made.done).toEqual(["a"]);
  });

  it("is not fooled by arguments that the program changes while a person reads", async () => {
    const made = world();
    const args = { id: "a", to: "work" };
    const asked = questionOf(await made.guard.run(FRESH, made.call("a", { args })));
    args.to = "public";
    expect(outcomeOf(await made.guard.run(retry(asked, YES), made.call("a", { args })))).toBe("asked");
    expect(made.done).toEqual([]);
  });
});

describe("time", () => {
  it.each([
    ["just in time", 10 * MINUTE - 1, "run"],
    ["too late", 10 * MINUTE, "asked"],
  ])("an answer that comes %s", async (_name, readingMs, outcome) => {
    const made = world();
    const result = await askThenAnswer(made, YES, readingMs);
    expect(made.done.length === 1 ? "run" : outcomeOf(result)).toBe(outcome);
  });

  it.each([
    ["back", -60 * MINUTE],
    ["forward", 60 * MINUTE],
  ])("asks afresh when the clock was set %s an hour", async (_name, delta) => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    made.clock.setWall(delta);
    expect(outcomeOf(await made.guard.run(retry(asked, YES), made.call()))).toBe("asked");
    expect(made.done).toEqual([]);
  });

  it("does not let a clock that is set back lengthen the life of a question", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    made.clock.pass(11 * MINUTE);
    made.clock.setWall(-11 * MINUTE);
    expect(outcomeOf(await made.guard.run(retry(asked, YES), made.call()))).toBe("asked");
    expect(made.done).toEqual([]);
  });

  it("never runs twice around a clock that is set back", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    await made.guard.run(retry(asked, YES), made.call());
    for (const delta of [-60 * MINUTE, 30 * MINUTE, 30 * MINUTE]) {
      made.clock.setWall(delta);
      await made.guard.run(retry(asked, YES), made.call());
    }
    expect(made.done).toEqual(["a"]);
  });
});

describe("a store that fails", () => {
  const shared = (store: GuardStore) => ({ keys: [new Uint8Array(32).fill(9)], store });
  const broken = async (): Promise<never> => {
    throw new Error("redis: connection refused at 10.0.0.1");
  };

  it("is not asked and not run when the question cannot be noted", async () => {
    const made = world({ shared: shared({ put: broken, take: async () => undefined }) });
    const result = await made.guard.run(FRESH, made.call());
    expect(outcomeOf(result)).toBe("store-failed");
    expect(textOf(result)).toBe(
      "The store of open questions failed, so nobody was asked. Nothing was changed.",
    );
    expect(made.done).toEqual([]);
  });

  it("does not use a yes that cannot be taken, and says so", async () => {
    const store = plainStore();
    const made = world({ shared: shared({ ...store, take: broken }) });
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    const result = await made.guard.run(retry(asked, YES), made.call());
    expect(outcomeOf(result)).toBe("store-failed");
    expect(textOf(result)).toBe(
      "The store of open questions failed, so the answer was not used. Nothing was changed.",
    );
    expect(made.done).toEqual([]);
  });

  it("is not blamed for what else goes wrong: the guard's own sources fail as themselves", async () => {
    let gone = false;
    const failing = <Value>(value: () => Value): Value => {
      if (gone) throw new Error("a source of the guard broke");
      return value();
    };
    const clock = testClock();
    const made = world({
      clock: { ...clock, now: () => failing(clock.now) },
      random: (bytes) => failing(() => new Uint8Array(bytes).fill(7)),
    });
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    gone = true;
    for (const port of [FRESH, retry(asked, YES)])
      await expect(made.guard.run(port, made.call())).rejects.toThrow("a source of the guard broke");
    expect(made.events.map(({ outcome }) => outcome)).toEqual(["asked"]);
    expect(made.done).toEqual([]);
  });

  it.each([["another text"], [""], [null], [7], [{ full: "x" }]])(
    "asks afresh when the store answers %j",
    async (value) => {
      const lying = { put: async () => {}, take: async () => untyped(value) };
      const made = world({ shared: shared(lying) });
      const asked = questionOf(await made.guard.run(FRESH, made.call()));
      expect(outcomeOf(await made.guard.run(retry(asked, YES), made.call()))).toBe("asked");
      expect(made.done).toEqual([]);
    },
  );
});

describe("what can be refused without a person", () => {
  it("is refused before anybody is asked", async () => {
    const made = world();
    const refusal = { content: [{ type: "text" as const, text: "No such note." }], isError: true };
    const call = made.call("a", { prepare: async () => ({ refuse: refusal }) });
    expect(await made.guard.run(FRESH, call)).toBe(refusal);
    expect(made.events).toEqual([]);
  });

  it("lets an error of prepare through and runs nothing", async () => {
    const made = world();
    const call = made.call("a", { prepare: () => Promise.reject(new Error("backend is down")) });
    await expect(made.guard.run(FRESH, call)).rejects.toThrow("backend is down");
    expect(made.done).toEqual([]);
  });
});

describe("a cancelled call", () => {
  it("does not run when it was cancelled while the target was read", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    const controller = new AbortController();
    const call = made.call();
    const cancelled = {
      ...call,
      signal: controller.signal,
      prepare: async () => {
        const prepared = await call.prepare();
        controller.abort();
        return prepared;
      },
    };
    expect(outcomeOf(await made.guard.run(retry(asked, YES), cancelled))).toBe("call-cancelled");
    expect(made.done).toEqual([]);
  });
});

describe("arguments and subjects", () => {
  it.each([
    ["a date", { when: new Date(0) }],
    ["a map", { ids: new Map() }],
    ["a big number", { n: 1n }],
    ["not a number", { n: Number.NaN }],
    ["a hole", { ids: Object.assign([], { length: 2 }) }],
    ["undefined in a list", { ids: [undefined] }],
    ["half a character", { name: "\ud83d" }],
  ])("refuse %s at once", async (_name, args) => {
    const made = world();
    const bad = made.call("a", { args: untyped(args) });
    await expect(made.guard.run(FRESH, bad)).rejects.toMatchObject({
      name: "GuardUsageError",
      code: "not-json",
    });
    expect(made.prepared).toBe(0);
  });

  it("refuse a subject that JSON cannot carry", async () => {
    const made = world();
    const prepare = async () => ({
      found: "a",
      ask: { subject: untyped({ at: new Date(0) }), question: { action: "x", consequence: "y", yes: "z" } },
    });
    await expect(made.guard.run(FRESH, made.call("a", { prepare }))).rejects.toMatchObject({
      code: "not-json",
    });
  });
});

describe("a token", () => {
  it("is ignored where a dialog is possible, and not spent", async () => {
    const made = world();
    const first = await made.guard.run({ kind: "none", reason: "no-capability" }, made.call());
    const token = tokenIn(first);
    expect(outcomeOf(await made.guard.run(FRESH, made.call("a", { token })))).toBe("asked");
    await made.guard.run({ kind: "none", reason: "no-capability" }, made.call("a", { token }));
    expect(made.done).toEqual(["a"]);
  });
});

function plainStore(): GuardStore & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    put: async (key, value) => void entries.set(key, value),
    take: async (key) => {
      const value = entries.get(key);
      entries.delete(key);
      return value;
    },
  };
}

// The state of a question never holds what was asked.
describe("the state that travels through the client", () => {
  it("names neither account nor arguments", async () => {
    const made = world();
    const asked: InputRequired = questionOf(await made.guard.run(FRESH, made.call("secret-note-id")));
    const body = Buffer.from(asked.requestState.split(".")[2] ?? "", "base64url").toString("utf8");
    expect(body).not.toMatch(/secret-note-id|lovelace|notes\.example|delete_note/u);
    expect(Object.keys(JSON.parse(body))).toEqual(["k", "n", "c", "f", "i", "e", "p"]);
  });
});
