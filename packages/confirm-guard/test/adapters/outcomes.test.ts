import { describe, expect, it } from "vitest";

import type { GuardOptions, GuardStore, Why } from "../../src/index.ts";
import { connectRaw, outcomeOf, type RawConnection, textOf } from "../../src/testing/index.ts";
import { DECLINE, type Notes, notes, TOOLS, YES } from "./notes.ts";

type Era = "2025" | "2026";
type Received = Record<string, unknown>;

/** One tools/call to its end; every question gets the next answer. An `Error` is sent as a JSON-RPC error. */
type Caller = (answers: unknown[], args?: Record<string, unknown>) => Promise<Received>;

type Case = {
  eras: Era[];
  options?: Partial<GuardOptions>;
  capabilities?: Record<string, unknown>;
  act: (call: Caller, made: Notes) => Promise<Received>;
};

const KEYS = [new Uint8Array(32).fill(7)];
const broken = (): Promise<never> => Promise.reject(new Error("the store is down"));
const CLOSED_STORE: GuardStore = { put: broken, take: broken };

/** Every reason for which a guarded call does not run, and how a client brings it about. */
const CASES: Record<Exclude<Why, "call-cancelled" | "cannot-ask">, Case> = {
  declined: { eras: ["2025", "2026"], act: (call) => call([DECLINE]) },
  cancelled: { eras: ["2025", "2026"], act: (call) => call([{ action: "cancel" }]) },
  "not-yes": { eras: ["2025", "2026"], act: (call) => call([{ action: "accept", content: {} }]) },
  "client-failed": { eras: ["2025"], act: (call) => call([new Error("the dialog crashed")]) },
  "timed-out": {
    eras: ["2025"],
    options: { answerWithinMs: 80 },
    act: (call) => call([undefined]),
  },
  "recently-declined": {
    eras: ["2025", "2026"],
    act: async (call) => {
      await call([DECLINE]);
      await call([DECLINE]);
      return call([YES]);
    },
  },
  changed: {
    eras: ["2025", "2026"],
    act: (call, made) => {
      let looks = 0;
      made.onPrepare = (id) => ((looks += 1) === 1 ? undefined : { found: id, ask: null });
      return call([YES]);
    },
  },
  "too-many": {
    eras: ["2025", "2026"],
    options: { limits: { questionsPer10Min: 1 } },
    act: async (call) => {
      await call([{ action: "cancel" }]);
      return call([YES]);
    },
  },
  "store-failed": {
    eras: ["2026"],
    options: { shared: { keys: KEYS, store: CLOSED_STORE } },
    act: (call) => call([YES]),
  },
  "token-issued": { eras: ["2025", "2026"], capabilities: {}, act: (call) => call([]) },
  "wrong-token": {
    eras: ["2025", "2026"],
    capabilities: {},
    act: (call) => call([], { confirm_token: "made-up" }),
  },
};

const TABLE = Object.entries(CASES).flatMap(([why, { eras, ...rest }]) =>
  eras.flatMap((era) => TOOLS.map((tool) => ({ why, era, tool, ...rest }))),
);

describe("every outcome reaches the client as an error result with one text, with and without an output schema", () => {
  it.each(TABLE)("$why on $era, $tool", async ({ why, era, tool, options, capabilities, act }) => {
    const made = notes(options);
    await using raw = await connectRaw(made, {
      era,
      ...(capabilities === undefined ? {} : { capabilities }),
    });
    const result = await act(callerOver(raw, made, tool), made);
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringContaining("Nothing was changed.") }],
      _meta: { "confirm-guard/outcome": why },
    });
    expect(result["content"]).toHaveLength(1);
    expect(result["structuredContent"]).toBeUndefined();
    expect(made.done).toEqual([]);
    expect(made.events.at(-1)).toMatchObject({ outcome: why, tool });
  });

  it.each(TOOLS.flatMap((tool) => (["2025", "2026"] as const).map((era) => ({ tool, era }))))(
    "a yes on $era runs $tool",
    async ({ tool, era }) => {
      const made = notes();
      await using raw = await connectRaw(made, { era });
      const result = await callerOver(raw, made, tool)([YES]);
      expect(outcomeOf(result)).toBeUndefined();
      expect(textOf(result)).toBe("Deleted a.");
      expect(result["structuredContent"]).toEqual({ deleted: "a" });
      expect(made.done).toEqual(["a"]);
      expect(made.events.at(-1)).toMatchObject({
        outcome: "approved",
        by: "dialog",
        client: "confirm-guard-testing-raw",
      });
    },
  );
});

describe("a call that the client cancels", () => {
  it.each(TOOLS)("does nothing when the late yes comes in (%s)", async (tool) => {
    const made = notes();
    await using raw = await connectRaw(made, { era: "2025" });
    const call = raw.start("tools/call", { name: tool, arguments: { id: "a" } });
    const question = await raw.nextRequest("elicitation/create");
    await raw.notify("notifications/cancelled", { requestId: call.id });
    await raw.reply(question.id, YES);
    await raw.request("ping");
    expect(made.done).toEqual([]);
    expect(made.events.map((event) => event.outcome)).toEqual(["call-cancelled"]);
  });
});

/** Answers whatever the server asks, in the way of the revision; the person takes two seconds for each question. */
function callerOver(raw: RawConnection, made: Notes, tool: string): Caller {
  const left: unknown[] = [];
  raw.onRequest(({ id, method }) => {
    if (method !== "elicitation/create" || id === undefined) return;
    const answer = left.shift();
    if (answer === undefined) return;
    made.clock.pass(2_000);
    const sent =
      answer instanceof Error
        ? raw.replyError(id, { code: -32_603, message: answer.message })
        : raw.reply(id, answer);
    sent.catch(() => undefined);
  });
  return async (answers, args = {}) => {
    left.splice(0, left.length, ...answers);
    const params = { name: tool, arguments: { id: "a", ...args } };
    let { result = {} } = await raw.request("tools/call", params);
    while (result["resultType"] === "input_required") {
      made.clock.pass(2_000);
      const inputResponses = { confirm: left.shift() };
      const requestState = result["requestState"];
      const retried = await raw.request("tools/call", { ...params, inputResponses, requestState });
      result = retried.result ?? {};
    }
    return result;
  };
}
