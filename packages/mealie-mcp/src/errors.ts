import type { Untrusted } from "confirm-guard";
import { sayingUnchanged } from "server-kit";

/** What kind of failure it was, for code that decides; the message is for people and models. */
export type MealieErrorCode =
  | "bad-input"
  | "not-found"
  | "unknown-name"
  | "conflict"
  | "unsupported"
  | "credentials-refused"
  | "forbidden"
  | "refused"
  | "not-mealie"
  | "unreachable"
  | "timed-out"
  | "too-large"
  | "rate-limited"
  | "server-error"
  | "write-unknown";

/**
 * A failure that a tool reports. The message is one or two sentences of our own: what happened, whether anything
 * changed, what to do. What Mealie wrote about it stands boxed in `foreign`, if it may be shown at all.
 *
 * @example
 * throw new MealieError("not-found", "There is no such recipe (any more); nothing was changed.");
 */
export class MealieError extends Error {
  override readonly name = "MealieError";
  readonly code: MealieErrorCode;
  readonly foreign: Untrusted | undefined;

  constructor(code: MealieErrorCode, message: string, { foreign }: { foreign?: Untrusted | undefined } = {}) {
    super(message);
    this.code = code;
    this.foreign = foreign;
  }
}

/** The same failure, saying that a call which was to change something did not. */
export function nothingChanged(error: MealieError): MealieError {
  if (error.code === "write-unknown") return error;
  return new MealieError(error.code, sayingUnchanged(error.message), { foreign: error.foreign });
}

/** A refusal to change anything. */
export function refused(code: MealieErrorCode, why: string): MealieError {
  return nothingChanged(new MealieError(code, why));
}
