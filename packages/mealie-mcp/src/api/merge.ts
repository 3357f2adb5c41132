import { MealieError, refused } from "../errors.ts";
import { isGone, saysFailed, settled } from "./settle.ts";

/**
 * Carries out a merge. It answers with a sentence of success, which may say that there was none; and it fails inside when
 * a shopping list holds what is to go, so then it is looked up whether that is still there (M11).
 *
 * @throws MealieError
 */
export async function merge(write: () => Promise<unknown>, readFrom: () => Promise<unknown>): Promise<void> {
  const answer = await settled(write, () => isGone(readFrom)).catch((error: unknown) => {
    if (!(error instanceof MealieError) || error.code !== "write-unknown") throw error;
    throw new MealieError(
      "write-unknown",
      "Mealie failed while merging, as some versions do when a shopping list holds what is to go. It is not certain what was changed; look at both before repeating it.",
      { foreign: error.foreign },
    );
  });
  if (saysFailed(answer)) throw refused("refused", "Mealie did not merge them.");
}
