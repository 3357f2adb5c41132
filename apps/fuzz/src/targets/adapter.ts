import assert from "node:assert/strict";
import * as fc from "fast-check";
import { connectRaw, type RawResponse } from "confirm-guard/testing";
import { mutatedJson } from "../generators/mutated-json.ts";
import { defineTarget, type Session, type Target } from "../target.ts";
import { guardedServer, TOOL, YES } from "./guarded-server.ts";

const ANSWER = { action: "accept", content: { decision: YES } };
/** An answer within this process takes a few of them, however busy the machine is. */
const WAIT_MS = 5_000;
/** Where the live state goes. */
const MARK = "<the state>";
const CALL = { name: TOOL, arguments: { id: "e1" } };
const HONEST = { ...CALL, inputResponses: { confirm: ANSWER } };
const ELICITATION = "io.modelcontextprotocol/clientCapabilities";

const WORDS = [
  TOOL,
  "e1",
  "e2",
  "confirm",
  "confirm_token",
  "decision",
  "accept",
  "decline",
  "cancel",
  YES,
  "No, keep it",
  "arguments",
  "name",
  "inputResponses",
  "requestState",
  "_meta",
  "test/principal",
  "mallory",
  "",
  "note",
  ELICITATION,
  "AAAAAAAAAAAAAAAAAAAAAA",
  true,
  false,
  null,
  0,
  {},
  [],
  ANSWER,
  { confirm: ANSWER },
];

/** Parameters of `tools/call`, on each revision. Nothing but the one honest answer may act, and every request is answered. */
export const adapterTargets: Target[] = [
  defineTarget({ name: "adapter-2026", bounded: 800, open: openRetries }),
  defineTarget({ name: "adapter-2025", bounded: 2_000, open: openPushes }),
];

/** Each case asks, and then comes with whatever is to pass for the answer. */
async function openRetries(): Promise<Session<unknown>> {
  const { factory, acts } = guardedServer();
  const raw = await connectRaw({ factory }, { era: "2026", waitMs: WAIT_MS });
  const ask = async (): Promise<string> =>
    String((await raw.request("tools/call", CALL)).result?.["requestState"]);
  await raw.request("tools/call", { ...HONEST, requestState: await ask() });
  assert.deepEqual(
    acts,
    [CALL.arguments.id],
    "The honest answer does not act, so that nothing here could fail.",
  );
  return {
    cases: calls({ requestState: MARK }),
    check: async (drawn) => {
      const state = await ask();
      const before = acts.length;
      const params = asPart(
        JSON.parse((JSON.stringify(drawn) ?? "null").replaceAll(MARK, state)),
        "arguments",
      );
      answered(await raw.request("tools/call", params));
      assert.ok(
        acts.length - before <= (isHonestRetry(params, state) ? 1 : 0),
        "A call acted without its yes.",
      );
    },
    close: () => raw.close(),
  };
}

/** Each case calls, and answers the question that is pushed, if one is. */
async function openPushes(): Promise<Session<{ params: unknown; answer: unknown }>> {
  const { factory, acts } = guardedServer();
  const raw = await connectRaw({ factory }, { era: "2025", waitMs: WAIT_MS });
  let reply: Record<string, unknown> = {};
  raw.onRequest(({ id }) => {
    if (id !== undefined) void raw.reply(id, reply);
  });
  reply = ANSWER;
  await raw.request("tools/call", CALL);
  assert.deepEqual(
    acts,
    [CALL.arguments.id],
    "The honest answer does not act, so that nothing here could fail.",
  );
  return {
    cases: fc.record({
      params: calls({ requestState: "cg1.00000000.e30.x" }),
      answer: mutatedJson(fc.constant<unknown>(ANSWER), WORDS),
    }),
    check: async ({ params, answer }) => {
      reply = asPart(answer, "answer");
      const before = acts.length;
      answered(await raw.request("tools/call", asPart(params, "arguments")));
      assert.ok(acts.length - before <= (isYes(reply) ? 1 : 0), "A call acted without its yes.");
    },
    close: () => raw.close(),
  };
}

/** Calls around a valid one that carries its answer. */
function calls(more: Record<string, unknown>): fc.Arbitrary<unknown> {
  const valid: unknown = { ...HONEST, ...more };
  return mutatedJson(fc.constant(valid), [...WORDS, MARK]);
}

/**
 * What is drawn, in the shape that makes a message of it: an object, and no `_meta` of another shape. The SDK drops
 * anything else without an answer, and a question that is answered so stays open.
 */
function asPart(drawn: unknown, key: string): Record<string, unknown> {
  const isObject = typeof drawn === "object" && drawn !== null && !Array.isArray(drawn);
  const { _meta, ...members } = isObject ? { ...drawn } : { [key]: drawn };
  return isMeta(_meta) ? { ...members, _meta } : members;
}

function isMeta(meta: unknown): boolean {
  const isObject = typeof meta === "object" && meta !== null && !Array.isArray(meta);
  return isObject && ["undefined", "string", "number"].includes(typeof own(meta, "progressToken"));
}

function answered({ result, error }: RawResponse): void {
  assert.ok(result !== undefined || error !== undefined, "A request was not answered.");
  // Node's own words for a broken program, and the lines of a stack.
  assert.doesNotMatch(JSON.stringify(error ?? result), /is not a function|Cannot read prop|\bat .*\.ts:\d/u);
}

/** Written from the protocol, with nothing of the guard in it. */
function isHonestRetry(params: Record<string, unknown>, state: unknown): boolean {
  const id = own(own(params, "arguments"), "id");
  const responses = own(params, "inputResponses");
  return params["requestState"] === state && id === CALL.arguments.id && isYes(own(responses, "confirm"));
}

function isYes(answer: unknown): boolean {
  return own(answer, "action") === "accept" && own(own(answer, "content"), "decision") === YES;
}

function own(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
    return undefined;
  return Reflect.get(value, key);
}
