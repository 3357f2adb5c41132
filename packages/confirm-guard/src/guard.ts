import type { GuardedCall } from "./call.ts";
import { canonicalJson, digestOf } from "./canonical.ts";
import { type Clock, type Repeat, systemClock, systemRepeat } from "./clock.ts";
import type { Core } from "./core.ts";
import { readElicitation } from "./environment.ts";
import { GuardUsageError } from "./errors.ts";
import { type DecisionEvent, quietly } from "./events.ts";
import { DEFAULT_LIMITS, limitKeeper, type Limits } from "./limits.ts";
import { openRequests } from "./open-requests.ts";
import { runGuarded } from "./run.ts";
import { looksSealed, openSeal, sealKey } from "./seal.ts";
import { type GuardStore, memoryStore, type StoreBounds, type StoreKind } from "./store.ts";
import { MAX_PENDING_TOKENS, MAX_PENDING_TOKENS_OF_ALL, type Random, systemRandom } from "./token.ts";
import type { InputRequired, JsonValue, Port, ToolResult } from "./types.ts";
import { notShownLine, secondGuardLine, switchedOffLine } from "./wording.ts";

/** Several instances that answer for one another: keys and store only together. */
export type SharedGuard = {
  /** At least 32 bytes each. The first seals, all of them open, so that keys can be changed without a break. */
  keys: readonly Uint8Array[];
  /** Where questions and tokens wait for all of them; see {@link GuardStore} for what fits. */
  store: GuardStore;
};

/** What {@link createGuard} takes; only `server` and `audience` are needed. */
export type GuardOptions = {
  /** The server's own name, 1 to 64 plain characters; begins every question. */
  server: string;
  /** Where this server acts, such as address and account; part of every approval. Plain JSON. */
  audience: JsonValue;
  /** Whether dialogs are on; read from `ELICITATION` unless given. */
  elicitation?: boolean | undefined;
  /** Keys and store of several instances; keys and memory of this process unless given. */
  shared?: SharedGuard | undefined;
  /** How long a question may rest, in milliseconds; 10 minutes. */
  answerWithinMs?: number | undefined;
  /** How long a token waits for the second call, in milliseconds; 5 minutes. */
  tokenTtlMs?: number | undefined;
  /**
   * Who a call comes from, read from the adapter's request context: a string that is not empty, the same for every call of
   * one person and for nobody else. The adapter's own reading unless given.
   */
  principal?: ((ctx: unknown) => string) | undefined;
  /** How much asking is too much; what is left out keeps its default. */
  limits?: Partial<Limits> | undefined;
  /** Called with every decision, before its result is returned; what it throws is ignored. */
  onDecision?: ((event: DecisionEvent) => void) | undefined;
  /** Time, for tests; the system's unless given. */
  clock?: Clock | undefined;
  /** Random bytes, for tests; the system's generator unless given. */
  random?: Random | undefined;
  /** Repeats the sign of life while a question is open, for tests; a timer unless given. */
  repeat?: Repeat | undefined;
  /**
   * Takes the few lines meant for the operator; stderr unless given. What it throws is ignored, but a stderr that was
   * closed fails later, as an `error` event that ends the process: a server that wants to outlive it listens, with
   * `process.stderr.on("error", () => {})`. The same holds for streams that `onDecision` writes to.
   */
  warn?: ((line: string) => void) | undefined;
};

/** Made by {@link createGuard}. */
export interface Guard {
  /** The `server` of the options. */
  readonly server: string;
  /** The `principal` of the options, for adapters. */
  readonly principal: ((ctx: unknown) => string) | undefined;
  /**
   * Runs one call of a guarded tool: prepares it, asks, prepares it again and runs it, or does not.
   *
   * @returns the result of `run`; the `refuse` of `prepare`; an error result whose `_meta["confirm-guard/outcome"]` says
   *   why nothing was changed; or, on 2026-07-28, the `input_required` result to send back.
   * @throws GuardUsageError when arguments, subject or question are not what they must be, and whatever `prepare` or
   *   `run` throws. Nothing has run then, unless `run` itself threw.
   *
   * @example
   * ```ts
   * const result = await guard.run(port, {
   *   tool: "delete_note",
   *   args: { id: "7" },
   *   prepare: async () => ({
   *     found: { id: "7" },
   *     ask: {
   *       subject: exact("7", "version 3"),
   *       question: { action: "delete a note", consequence: "There is no copy.", yes: "Yes, delete it" },
   *     },
   *   }),
   *   run: async (found) => ({ content: [{ type: "text", text: `Deleted note ${found.id}.` }] }),
   * });
   * ```
   */
  run<Found>(port: Exclude<Port, { kind: "retry" }>, call: GuardedCall<Found>): Promise<ToolResult>;
  /** The same on a port that may send the call back with its question. */
  run<Found>(port: Port, call: GuardedCall<Found>): Promise<ToolResult | InputRequired>;
  /** The same for a tool whose results are of a wider type than `ToolResult`, such as an SDK's `CallToolResult`. */
  run<
    Found,
    Result extends {
      /** The blocks of the result. */
      content: unknown;
    },
  >(
    port: Exclude<Port, { kind: "retry" }>,
    call: GuardedCall<Found, Result>,
  ): Promise<Result | ToolResult>;
  /** The same on a port that may send the call back with its question. */
  run<
    Found,
    Result extends {
      /** The blocks of the result. */
      content: unknown;
    },
  >(
    port: Port,
    call: GuardedCall<Found, Result>,
  ): Promise<Result | ToolResult | InputRequired>;
  /**
   * Says whose a `requestState` is: `opens` for one that this guard sealed, `sealed-elsewhere` for one of another process
   * or key, `broken` for one that was changed on the way, `not-ours` for everything else. Says nothing about time or
   * single use, and approves nothing.
   */
  inspectState(state: unknown): "opens" | "sealed-elsewhere" | "broken" | "not-ours";
}

const SERVER_NAME = /^[A-Za-z0-9][A-Za-z0-9 ._/@-]{0,63}$/u;
const MIN_KEY_BYTES = 32;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Lines that one process prints once, however many guards it makes. */
const printed = new Set<string>();
/** Server and audience of the guards that share nothing. */
const made = new Set<string>();

/**
 * Makes a guard. Make it once, at module scope: a guard of its own for every request forgets its questions, and every
 * answer leads to a fresh one.
 *
 * @throws GuardUsageError `bad-options`, `not-json` (audience) or `bad-elicitation`.
 *
 * @example
 * ```ts
 * const guard = createGuard({ server: "notes-mcp", audience: ["https://notes.example.org", "ada"] });
 * ```
 */
export function createGuard(options: GuardOptions): Guard {
  const core = pointingAt(createGuard, () => coreOf(options));
  const { server } = core;

  // Only a retry port can lead to `input_required`, so that SDK v1 never sees one.
  function run<Found>(port: Exclude<Port, { kind: "retry" }>, call: GuardedCall<Found>): Promise<ToolResult>;
  function run<Found>(port: Port, call: GuardedCall<Found>): Promise<ToolResult | InputRequired>;
  function run<Found, Result extends { content: unknown }>(
    port: Exclude<Port, { kind: "retry" }>,
    call: GuardedCall<Found, Result>,
  ): Promise<Result | ToolResult>;
  function run<Found, Result extends { content: unknown }>(
    port: Port,
    call: GuardedCall<Found, Result>,
  ): Promise<Result | ToolResult | InputRequired>;
  function run<Found, Result extends { content: unknown }>(
    port: Port,
    call: GuardedCall<Found, Result>,
  ): Promise<Result | ToolResult | InputRequired> {
    return runGuarded(core, port, call);
  }

  return Object.freeze({
    server,
    principal: options.principal,
    run,
    inspectState: (state: unknown) => inspect(core, state),
  });
}

/** What is thrown here ends most programs, and Node then prints the line that an error points at: the caller's, not ours. */
function pointingAt<T>(entry: (options: GuardOptions) => Guard, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof GuardUsageError) Error.captureStackTrace(error, entry);
    throw error;
  }
}

function coreOf(options: GuardOptions): Core {
  const { server } = options;
  if (typeof server !== "string" || !SERVER_NAME.test(server)) {
    throw badOptions("server must be a name of 1 to 64 plain characters");
  }
  const audience: JsonValue = JSON.parse(canonicalJson(options.audience));
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  for (const [name, value] of Object.entries(limits)) checkPositive(`limits.${name}`, value);
  const warn = options.warn ?? ((line) => void process.stderr.write(`${line}\n`));
  const elicitation = options.elicitation ?? readElicitation();

  if (!elicitation) printOnce(warn, switchedOffLine(server));
  if (options.shared === undefined) warnOfSecond(warn, server, audience);

  return {
    server,
    audience,
    elicitation,
    keys: keysOf(options.shared, random),
    store: options.shared?.store ?? memoryStore(boundsOf(limits), clock.monotonic),
    answerWithinMs: checkDuration("answerWithinMs", options.answerWithinMs ?? 10 * MINUTE_MS),
    tokenTtlMs: checkDuration("tokenTtlMs", options.tokenTtlMs ?? 5 * MINUTE_MS),
    limits,
    keeper: limitKeeper(limits, clock.monotonic),
    withoutMethod: new WeakSet(),
    couldPush: new WeakMap(),
    openRequests: openRequests(),
    onDecision: options.onDecision,
    warnNotShown: () => printOnce(warn, notShownLine(server)),
    clock,
    repeat: options.repeat ?? systemRepeat,
    random,
  };
}

function boundsOf({ pending }: Limits): Record<StoreKind, StoreBounds> {
  return {
    ask: { each: pending, all: pending },
    token: { each: MAX_PENDING_TOKENS, all: MAX_PENDING_TOKENS_OF_ALL },
  };
}

function keysOf(shared: SharedGuard | undefined, random: Random): Core["keys"] {
  const bytes = shared === undefined ? [random(MIN_KEY_BYTES)] : shared.keys;
  if (bytes.some((key) => key.length < MIN_KEY_BYTES)) {
    throw badOptions(`every shared key needs at least ${MIN_KEY_BYTES} bytes`);
  }
  const [first, ...rest] = bytes.map(sealKey);
  if (first === undefined) throw badOptions("shared.keys needs at least one key");
  return [first, ...rest];
}

function inspect(core: Core, state: unknown): ReturnType<Guard["inspectState"]> {
  if (!looksSealed(state)) return "not-ours";
  const opened = openSeal(core.keys, state);
  if (opened.ok) return "opens";
  return opened.reason === "foreign" ? "sealed-elsewhere" : "broken";
}

function warnOfSecond(warn: (line: string) => void, server: string, audience: JsonValue): void {
  const name = digestOf([server, audience]);
  if (made.has(name)) printOnce(warn, secondGuardLine(server));
  made.add(name);
}

function printOnce(warn: (line: string) => void, line: string): void {
  if (printed.has(line)) return;
  printed.add(line);
  quietly(() => warn(line));
}

function checkPositive(name: string, value: number): number {
  if (!Number.isFinite(value) || value <= 0) throw badOptions(`${name} must be a positive number`);
  return value;
}

/** A day is long enough to answer, and well below where timers overflow and fire at once. */
function checkDuration(name: string, ms: number): number {
  if (checkPositive(name, ms) > DAY_MS) throw badOptions(`${name} must be at most a day`);
  return ms;
}

function badOptions(rule: string): GuardUsageError {
  return new GuardUsageError("bad-options", `createGuard: ${rule}.`);
}
