import { sayingUnchanged } from "server-kit";

/** What kind of failure it was, for code that decides; the message is for people and models. */
export type CaldavErrorCode =
  | "bad-input"
  | "bad-id"
  | "unknown-calendar"
  | "withheld"
  | "not-found"
  | "read-only"
  | "no-etag"
  | "changed"
  | "unreadable-entry"
  | "unsupported"
  | "credentials-refused"
  | "forbidden"
  | "not-caldav"
  | "unreachable"
  | "timed-out"
  | "too-large"
  | "rate-limited"
  | "server-error"
  | "write-failed"
  | "write-unknown";

/**
 * A failure that a tool reports. The message is one or two sentences of our own: what happened, whether anything
 * changed, what to do. Text from the calendar or from the server never stands in it.
 *
 * @example
 * throw new CaldavError("not-found", "There is no such entry any more; nothing was changed.");
 */
export class CaldavError extends Error {
  override readonly name = "CaldavError";
  readonly code: CaldavErrorCode;

  constructor(code: CaldavErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The same failure, saying that a call which was to change something did not. */
export function nothingChanged(error: CaldavError): CaldavError {
  if (error.code === "write-unknown") return error;
  return new CaldavError(error.code, sayingUnchanged(error.message));
}

/** A refusal to change anything. */
export function refused(code: CaldavErrorCode, why: string): CaldavError {
  return nothingChanged(new CaldavError(code, why));
}

/** A refusal of what the caller gave. */
export function badInput(why: string): CaldavError {
  return new CaldavError("bad-input", `${why} Nothing was changed.`);
}
