/** What a {@link GuardUsageError} is about. */
export type GuardUsageCode =
  /** `createGuard` was given something it cannot work with. */
  | "bad-options"
  /** Arguments, audience or subject hold something that plain JSON cannot carry. */
  | "not-json"
  /** A question breaks a rule of its own words: empty, too long, line breaks, equal choices. */
  | "bad-question"
  /** A fact is not a date, id, host, number or boolean that the fact functions made. */
  | "bad-fact"
  /** Foreign and own text would mix in a result, or an option of the framing functions makes no sense. */
  | "bad-frame"
  /** `ELICITATION` is neither `true` nor `false`. */
  | "bad-elicitation";

/**
 * Thrown when the guard is used in a way that it cannot protect. It is a fault of the program, never of the caller of
 * a tool; nothing has been asked and nothing has run. The message never contains a value, only what is wrong with it.
 *
 * @example
 * ```ts
 * try {
 *   factDate({ date: "2026-02-30" });
 * } catch (error) {
 *   if (error instanceof GuardUsageError && error.code === "bad-fact") console.error(error.message);
 * }
 * ```
 */
export class GuardUsageError extends Error {
  /** Always `"GuardUsageError"`. */
  override readonly name = "GuardUsageError";
  /** What it is about, for a `switch`. */
  readonly code: GuardUsageCode;

  constructor(code: GuardUsageCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Why a pushed question brought back no answer; see {@link ElicitFailure}. */
export type ElicitFailureReason = "timed-out" | "not-implemented" | "not-delivered";

/**
 * What `elicit` of a push port rejects with when it knows why no answer came. Any other error counts as a failure of
 * the client, except that a JSON-RPC error -32601 in `error.code` always means `not-implemented`.
 *
 * @example
 * ```ts
 * const port: Port = {
 *   kind: "push",
 *   elicit: async () => {
 *     throw new ElicitFailure("not-delivered");
 *   },
 * };
 * ```
 */
export class ElicitFailure extends Error {
  /** Always `"ElicitFailure"`. */
  override readonly name = "ElicitFailure";
  /** Why no answer came. */
  readonly reason: ElicitFailureReason;

  constructor(reason: ElicitFailureReason) {
    super(`The question brought back no answer: ${reason}.`);
    this.reason = reason;
  }
}
