import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sendersOf } from "../../src/adapters/principal.ts";
import { withConfirmTokenField } from "../../src/confirm-token.ts";
import { readElicitation } from "../../src/environment.ts";
import { GuardUsageError, type GuardUsageCode } from "../../src/errors.ts";
import type { DecisionEvent } from "../../src/events.ts";
import { factDate, factId } from "../../src/facts.ts";
import { untrustedResult } from "../../src/framing/result.ts";
import { createGuard, type GuardOptions } from "../../src/guard.ts";
import { messageOf, type Question } from "../../src/question.ts";
import { exact } from "../../src/target.ts";
import { trusted } from "../../src/testing/trusted.ts";
import { untrusted } from "../../src/text/untrusted.ts";
import { memoryStore } from "../../src/store.ts";
import {
  CHANGED_LEAD,
  declinedLead,
  notShownLine,
  secondGuardLine,
  switchedOffLine,
} from "../../src/wording.ts";
import { everyAnswer, SERVER, WHYS } from "./answers.ts";

const page = readFileSync(new URL("../../../../docs/troubleshooting/questions.md", import.meta.url), "utf8");

/** The rows of the table under a heading, as their first two cells; the first one stands in backticks. */
function rowsUnder(heading: string): [string, string][] {
  const section = page.split(/^## /mu).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^\| `([^`]+)` \| `?([^|`]+?)`? \|/gmu)].map(([, first = "", second = ""]) => [
    first,
    second,
  ]);
}

const question: Question = { action: "delete", consequence: "It is gone.", yes: "Yes", no: "No" };
const ask = (change: Partial<Question>) => () => messageOf(SERVER, { ...question, ...change });
const guardWith = (change: Partial<GuardOptions>) => () =>
  createGuard({ server: SERVER, audience: null, elicitation: true, warn: () => {}, ...change });
const shared = (keys: Uint8Array[]) =>
  guardWith({ shared: { keys, store: memoryStore(trusted({}), () => 0) } });

/** What goes wrong in the ways that the page names, by code; typed, so that a new code has to be named. */
const FAULTS: Record<GuardUsageCode, (() => unknown)[]> = {
  "bad-elicitation": [() => readElicitation({ ELICITATION: "flase" })],
  "bad-options": [
    guardWith({ server: "two\nlines" }),
    shared([new Uint8Array(31)]),
    shared([]),
    () => sendersOf(guardWith({ principal: () => "" })(), {}, {}),
    () => withConfirmTokenField({ type: "object", properties: { confirm_token: { type: "string" } } }),
  ],
  "not-json": [guardWith({ audience: trusted(new Date(0)) })],
  "bad-question": [
    ask({ action: "delete it." }),
    ask({ action: "delete\nit" }),
    ask({ yes: "No" }),
    ask({ facts: { "a: b": 1 } }),
  ],
  "bad-fact": [
    () => factId("lunch"),
    () => factDate({ date: "2026-02-30" }),
    () => factDate({ instant: "2026-02-03T00:00:00Z", zone: "CEST" }),
  ],
  "bad-frame": [
    () => untrusted(trusted(undefined)),
    () => untrustedResult({ title: untrusted("Lunch") }, { source: "x" }),
    () => untrustedResult(trusted<object>({ notice: 1 }), { source: "x" }),
  ],
};

function messageFrom(fault: () => unknown): string {
  try {
    fault();
  } catch (error) {
    if (error instanceof GuardUsageError) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}

/** `…` on the page stands for what differs from case to case. */
function fits(shown: string, real: string): boolean {
  const pieces = shown.split("…").map((piece) => piece.trim().replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  return new RegExp(`^${pieces.join(".*")}$`, "u").test(real);
}

describe("the page Questions and clients", () => {
  it("explains every answer with its outcome, in the words of the guard, and no other", () => {
    const rows = rowsUnder("The outcomes").map(([outcome, says]) => `${outcome}: ${says}`);
    expect(rows.toSorted()).toEqual(everyAnswer());
  });

  it("names each outcome of the record", () => {
    const outcomes = [...WHYS, "token-issued", "asked", "approved"] satisfies DecisionEvent["outcome"][];
    expect(outcomes.filter((outcome) => !page.includes(`\`${outcome}\``))).toEqual([]);
  });

  it("shows the words that stand before a question", () => {
    const rows = rowsUnder("Words at the top of a question").map(([words]) => words);
    expect(rows).toEqual([CHANGED_LEAD, declinedLead(40_000)]);
  });

  it("shows every line that the guard writes for the operator", () => {
    const lines = [switchedOffLine(SERVER), secondGuardLine(SERVER), notShownLine(SERVER)];
    expect(lines.filter((line) => !page.includes(`\`${line}\``))).toEqual([]);
  });

  it("shows errors that are really thrown, at least one of each code", () => {
    const thrown = Object.values(FAULTS).flat().map(messageFrom);
    const rows = rowsUnder("A server that does not start, or fails on each call").map(
      ([code, text]) => `${code}: ${text}`,
    );
    expect(rows).toHaveLength(thrown.length);
    expect(rows.filter((row) => !thrown.some((real) => fits(row, real)))).toEqual([]);
    expect(thrown.filter((real) => !rows.some((row) => fits(row, real)))).toEqual([]);
  });

  it("has the same text for a subject that is no plain JSON as for an audience", async () => {
    const call = guardWith({})().run(
      { kind: "none", reason: "no-capability" },
      {
        tool: "t",
        args: {},
        prepare: async () => ({ found: 1, ask: { subject: exact("a", trusted(new Map())), question } }),
        run: async () => ({ content: [] }),
      },
    );
    const [, text = ""] =
      rowsUnder("A server that does not start, or fails on each call").find(
        ([code]) => code === "not-json",
      ) ?? [];
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(fits(text, error instanceof Error ? error.message : "")).toBe(true);
  });
});
