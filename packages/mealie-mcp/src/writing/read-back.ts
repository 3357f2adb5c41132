import { MealieError } from "../errors.ts";
import { BudgetSpent } from "server-kit";
import type { Recipe } from "../api/recipe-shapes.ts";
import type { MadeEntry } from "./made.ts";

/** A recipe after a write, as it was read back; undefined when that failed, which says nothing against the write. */
export type WrittenRecipe = {
  id: string;
  recipe: Recipe | undefined;
  notes: readonly string[];
  made: readonly MadeEntry[];
};

/** What a write has left behind; a failure to look is no failure of the write. */
export async function readBack<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MealieError || error instanceof BudgetSpent) return undefined;
    throw error;
  }
}
