/**
 * A setting that cannot be used. The message is one line that names the variable and the valid values, never the
 * value itself: it may be a password in the wrong place. The program prints it and ends with exit code 1.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The call used up its own time. Whoever collects pages catches it and says how far it came. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";

  constructor(ms: number) {
    super(
      `This call stopped after ${Math.round(ms / 1000)} s of its own work: the other server is slow, or this is too much at once. Ask for less.`,
    );
  }
}

/** The client cancelled the call; nobody reads the result. */
export class CallCancelled extends Error {
  override readonly name = "CallCancelled";

  constructor() {
    super("The call was cancelled.");
  }
}

/** Which rule a request broke, or where it failed. */
export type HttpFailureCode =
  | "bad-address"
  | "bad-request"
  | "redirect-refused"
  | "credentials-refused"
  | "timed-out"
  | "unreachable"
  | "untrusted-certificate"
  | "broken-answer"
  | "too-large";

/**
 * What is known about the request: it never left; it may or may not have been carried out; the server answered.
 * Decides whether a failed write may have happened.
 */
export type Delivery = "not-sent" | "unknown" | "answered";

/**
 * A request without a usable answer. The message is ours: no address, no header, no text of the other server.
 */
export class HttpFailure extends Error {
  override readonly name = "HttpFailure";
  readonly code: HttpFailureCode;
  readonly delivery: Delivery;
  /** The status, when the failure came after one. */
  readonly status: number | undefined;

  constructor(
    code: HttpFailureCode,
    message: string,
    { delivery, status }: { delivery: Delivery; status?: number },
  ) {
    super(message);
    this.code = code;
    this.delivery = delivery;
    this.status = status;
  }
}
