import { untrusted } from "confirm-guard";
import { MealieError } from "../errors.ts";

/**
 * Carries out an overwrite that nobody is asked about. When its answer is lost, what it may have overwritten goes along
 * with the failure: Mealie keeps no history, so this is the last place where it stands.
 *
 * @throws MealieError
 */
export async function tellingBefore<Result>(write: () => Promise<Result>, before: unknown): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof MealieError) || error.code !== "write-unknown") throw error;
    throw new MealieError(error.code, `${error.message} What it held before stands below.`, {
      foreign: untrusted(JSON.stringify(before)),
    });
  }
}
