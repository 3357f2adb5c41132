import { describe, expect, it } from "vitest";

import type { GuardStore, Port } from "../../src/index.ts";
import { FRESH, NOBODY, outcomeOf, QUESTION, retry, textOf, tokenIn, world, YES } from "./world.ts";

const MINUTE = 60_000;

describe("where no dialog is possible", () => {
  it("gives a token in the first call and runs in the second", async () => {
    const made = world();
    const first = await made.guard.run(NOBODY, made.call());
    expect(outcomeOf(first)).toBe("token-issued");
    expect(first).toMatchObject({ isError: true });
    expect(tokenIn(first)).toMatch(/^[\w-]{22}$/u);
    expect(made.done).toEqual([]);
    await made.guard.run(NOBODY, made.call("a", { token: tokenIn(first) }));
    expect(made.done).toEqual(["a"]);
  });

  it("says everything the dialog would say, and how little the token proves", async () => {
    const made = world();
    const prepare = async () => ({
      found: "a",
      ask: {
        subject: "a",
        question: {
          ...QUESTION,
          facts: { "Comments on it": 3 },
          callerValues: { Note: { path: "/notes/a" } },
        },
      },
    });
    const text = textOf(await made.guard.run(NOBODY, made.call("a", { prepare })));
    expect(text).toContain(`${made.guard.server}: delete a note.`);
    expect(text).toContain("There is no copy.");
    expect(text).toContain("Comments on it: 3");
    expect(text).toContain("Values below come from the caller, not from this server:\n  Note: /notes/a");
    expect(text).toContain("within 5 minutes");
    expect(text).toContain(
      "It proves only that the call was made twice with the same arguments, and nothing more",
    );
    expect(text).toContain("nobody has approved anything");
    expect(text).toContain("Nothing was changed.");
  });

  it.each([
    ["no-capability", "The client cannot show a dialog, so nobody was asked."],
    ["url-only", "The client can open links but cannot show a dialog, so nobody was asked."],
    ["nobody-connected", "This connection has no way back to a person"],
    ["not-implemented", "The client announced dialogs but has none, so nobody was asked."],
  ] as const)("says honestly why nobody was asked: %s", async (reason, sentence) => {
    const made = world();
    expect(textOf(await made.guard.run({ kind: "none", reason }, made.call()))).toContain(sentence);
  });

  it("treats an empty token as none", async () => {
    const made = world();
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", { token: "" })))).toBe("token-issued");
  });
});

describe("switched off by the operator", () => {
  it.each([
    ["a client that can be pushed", { kind: "push", elicit: async () => YES }],
    ["a client on 2026-07-28", FRESH],
  ] as [string, Port][])("never asks %s and names the server, not the switch", async (_name, port) => {
    const made = world({ elicitation: false });
    const result = await made.guard.run(port, made.call());
    expect(outcomeOf(result)).toBe("token-issued");
    expect(textOf(result)).toContain(
      `${made.guard.server} was started with the dialog off, so nobody was asked.`,
    );
    expect(textOf(result)).not.toMatch(/ELICITATION/iu);
    expect(made.done).toEqual([]);
  });

  it("does not take a yes to a question from before", async () => {
    const made = world({ elicitation: false });
    const port: Port = { kind: "retry", responses: { confirm: YES }, state: "cg1.x" };
    expect(outcomeOf(await made.guard.run(port, made.call()))).toBe("token-issued");
    const unasked = made.call("a", { prepare: async () => ({ found: "a", ask: null }) });
    expect(outcomeOf(await made.guard.run(port, unasked))).toBe("changed");
  });
});

describe("a token", () => {
  it("is good once, also when it is sent twice at once", async () => {
    const made = world();
    const token = tokenIn(await made.guard.run(NOBODY, made.call()));
    const results = await Promise.all([
      made.guard.run(NOBODY, made.call("a", { token })),
      made.guard.run(NOBODY, made.call("a", { token })),
    ]);
    expect(made.done).toEqual(["a"]);
    expect(results.map(outcomeOf).filter((why) => why === "wrong-token")).toHaveLength(1);
  });

  it.each([
    ["other arguments", { args: { id: "b" } }],
    ["a widened set", { args: { ids: ["a", "b"] } }],
    ["another tool", { tool: "delete_notebook" }],
    ["another account", { audience: "elsewhere" }],
    ["another person", { principal: "bob" }],
  ])("is refused and spent with %s", async (_name, changes) => {
    const made = world();
    const token = tokenIn(await made.guard.run(NOBODY, made.call()));
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", { ...changes, token })))).toBe(
      "wrong-token",
    );
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", { token })))).toBe("wrong-token");
    expect(made.done).toEqual([]);
  });

  it("is refused when the target has changed", async () => {
    const made = world();
    const token = tokenIn(await made.guard.run(NOBODY, made.call()));
    made.versions.set("a", 2);
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", { token })))).toBe("wrong-token");
    expect(made.done).toEqual([]);
  });

  it("is refused once its minutes are over, whatever the wall clock says", async () => {
    const made = world();
    const token = tokenIn(await made.guard.run(NOBODY, made.call()));
    made.clock.pass(5 * MINUTE);
    made.clock.setWall(-5 * MINUTE);
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", { token })))).toBe("wrong-token");
    expect(made.done).toEqual([]);
  });

  it.each(["x", "a".repeat(128), "ask:AAAAAAAAAAAAAAAA", "é".repeat(22), "confirm", "null"])(
    "that was made up (%s) is refused without a look into the store",
    async (token) => {
      let looks = 0;
      const store: GuardStore = {
        put: async () => {},
        take: async () => {
          looks += 1;
          return undefined;
        },
      };
      const made = world({ shared: { keys: [new Uint8Array(32)], store } });
      expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", { token })))).toBe("wrong-token");
      expect(looks).toBe(0);
    },
  );

  it("is no state, and a state is no token", async () => {
    const made = world();
    const token = tokenIn(await made.guard.run(NOBODY, made.call()));
    const port: Port = { kind: "retry", responses: { confirm: YES }, state: token };
    expect(outcomeOf(await made.guard.run(port, made.call()))).toBe("asked");
    const asked = await made.guard.run(FRESH, made.call());
    const state = "requestState" in asked ? asked.requestState : "";
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", { token: state })))).toBe("wrong-token");
    if ("requestState" in asked) await made.guard.run(retry(asked, YES), made.call());
    expect(made.done).toEqual(["a"]);
  });

  it("does not displace another that is pending for the same act", async () => {
    const made = world();
    const first = tokenIn(await made.guard.run(NOBODY, made.call()));
    const second = tokenIn(await made.guard.run(NOBODY, made.call()));
    await made.guard.run(NOBODY, made.call("a", { token: first }));
    await made.guard.run(NOBODY, made.call("a", { token: second }));
    expect(made.done).toEqual(["a", "a"]);
  });

  it("is the oldest to go when more than a hundred wait, and questions do not push it out", async () => {
    const made = world({ limits: { questionsPer10Min: 1_000 } });
    const tokens: string[] = [];
    for (let index = 0; index <= 100; index += 1) {
      tokens.push(tokenIn(await made.guard.run(NOBODY, made.call())));
      await made.guard.run(FRESH, made.call());
    }
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", { token: tokens[0] })))).toBe("wrong-token");
    await made.guard.run(NOBODY, made.call("a", { token: tokens[1] }));
    expect(made.done).toEqual(["a"]);
  });

  it("of one principal is not pushed out by those of another", async () => {
    const made = world();
    const bob = { principal: "bob" };
    const token = tokenIn(await made.guard.run(NOBODY, made.call("a", bob)));
    for (let index = 0; index <= 100; index += 1)
      await made.guard.run(NOBODY, made.call("a", { principal: "ada" }));
    await made.guard.run(NOBODY, made.call("a", { ...bob, token }));
    expect(made.done).toEqual(["a"]);
  });

  it("does not run what needs no question any more", async () => {
    const made = world();
    const token = tokenIn(await made.guard.run(NOBODY, made.call()));
    const unasked = made.call("a", { token, prepare: async () => ({ found: "a", ask: null }) });
    expect(outcomeOf(await made.guard.run(NOBODY, unasked))).toBe("changed");
    expect(made.done).toEqual([]);
  });

  it("does not stand in the store", async () => {
    const kept: string[] = [];
    const store: GuardStore = {
      put: async (key, value) => void kept.push(key, value),
      take: async () => undefined,
    };
    const made = world({ shared: { keys: [new Uint8Array(32)], store } });
    const token = tokenIn(await made.guard.run(NOBODY, made.call("a", { principal: "hopper@example.org" })));
    expect(kept).toHaveLength(2);
    expect(kept.join(" ")).not.toContain(token);
    expect(kept.join(" ")).not.toMatch(/hopper|lovelace/u);
  });

  it("is not given and not used when the store fails", async () => {
    const broken = () => Promise.reject(new Error("down"));
    const made = world({ shared: { keys: [new Uint8Array(32)], store: { put: broken, take: broken } } });
    expect(outcomeOf(await made.guard.run(NOBODY, made.call()))).toBe("store-failed");
    const token = "A".repeat(22);
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", { token })))).toBe("store-failed");
    expect(made.done).toEqual([]);
  });

  it("works on another instance that shares keys and store, also after a change of keys", async () => {
    const entries = new Map<string, string>();
    const store: GuardStore = {
      put: async (key, value) => void entries.set(key, value),
      take: async (key) => {
        const value = entries.get(key);
        entries.delete(key);
        return value;
      },
    };
    const [old, fresh] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const before = world({ server: "token-mcp", shared: { keys: [old], store } });
    const after = world({ server: "token-mcp", shared: { keys: [fresh, old], store } });
    const token = tokenIn(await before.guard.run(NOBODY, before.call()));
    await after.guard.run(NOBODY, after.call("a", { token }));
    expect(after.done).toEqual(["a"]);
  });
});
