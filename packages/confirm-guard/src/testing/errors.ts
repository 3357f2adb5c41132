/** What went wrong while a test talked to a server. */
export type KitErrorCode =
  /** The kit was asked for something that cannot exist, such as SDK v1 on 2026-07-28. */
  | "usage"
  /** An optional peer dependency that this connection needs is not installed. */
  | "peer-missing"
  /** The server process could not be started. */
  | "cannot-start"
  /** What was waited for did not happen within the bound. */
  | "timed-out"
  /** A scripted person fails because the script says so. */
  | "scripted"
  /** The connection ended, or the server exited, before it happened. */
  | "closed";

/**
 * Thrown by everything in `confirm-guard/testing`; `message` names what was waited for or what is missing.
 *
 * @example
 * ```ts
 * await expect(raw.nextRequest("elicitation/create")).rejects.toMatchObject({ code: "timed-out" });
 * ```
 */
export class KitError extends Error {
  /** Always `"KitError"`. */
  override readonly name = "KitError";
  /** What went wrong, for a `switch`. */
  readonly code: KitErrorCode;

  constructor(code: KitErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Thrown by `assertGuarded`; `message` lists everything in `failures`, one sentence a line.
 *
 * @example
 * ```ts
 * const error = await assertGuarded(server).catch((thrown: unknown) => thrown);
 * const failures = error instanceof NotGuardedError ? error.failures : [];
 * ```
 */
export class NotGuardedError extends Error {
  /** Always `"NotGuardedError"`. */
  override readonly name = "NotGuardedError";
  /** What failed, one sentence each. */
  readonly failures: readonly string[];

  constructor(failures: readonly string[]) {
    super(`Not guarded as it should be:\n${failures.map((failure) => `- ${failure}`).join("\n")}`);
    this.failures = failures;
  }
}
