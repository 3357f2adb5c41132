import { describe, expect, it } from "vitest";

import { ElicitFailure, type GuardedCall, type Port } from "../../src/index.ts";
import {
  DECLINE,
  FRESH,
  NO,
  NOBODY,
  outcomeOf,
  pushed,
  questionOf,
  retry,
  textOf,
  tokenIn,
  type World,
  world,
  YES,
} from "./world.ts";

const MINUTE = 60_000;
const URL_ONLY: Port = { kind: "none", reason: "url-only" };

/** What a call without dialogs gets, and what it gets with a token that was issued before. */
async function withoutDialogs(made: World, token: string, call: Partial<GuardedCall<string>> = {}) {
  const fresh = await made.guard.run(NOBODY, made.call("a", call));
  const spent = await made.guard.run(NOBODY, made.call("a", { ...call, token }));
  return { fresh, outcomes: [outcomeOf(fresh), outcomeOf(spent)] };
}

describe("a dialog that a person got rid of is not replaced by a token", () => {
  it("after one no, with the words that fit it", async () => {
    const made = world();
    const token = tokenIn(await made.guard.run(NOBODY, made.call()));
    await made.guard.run(pushed(made.clock, [NO]), made.call());
    const { fresh, outcomes } = await withoutDialogs(made, token);
    expect(outcomes).toEqual(["recently-declined", "recently-declined"]);
    expect(textOf(fresh)).toBe(
      "The person has said no to this once in the last 10 minutes and was not asked again. Nothing was changed.",
    );
    expect(made.done).toEqual([]);
  });

  it("after two, on 2026-07-28", async () => {
    const made = world();
    for (let count = 0; count < 2; count += 1) {
      const asked = questionOf(await made.guard.run(FRESH, made.call()));
      made.clock.pass(2_000);
      await made.guard.run(retry(asked, DECLINE), made.call());
    }
    const { fresh, outcomes } = await withoutDialogs(made, "A".repeat(22));
    expect(outcomes).toEqual(["recently-declined", "recently-declined"]);
    expect(textOf(fresh)).toContain("has said no to this twice");
  });

  it.each<[string, unknown]>([
    ["closing it", { action: "cancel" }],
    ["an accept without the yes", { action: "accept", content: {} }],
    ["an answer that is none", { action: "later" }],
    ["a failing client", () => Promise.reject(new Error("the dialog crashed"))],
    ["a time-out", () => Promise.reject(new ElicitFailure("timed-out"))],
  ])("after %s", async (_name, answer) => {
    const made = world();
    const token = tokenIn(await made.guard.run(NOBODY, made.call()));
    await made.guard.run(pushed(made.clock, [answer]), made.call());
    const { fresh, outcomes } = await withoutDialogs(made, token);
    expect(outcomes).toEqual(["recently-declined", "recently-declined"]);
    expect(textOf(fresh)).toBe(
      "A question about this ended without a yes in the last 10 minutes, and a confirm_token cannot take its place. Nothing was changed.",
    );
    expect(made.done).toEqual([]);
  });

  it("after a call that was cancelled while the question was open", async () => {
    const made = world();
    const cancelling = new AbortController();
    const port = pushed(made.clock, [
      () => {
        cancelling.abort();
        return new Promise(() => {});
      },
    ]);
    await made.guard.run(port, made.call("a", { signal: cancelling.signal }));
    expect((await withoutDialogs(made, "")).outcomes).toEqual(["recently-declined", "recently-declined"]);
  });

  it("for a new session of the same person, and is for somebody else", async () => {
    const made = world();
    const ada = { principal: "session 1", person: "ada" };
    await made.guard.run(pushed(made.clock, [NO]), made.call("a", ada));
    const again = { principal: "session 2", person: "ada" };
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", again)))).toBe("recently-declined");
    const bob = { principal: "session 3", person: "bob" };
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", bob)))).toBe("token-issued");
  });

  it("for ten minutes, until a yes, and only for this thing", async () => {
    const made = world();
    await made.guard.run(pushed(made.clock, [NO]), made.call());
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("b")))).toBe("token-issued");
    await made.guard.run(pushed(made.clock, [YES]), made.call());
    expect(outcomeOf(await made.guard.run(NOBODY, made.call()))).toBe("token-issued");
    await made.guard.run(pushed(made.clock, [NO]), made.call());
    made.clock.pass(10 * MINUTE - 1);
    expect(outcomeOf(await made.guard.run(NOBODY, made.call()))).toBe("recently-declined");
    made.clock.pass(1);
    expect(outcomeOf(await made.guard.run(NOBODY, made.call()))).toBe("token-issued");
  });

  it.each<[string, unknown]>([
    ["answered faster than anybody reads", DECLINE],
    ["failed faster than anybody reads", () => Promise.reject(new Error("no window"))],
    ["never reached the client", () => Promise.reject(new ElicitFailure("not-delivered"))],
  ])("but one that %s was not seen by anybody", async (_name, answer) => {
    const made = world();
    await made.guard.run(pushed(made.clock, [answer], 299), made.call());
    expect(outcomeOf(await made.guard.run(NOBODY, made.call()))).toBe("token-issued");
  });

  it("and a client without the method still gets one", async () => {
    const made = world();
    const port = pushed(made.clock, [() => Promise.reject(new ElicitFailure("not-implemented"))]);
    expect(outcomeOf(await made.guard.run(port, made.call("a", { connection: {} })))).toBe("token-issued");
  });
});

describe("a connection that takes its dialogs back", () => {
  it("gets no token for anything, whatever it was asked", async () => {
    const made = world();
    const connection = {};
    const token = tokenIn(await made.guard.run(NOBODY, made.call("b")));
    await made.guard.run(pushed(made.clock, [YES]), made.call("a", { connection }));
    for (const port of [NOBODY, URL_ONLY])
      for (const more of [{}, { token }]) {
        const result = await made.guard.run(port, made.call("b", { connection, ...more }));
        expect(outcomeOf(result)).toBe("cannot-ask");
      }
    expect(made.done).toEqual(["a"]);
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("b", { connection: {} })))).toBe("token-issued");
    made.clock.pass(10 * MINUTE);
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("b", { connection })))).toBe("token-issued");
  });

  it("while a question is still open gets none either", async () => {
    const made = world();
    const connection = {};
    const open = Promise.withResolvers<unknown>();
    const port: Port = { kind: "push", elicit: () => open.promise };
    const call = made.guard.run(port, made.call("a", { connection }));
    expect(outcomeOf(await made.guard.run(NOBODY, made.call("a", { connection })))).toBe("cannot-ask");
    open.resolve(NO);
    await call;
    expect(made.done).toEqual([]);
  });

  it("may have had none to begin with: a client without the method gets its token on every call", async () => {
    const made = world();
    const connection = {};
    const port = pushed(made.clock, [() => Promise.reject(new ElicitFailure("not-implemented"))]);
    await made.guard.run(port, made.call("a", { connection }));
    for (const next of [port, NOBODY])
      expect(outcomeOf(await made.guard.run(next, made.call("a", { connection })))).toBe("token-issued");
  });
});
