import { MealieError } from "../errors.ts";
import { isGone, settled } from "./settle.ts";

/**
 * Carries out a merge. It fails inside when a shopping list holds what is to go, so then it is looked up whether that is
 * still there (M11).
 *
 * @throws MealieError
 */
export async function merge(write: () => Promise<unknown>, readFrom: () => Promise<unknown>): Promise<void> {
  await settled(write, () => isGone(readFrom)).catch((error: unknown) => {
    if (!(error instanceof MealieError) || error.code !== "write-unknown") throw error;
    throw new MealieError(
      "write-unknown",
      "Mealie failed while merging, as some versions do when a shopping list holds what is to go. It is not certain what was changed; look at both before repeating it.",
      { foreign: error.foreign },
    );
  });
}
