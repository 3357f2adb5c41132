import { BudgetSpent, toolsFor, withFailures } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { CaldavError, nothingChanged } from "../errors.ts";

const define = toolsFor<CaldavAccount>();

/**
 * Defines a tool that works on a CalDAV account. One that writes throws only when nothing was changed, or
 * `write-unknown`, and its failures say so, wherever they come from.
 */
export const defineTool: typeof define = (entry) => withFailures(define(entry), fail);

function fail(error: unknown): never {
  if (error instanceof CaldavError) throw nothingChanged(error);
  if (error instanceof BudgetSpent) throw nothingChanged(new CaldavError("timed-out", error.message));
  throw error;
}
