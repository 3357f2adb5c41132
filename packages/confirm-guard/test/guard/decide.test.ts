import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Came, decide, isCurrent, type Situation } from "../../src/decide.ts";

const CALL = "call-digest";
const FULL = "full-digest";

const situation = (changes: Partial<Situation> = {}): Situation => ({
  channel: "dialog",
  came: { kind: "nothing" },
  carried: false,
  cancelled: false,
  target: { call: CALL, full: FULL },
  asked: 0,
  recentNo: { count: 0, agoMs: 0 },
  dismissed: false,
  droppedDialogs: false,
  declines: 2,
  roomToAsk: true,
  ...changes,
});

const answer = (
  verdict: "yes" | "declined" | "cancelled" | "not-yes" | "client-failed",
  full = FULL,
  call = CALL,
): Came => ({
  kind: "answer",
  call,
  full,
  verdict,
});

describe("a call that needs no question", () => {
  it("runs when it brought nothing along", () => {
    expect(decide(situation({ target: null }))).toEqual({ do: "run", by: undefined });
  });

  it("does not run on the strength of something that belonged to a question", () => {
    expect(decide(situation({ target: null, carried: true }))).toEqual({ do: "stop", why: "changed" });
  });
});

describe("a call with a dialog", () => {
  it.each([
    ["nothing", { kind: "nothing" }, { do: "ask", changed: false }],
    ["a yes to exactly this", answer("yes"), { do: "run", by: "dialog" }],
    ["a yes to this call when its target has changed", answer("yes", "old"), { do: "ask", changed: true }],
    ["a yes to another call", answer("yes", FULL, "other"), { do: "ask", changed: false }],
    ["a no to another call", answer("declined", "old", "other"), { do: "ask", changed: false }],
    ["a no", answer("declined"), { do: "stop", why: "declined" }],
    ["a no to the target as it was", answer("declined", "old"), { do: "stop", why: "declined" }],
    ["a closed question", answer("cancelled"), { do: "stop", why: "cancelled" }],
    ["something that is not the yes", answer("not-yes"), { do: "stop", why: "not-yes" }],
    ["something that is no answer", answer("client-failed"), { do: "stop", why: "client-failed" }],
    ["a token, which does not count here", { kind: "token", full: FULL }, { do: "ask", changed: false }],
  ] as const)("with %s", (_name, came, step) => {
    expect(decide(situation({ came }))).toEqual(step);
  });

  it("tells a person who said no a moment ago that they did", () => {
    const recentNo = { count: 1, agoMs: 12_000 };
    expect(decide(situation({ recentNo }))).toEqual({ do: "ask", changed: false, declinedAgoMs: 12_000 });
  });

  it("leaves a person alone who said no twice", () => {
    const step = decide(situation({ recentNo: { count: 2, agoMs: 1 } }));
    expect(step).toEqual({ do: "stop", why: "recently-declined" });
  });

  it("does not ask beyond the limits", () => {
    expect(decide(situation({ roomToAsk: false }))).toEqual({ do: "stop", why: "too-many" });
  });

  it("gives up after three questions about something that keeps changing", () => {
    expect(decide(situation({ came: answer("yes", "old"), asked: 2 }))).toEqual({ do: "ask", changed: true });
    expect(decide(situation({ came: answer("yes", "old"), asked: 3 }))).toEqual({
      do: "stop",
      why: "changed",
    });
  });

  it("still runs on a fitting yes when no further question would be allowed", () => {
    const full = situation({
      came: answer("yes"),
      roomToAsk: false,
      recentNo: { count: 2, agoMs: 1 },
      asked: 3,
    });
    expect(decide(full)).toEqual({ do: "run", by: "dialog" });
  });
});

describe("a call without a dialog", () => {
  it.each([
    ["nothing", { kind: "nothing" }, { do: "issue-token" }],
    ["an answer, which does not count here", answer("yes"), { do: "issue-token" }],
    ["the token for exactly this", { kind: "token", full: FULL }, { do: "run", by: "token" }],
    ["a token for something else", { kind: "token", full: "other" }, { do: "stop", why: "wrong-token" }],
    ["a token that opens nothing", { kind: "token", full: undefined }, { do: "stop", why: "wrong-token" }],
  ] as const)("with %s", (_name, came, step) => {
    expect(decide(situation({ channel: "none", came }))).toEqual(step);
  });

  const LATELY = { recentNo: { count: 1, agoMs: 1 } };
  it.each([
    ["the person said no once", LATELY, "recently-declined"],
    ["the person got rid of the dialog in another way", { dismissed: true }, "recently-declined"],
    ["the connection had dialogs a moment ago", { droppedDialogs: true }, "cannot-ask"],
  ] as const)("gives no token and takes none when %s", (_name, changes, why) => {
    for (const came of [{ kind: "nothing" }, { kind: "token", full: FULL }] as const)
      expect(decide(situation({ channel: "none", came, ...changes }))).toEqual({ do: "stop", why });
  });
});

/** What may lead to a run, written down apart from the code that decides. */
function reasonsToRun(given: Situation): unknown[] {
  const { target, carried, channel, came } = given;
  if (target === null) return carried ? [] : [undefined];
  const fits = came.kind !== "nothing" && came.full === target.full;
  const said = came.kind === "answer" && came.call === target.call && came.verdict === "yes";
  if (channel === "dialog") return fits && said ? ["dialog"] : [];
  if (given.recentNo.count > 0 || given.dismissed || given.droppedDialogs) return [];
  return fits && came.kind === "token" ? ["token"] : [];
}

describe("in every situation", () => {
  const digest = fc.constantFrom("one", "two", "three");
  const came: fc.Arbitrary<Came> = fc.oneof(
    fc.constant<Came>({ kind: "nothing" }),
    fc.record({
      kind: fc.constant("answer" as const),
      call: digest,
      full: digest,
      verdict: fc.constantFrom("yes", "declined", "cancelled", "not-yes", "client-failed"),
    }),
    fc.record({ kind: fc.constant("token" as const), full: fc.option(digest, { nil: undefined }) }),
  );
  const anySituation: fc.Arbitrary<Situation> = fc.record({
    channel: fc.constantFrom("dialog", "none"),
    came,
    carried: fc.boolean(),
    cancelled: fc.boolean(),
    target: fc.option(fc.record({ call: digest, full: digest }), { nil: null }),
    asked: fc.nat(4),
    recentNo: fc.record({ count: fc.nat(3), agoMs: fc.nat(600_000) }),
    dismissed: fc.boolean(),
    droppedDialogs: fc.boolean(),
    declines: fc.integer({ min: 1, max: 3 }),
    roomToAsk: fc.boolean(),
  });

  it("runs only on a fitting yes, a fitting token, or where nothing was to be asked", () => {
    fc.assert(
      fc.property(anySituation, (given) => {
        const step = decide(given);
        fc.pre(step.do === "run");
        expect(given.cancelled).toBe(false);
        expect(reasonsToRun(given)).toContain(step.do === "run" ? step.by : "nothing");
      }),
      { numRuns: 5_000 },
    );
  });

  it("never asks and never issues a token once the call is cancelled", () => {
    fc.assert(
      fc.property(anySituation, (given) => {
        expect(decide({ ...given, cancelled: true })).toEqual({ do: "stop", why: "call-cancelled" });
      }),
    );
  });
});

describe("an opened seal", () => {
  const body = { nonce: "n", call: CALL, full: FULL, issued: 1_000, expires: 601_000, principal: "p" };
  const check = { now: 1_000, answerWithinMs: 600_000, principal: "p" };

  it.each([
    ["at once", {}, true],
    ["a moment before it runs out", { now: 600_999 }, true],
    ["when it runs out", { now: 601_000 }, false],
    ["when the clock of another instance is a minute ahead", { now: 1_000 - 60_000 }, true],
    ["when the clock was set back further than that", { now: 1_000 - 60_001 }, false],
    ["for somebody else", { principal: "q" }, false],
  ] as const)("%s", (_name, changes, current) => {
    expect(isCurrent(body, { ...check, ...changes })).toBe(current);
  });
});
