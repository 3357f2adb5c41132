import type { Why } from "./types.ts";

/**
 * One decision, without any argument or text: fit for a log. `by: "dialog"` proves that a client program answered yes to
 * exactly this question; a client, a hook or a full-access mode can do that without a person.
 *
 * @example
 * ```ts
 * const line = (event: DecisionEvent): string => `${event.at} ${event.tool} ${event.outcome} ${event.by ?? "-"}`;
 * ```
 */
export type DecisionEvent = {
  /** ISO 8601, UTC. */
  at: string;
  /** The `server` of the guard. */
  server: string;
  /** The tool that was called. */
  tool: string;
  /** The protocol revision of the call, when the adapter knows it. */
  era: string | undefined;
  /** The client's name in a safe grammar, `other` when it does not fit, undefined when there is none. */
  client: string | undefined;
  /** `approved` stands before the act; `asked` means that a 2026-07-28 call went back with a question. */
  outcome: Why | "approved" | "asked";
  /** What the decision rests on; undefined when nothing was brought or nothing came back. */
  by: "dialog" | "token" | undefined;
  /** From question to answer, in milliseconds. */
  answeredInMs: number | undefined;
  /** Ties an answer to its question; for a token, the first 16 characters of its digest. Never opens anything. */
  questionId: string | undefined;
  /** The first 8 characters of the keyed fingerprint: tells two acts of one process apart, names neither. */
  fingerprint8: string | undefined;
};

/** Hands an event over; a hook that throws, now or later, changes nothing. */
export function report(hook: ((event: DecisionEvent) => unknown) | undefined, event: DecisionEvent): void {
  if (hook !== undefined) quietly(() => hook(Object.freeze(event)));
}

/** Calls what the operator handed in: a line or record that cannot be written must not turn a decision around. */
export function quietly(call: () => unknown): void {
  try {
    const returned = call();
    if (returned instanceof Promise) returned.catch(() => {});
  } catch {
    // Whoever writes the record is the one to say that it cannot be written.
  }
}

const CLIENT_NAME = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/u;
const ERA = /^\d{4}-\d{2}-\d{2}$/u;

/** A client chooses its own name; only a plain one may reach a log. */
export function safeClientName(name: unknown): string | undefined {
  if (name === undefined) return undefined;
  if (typeof name !== "string" || name.length > 40) return "other";
  const joined = name.replaceAll(" ", "-");
  return CLIENT_NAME.test(joined) ? joined : "other";
}

export function safeEra(era: unknown): string | undefined {
  return typeof era === "string" && ERA.test(era) ? era : undefined;
}
