import type { Connection } from "./connect.ts";
import type { ForeignText } from "./foreign-text.ts";
import { type ScriptedAnswer, type SeenQuestion, yesTo } from "./person.ts";
import { outcomeOf, type ReceivedResult, textOf } from "./result.ts";
import type { Era } from "./target.ts";

/** One call that a guarded tool accepts, and what it does once. */
export type GuardedExample = {
  /** The tool to call. */
  tool: string;
  /** The arguments of the call; none when left out. */
  args?: Record<string, unknown>;
  /** By how much `writes()` grows when the call runs once; 1 when left out. */
  writes?: number;
};

/** How an example is tried on one revision. */
export type Trial = {
  era: Era;
  example: GuardedExample;
  /** Opens the server afresh, with somebody who answers or without dialogs; whoever tries the example closes it. */
  open: (
    script?: readonly ScriptedAnswer[],
  ) => Promise<{ connection: Connection; asked: () => readonly SeenQuestion[] }>;
  writes: () => number | Promise<number>;
  reset: () => void | Promise<void>;
  foreign: ForeignText;
  withinMs: number;
  /** Notes what is wrong; the trial goes on. */
  fail: (sentence: string) => void;
};

/** How much of a tool's own error is repeated. */
const SAID = 200;
const TOKEN = /confirm_token "(?<token>[^"]+)"/u;

/** Asks with every answer there is, and returns the question; all of it on one connection. */
export async function tryDialog(trial: Trial): Promise<SeenQuestion | undefined> {
  const { example, fail } = trial;
  let before = await trial.writes();
  let early = 0;
  const look = async (question: SeenQuestion): Promise<unknown> => {
    early = (await trial.writes()) - before;
    return yesTo(question);
  };
  // At most one no comes before another question: a second one may keep the guard from asking at all.
  const script = ["cancel", "empty", { answer: look }, "decline", "no"] as const;
  const { connection, asked } = await trial.open(script);

  for (const answer of script) {
    // oxlint-disable-next-line no-await-in-loop -- one person answers one question after the other
    await trial.reset();
    before = await trial.writes();
    const questions = asked().length;
    const result = await call(trial, connection, example.args ?? {});
    const written = (await trial.writes()) - before;
    const count = asked().length - questions;
    const said = typeof answer === "string" ? answer : "yes";

    if (count !== 1) fail(`is asked ${count} times instead of once (answer: ${said})${reasonOf(result)}`);
    noForeignText(trial, asked().at(-1)?.params, "in its question");
    if (said !== "yes") {
      expectRefusal(trial, result, written, `the answer ${said}`);
      continue;
    }
    if (early !== 0) fail(`has written ${early} times before the answer`);
    expectRun(trial, result, written, "a yes");
  }

  const [first, second] = asked();
  if (first !== undefined && second !== undefined && !sameQuestion(first, second))
    fail(
      "asks two different questions for the same call: a clock, a random default or an order that changes",
    );
  return asked()[0];
}

/** The two calls of a client without dialogs. */
export async function tryToken(trial: Trial): Promise<void> {
  const { example, fail } = trial;
  await trial.reset();
  const before = await trial.writes();
  const { connection } = await trial.open();
  const args = example.args ?? {};
  const written = async (): Promise<number> => (await trial.writes()) - before;

  const first = await call(trial, connection, args);
  expectRefusal(trial, first, await written(), "a first call without dialogs");
  const token = TOKEN.exec(textOf(first))?.groups?.["token"];
  if (token === undefined) {
    fail(`gives no confirm_token to a client without dialogs${reasonOf(first)}`);
    return;
  }
  const wrong = await call(trial, connection, { ...args, confirm_token: "AAAAAAAAAAAAAAAAAAAAAA" });
  expectRefusal(trial, wrong, await written(), "a token that was made up");
  const second = await call(trial, connection, { ...args, confirm_token: token });
  expectRun(trial, second, await written(), "its token");
  const after = await written();
  const third = await call(trial, connection, { ...args, confirm_token: token });
  expectRefusal(trial, third, (await written()) - after, "a token that was used before");
}

async function call(
  trial: Trial,
  connection: Connection,
  args: Record<string, unknown>,
): Promise<ReceivedResult> {
  return await connection.callTool(trial.example.tool, args, { timeoutMs: trial.withinMs });
}

function expectRefusal(trial: Trial, result: ReceivedResult, written: number, after: string): void {
  if (written !== 0) trial.fail(`has written ${written} times after ${after}`);
  if (result.isError !== true) trial.fail(`reports no error after ${after}`);
  noForeignText(trial, result, `in its text after ${after}`);
}

function expectRun(trial: Trial, result: ReceivedResult, written: number, after: string): void {
  const expected = trial.example.writes ?? 1;
  if (written !== expected)
    trial.fail(`has written ${written} times instead of ${expected} after ${after}${reasonOf(result)}`);
  if (result.isError !== true) return;
  trial.fail(`ends in an error after ${after}${reasonOf(result)}`);
  noForeignText(trial, result, `in its error after ${after}`);
}

function noForeignText({ foreign, fail }: Trial, value: unknown, where: string): void {
  const piece = foreign.in(value);
  if (piece !== undefined) fail(`shows foreign text ${where}: ${JSON.stringify(piece)}`);
}

function sameQuestion(one: SeenQuestion, other: SeenQuestion): boolean {
  return one.message === other.message && one.choices.join("\n") === other.choices.join("\n");
}

/**
 * What a result says of why things went another way. The guard's own limits count over the whole life of a server, so
 * that one server cannot take many examples.
 */
function reasonOf(result: ReceivedResult): string {
  const outcome = outcomeOf(result);
  if (outcome === "too-many" || outcome === "recently-declined")
    return `; the guard said ${outcome}: hand over a function that makes the target afresh`;
  if (outcome !== undefined) return `; the guard said ${outcome}`;
  return result.isError === true ? `; it said ${JSON.stringify(textOf(result).slice(0, SAID))}` : "";
}
