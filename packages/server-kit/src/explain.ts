import type { Untrusted } from "confirm-guard";

import { BudgetSpent, CallCancelled, HttpFailure } from "./errors.ts";
import { faultLine, faultText } from "./fault.ts";
import type { Outcome } from "./result.ts";
import { failed } from "./result.ts";

/** A server's own sentence for one of its own errors; `foreign` is what another server wrote about it. */
export type Described = string | { message: string; foreign?: Untrusted | undefined };

/** Returns undefined for errors that are not the server's own. */
export type DescribeError = (error: unknown) => Described | undefined;

export type Explainer = { server: string; describeError: DescribeError; log: (line: string) => void };

/**
 * Turns what a tool threw into what a caller may read. Everything unforeseen becomes one fixed sentence, and one line
 * in the log that names the kind of error and the tool: neither its text nor its stack leave the process.
 */
export const explain = (error: unknown, tool: string, { server, describeError, log }: Explainer): Outcome => {
  const described = describeError(error);
  if (typeof described === "string") return failed(described);
  if (described !== undefined) return failed(described.message, { foreign: described.foreign });
  if (error instanceof HttpFailure || error instanceof BudgetSpent || error instanceof CallCancelled) {
    return failed(error.message);
  }
  log(faultLine(error, tool, server));
  return failed(faultText(server));
};
