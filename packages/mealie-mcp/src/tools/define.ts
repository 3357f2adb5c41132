import { BudgetSpent, toolsFor, withFailures } from "server-kit";
import { MealieError, nothingChanged } from "../errors.ts";
import type { MealieInstance } from "../instance.ts";

const define = toolsFor<MealieInstance>();

/**
 * Defines a tool that works on a Mealie instance. One that writes throws only when nothing was changed, or
 * `write-unknown`, and its failures say so, wherever they come from. What a first step has changed before a second one
 * failed is told in the result.
 */
export const defineTool: typeof define = (entry) => withFailures(define(entry), fail);

function fail(error: unknown): never {
  if (error instanceof MealieError) throw nothingChanged(error);
  if (error instanceof BudgetSpent) throw nothingChanged(new MealieError("timed-out", error.message));
  throw error;
}
