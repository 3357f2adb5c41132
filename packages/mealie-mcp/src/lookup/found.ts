import { MealieError } from "../errors.ts";

/**
 * What is being read, or, when Mealie has nothing there, our own sentence on what that means.
 *
 * @throws MealieError (`not-found`)
 */
export async function found<Result>(reading: Promise<Result>, sentence: string): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof MealieError) || error.code !== "not-found") throw error;
    throw new MealieError("not-found", sentence);
  }
}
