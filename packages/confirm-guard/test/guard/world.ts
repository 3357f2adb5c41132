import {
  type Clock,
  createGuard,
  type DecisionEvent,
  exact,
  type Guard,
  type GuardedCall,
  type GuardOptions,
  type InputRequired,
  type Port,
  type ToolResult,
} from "../../src/index.ts";
import { trusted } from "../../src/testing/trusted.ts";

/** A clock that only tests move; wall and monotonic time can be moved apart. */
export type TestClock = Clock & { pass(ms: number): void; setWall(deltaMs: number): void };

export function testClock(): TestClock {
  let wall = Date.UTC(2026, 8, 14, 7);
  let steady = 1_000;
  return {
    now: () => wall,
    monotonic: () => steady,
    pass: (ms) => {
      wall += ms;
      steady += ms;
    },
    setWall: (deltaMs) => {
      wall += deltaMs;
    },
  };
}

export type World = {
  guard: Guard;
  clock: TestClock;
  events: DecisionEvent[];
  warnings: string[];
  /** What was done, in order. */
  done: string[];
  /** The version of every note; changing it changes the subject. */
  versions: Map<string, number>;
  prepared: number;
  call(id?: string, changes?: Partial<GuardedCall<string>>): GuardedCall<string>;
};

/** Whose notes they are. No word of it is short enough to stand by chance in a random id or a digest. */
export const AUDIENCE = ["https://notes.example.org", "lovelace"];

let names = 0;

/** A guard over a heap of notes; `delete_note` is the one tool. */
export function world(options: Partial<GuardOptions> = {}): World {
  const clock = testClock();
  const events: DecisionEvent[] = [];
  const warnings: string[] = [];
  const guard = createGuard({
    server: `notes-mcp-${(names += 1)}`,
    audience: AUDIENCE,
    elicitation: true,
    clock,
    repeat: () => () => {},
    warn: (line) => warnings.push(line),
    onDecision: (event) => events.push(event),
    ...options,
  });
  const made: World = {
    guard,
    clock,
    events,
    warnings,
    done: [],
    versions: new Map(),
    prepared: 0,
    call: (id = "a", changes = {}) => ({
      tool: "delete_note",
      args: { id },
      prepare: async () => {
        made.prepared += 1;
        return { found: id, ask: { subject: exact(id, made.versions.get(id) ?? 1), question: QUESTION } };
      },
      run: async (found) => {
        made.done.push(found);
        return { content: [{ type: "text", text: `Deleted ${found}.` }] };
      },
      ...changes,
    }),
  };
  return made;
}

export const QUESTION = {
  action: "delete a note",
  consequence: "There is no copy.",
  yes: "Yes, delete it",
  no: "No, keep it",
} as const;

export const YES = { action: "accept", content: { decision: QUESTION.yes } };
export const NO = { action: "accept", content: { decision: QUESTION.no } };
export const DECLINE = { action: "decline" };

/** A first call on 2026-07-28. */
export const FRESH: Port = { kind: "retry" };
export const NOBODY: Port = { kind: "none", reason: "no-capability" };

/** The retry that brings an answer to a question. */
export function retry(asked: InputRequired, answer: unknown): Port {
  return { kind: "retry", responses: { confirm: answer }, state: asked.requestState };
}

/** A client that is pushed questions; every answer takes as long as a person needs. */
export function pushed(
  clock: TestClock,
  answers: readonly unknown[],
  readingMs = 2_000,
): Extract<Port, { kind: "push" }> & { asked: string[] } {
  const left = [...answers];
  const asked: string[] = [];
  return {
    kind: "push",
    asked,
    elicit: async (form) => {
      asked.push(form.message);
      clock.pass(readingMs);
      const answer = left.shift();
      return typeof answer === "function" ? Reflect.apply(answer, undefined, []) : answer;
    },
  };
}

/** The question of a call that went back with one. */
export function questionOf(result: ToolResult | InputRequired): InputRequired {
  if (!("resultType" in result)) throw new Error(`No question came back, but: ${textOf(result)}`);
  return result;
}

export function isQuestion(result: ToolResult | InputRequired): result is InputRequired {
  return "resultType" in result;
}

export function messageIn(result: ToolResult | InputRequired): string {
  return questionOf(result).inputRequests["confirm"]?.params.message ?? "";
}

export function textOf(result: ToolResult | InputRequired): string {
  return isQuestion(result) ? "" : (result.content[0]?.text ?? "");
}

export function outcomeOf(result: ToolResult | InputRequired): unknown {
  return isQuestion(result) ? "asked" : result._meta?.["confirm-guard/outcome"];
}

/** The token in the text of the first of two calls. */
export function tokenIn(result: ToolResult | InputRequired): string {
  return /confirm_token "([^"]+)"/u.exec(textOf(result))?.[1] ?? "";
}

/** For values that a program without a compiler can hand over all the same. */
export const untyped = (value: unknown): never => trusted<never>(value);
