import { REQUEST_KEY } from "./brought.ts";
import type { BindingOf } from "./target.ts";
import type { Core } from "./core.ts";
import { CLOCK_SLACK_MS } from "./decide.ts";
import { ElicitFailure } from "./errors.ts";
import { keyedDigest, seal } from "./seal.ts";
import { ownedValue, storeKey } from "./store.ts";
import type { ElicitationForm, InputRequired, Port } from "./types.ts";

/** How often a waiting call shows that it is alive; below every client time-out that is known. */
const WAITING_EVERY_MS = 15_000;

/** JSON-RPC 2.0 section 5.1: the method does not exist. */
const METHOD_NOT_FOUND = -32_601;

/** What became of a pushed question. */
export type Pushed =
  | { kind: "answered"; raw: unknown; answeredInMs: number }
  | { kind: "not-implemented" }
  | { kind: "failed"; why: PushFailure; openForMs: number };

type PushFailure = "timed-out" | "client-failed" | "call-cancelled" | "cannot-ask";

/** Sends a question to the client and waits. Never throws: whatever goes wrong is no approval. */
export async function pushQuestion(
  core: Core,
  port: Extract<Port, { kind: "push" }>,
  form: ElicitationForm,
  signal: AbortSignal,
): Promise<Pushed> {
  const timeoutMs = core.answerWithinMs;
  const started = core.clock.monotonic();
  const elapsed = (): number => core.clock.monotonic() - started;
  const failed = (why: PushFailure): Pushed => ({ kind: "failed", why, openForMs: elapsed() });
  // A port that overlooks the cancel must not keep the question open, nor its place among the open ones.
  const cancelled = Promise.withResolvers<never>();
  const onAbort = (): void => cancelled.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const stopWaiting = core.repeat(WAITING_EVERY_MS, () => signOfLife(port));
  try {
    const raw = await Promise.race([port.elicit(form, { timeoutMs, signal }), cancelled.promise]);
    if (signal.aborted) return failed("call-cancelled");
    if (elapsed() > timeoutMs) return failed("timed-out");
    return { kind: "answered", raw, answeredInMs: Math.round(elapsed()) };
  } catch (error) {
    if (signal.aborted) return failed("call-cancelled");
    const why = failureOf(error, { late: elapsed() >= timeoutMs });
    return why === "not-implemented" ? { kind: why } : failed(why);
  } finally {
    stopWaiting();
    signal.removeEventListener("abort", onAbort);
  }
}

function signOfLife(port: Extract<Port, { kind: "push" }>): void {
  try {
    port.waiting?.();
  } catch {
    // Only a courtesy to the client's time-out; the question stays open without it.
  }
}

function failureOf(error: unknown, { late }: { late: boolean }): PushFailure | "not-implemented" {
  const reason = error instanceof ElicitFailure ? error.reason : undefined;
  if (reason === "timed-out" || late) return "timed-out";
  if (reason === "not-delivered") return "cannot-ask";
  if (reason === "not-implemented" || codeOf(error) === METHOD_NOT_FOUND) return "not-implemented";
  return "client-failed";
}

function codeOf(error: unknown): unknown {
  if (typeof error !== "object" || error === null || !Object.hasOwn(error, "code")) return undefined;
  return Reflect.get(error, "code");
}

/** A question sealed for the way through the client, and the entry to put before it goes out. */
export type SealedQuestion = {
  questionId: string;
  result: InputRequired;
  pending: { key: string; value: string; ttlMs: number };
};

/** Seals a question; it counts only once its entry is in the store. */
export function sealQuestion(
  core: Core,
  form: ElicitationForm,
  about: { principal: string; binding: BindingOf },
): SealedQuestion {
  const [key] = core.keys;
  const nonce = Buffer.from(core.random(12)).toString("base64url");
  const { call, full } = about.binding(key);
  const principal = keyedDigest(key, "principal", about.principal);
  const issued = Math.trunc(core.clock.now());
  const state = seal(key, {
    nonce,
    call,
    full,
    issued,
    expires: issued + core.answerWithinMs,
    principal,
  });
  return {
    questionId: nonce,
    pending: {
      key: storeKey("ask", nonce),
      value: ownedValue({ principal, full }),
      ttlMs: core.answerWithinMs + CLOCK_SLACK_MS,
    },
    result: {
      resultType: "input_required",
      inputRequests: { [REQUEST_KEY]: { method: "elicitation/create", params: form } },
      requestState: state,
    },
  };
}
