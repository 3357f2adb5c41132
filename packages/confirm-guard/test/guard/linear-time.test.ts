import { describe, expect, it } from "vitest";

import { verdictOf } from "../../src/answer.ts";
import { clientNameOf, toJson } from "../../src/adapters/caller.ts";
import { isConfirmToken, splitConfirmToken } from "../../src/confirm-token.ts";
import { formSupport, isRetryRevision } from "../../src/adapters/form-capability.ts";
import { principalFrom } from "../../src/adapters/principal.ts";
import { canonicalJson } from "../../src/canonical.ts";
import { readElicitation } from "../../src/environment.ts";
import { safeClientName, safeEra } from "../../src/events.ts";
import { factDate, factHost, factId } from "../../src/facts.ts";
import { messageOf } from "../../src/question.ts";
import { looksSealed, openSeal, sealKey } from "../../src/seal.ts";
import { bindAct, ordered, set } from "../../src/target.ts";
import { eventReader } from "../../src/testing/event-stream.ts";
import { takeToken, tokenDigest } from "../../src/token.ts";
import { QUESTION } from "./world.ts";

const SMALL = 50_000;
const LARGE = 4 * SMALL;
const KEY = sealKey(new Uint8Array(32));
const NO_STORE = { put: async () => {}, take: async () => undefined };

/** Strings that make a backtracking or re-scanning reader slow. */
const HOSTILE: Record<string, (length: number) => string> = {
  "one letter": (length) => "a".repeat(length),
  digits: (length) => "1".repeat(length),
  dots: (length) => "cg1.".padEnd(length, "."),
  dashes: (length) => "2026-".padEnd(length, "-"),
  spaces: (length) => `${" ".repeat(length)}x`,
  "line breaks": (length) => "\n".repeat(length),
  "half characters": (length) => "\ud800".repeat(length),
  "quotes and slashes": (length) => '"\\'.repeat(length / 2),
  "hosts in a row": (length) => "a.b-".repeat(length / 4),
  "a seal that goes on": (length) => `cg1.00000000.${"A".repeat(length)}.`,
};

/** Each takes a string that a client, a caller, the operator or a server under test chose. */
const WALKERS: Record<string, (text: string) => unknown> = {
  openSeal: (text) => openSeal([KEY], text),
  looksSealed: (text) => looksSealed(text),
  takeToken: (text) => takeToken(NO_STORE, text),
  canonicalJson: (text) => attempt(() => canonicalJson({ [text.toWellFormed()]: [text, text] })),
  verdictOf: (text) => verdictOf({ action: text, content: { decision: text } }, QUESTION),
  "messageOf, caller values": (text) =>
    messageOf("x", { ...QUESTION, callerValues: { Id: { path: text }, Name: text } }),
  "messageOf, own words": (text) =>
    attempt(() => messageOf("x", { ...QUESTION, action: text, facts: { [text]: 1 } })),
  factDate: (text) => attempt(() => factDate({ instant: text, zone: text })),
  factId: (text) => attempt(() => factId(text)),
  factHost: (text) => attempt(() => factHost(text)),
  readElicitation: (text) => attempt(() => readElicitation({ ELICITATION: text })),
  safeClientName: (text) => safeClientName(text),
  safeEra: (text) => safeEra(text),
  "the token field": (text) => isConfirmToken(splitConfirmToken({ [text]: 1, confirm_token: text }).token),
  tokenDigest: (text) => tokenDigest(text),
  "bindAct, set and ordered": (text) => {
    const [value, list] = [text.toWellFormed(), text.toWellFormed().split("a").slice(0, 1_000)];
    const act = { audience: [value], server: "x", tool: "t", args: { [value]: value } };
    return bindAct(act)(ordered(value, set([value, ...list])))(KEY);
  },
  principalFrom: (text) => [
    principalFrom({ authInfo: { clientId: text, token: text } }),
    principalFrom({ sessionId: text }),
  ],
  "clientNameOf and toJson": (text) => [
    clientNameOf({ name: text }),
    attempt(() => toJson({ [text]: text })),
  ],
  "the events of a server under test": (text) => {
    const [read, bytes] = [
      eventReader(() => {}),
      Buffer.from(`data: ${text}\n\n${text.replaceAll("a", "data:\n")}\n`),
    ];
    for (let at = 0; at < bytes.length; at += 1_000) read(bytes.subarray(at, at + 1_000));
  },
  "the capabilities": (text) => [formSupport({ elicitation: { [text]: {} } }), isRetryRevision(text)],
};

describe.each(Object.entries(WALKERS))("%s", (_walker, walk) => {
  // Measured anew when a busy machine gets in the way; what is not linear fails every time.
  it.each(Object.entries(HOSTILE))(
    "takes time that grows with the text only: %s",
    { retry: 3 },
    (_name, generate) => {
      const [small, large] = [generate(SMALL), generate(LARGE)];
      walk(small);
      expect(bestOf(() => walk(large))).toBeLessThan(6 * bestOf(() => walk(small)) + 20);
    },
  );
});

/** Processor time, in milliseconds, of the fastest of five: the others measure the machine. */
function bestOf(action: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

function attempt(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
