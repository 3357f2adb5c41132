import { DECISION, noOf, type Question } from "./question.ts";

/** What an answer means. Anything that is not exactly the yes is not a yes. */
export type Verdict = "yes" | "declined" | "cancelled" | "not-yes" | "client-failed";

/**
 * Reads an answer that a client sent. Only own properties count: a client may send a key named `__proto__`, and the
 * prototype of all objects may have been tampered with.
 */
export function verdictOf(answer: unknown, question: Question): Verdict {
  const action = ownProperty(answer, "action");
  if (action === "decline") return "declined";
  if (action === "cancel") return "cancelled";
  if (action !== "accept") return "client-failed";
  const decision = ownProperty(ownProperty(answer, "content"), DECISION);
  if (decision === question.yes) return "yes";
  return decision === noOf(question) ? "declined" : "not-yes";
}

/** An own property of a plain object, or undefined; never an inherited one. */
export function ownProperty(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
