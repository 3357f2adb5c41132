import { MealieError } from "../errors.ts";

/**
 * Carries out a write. Where its answer does not tell what became of it, as when Mealie fails inside, what is stored
 * tells: `look` finds what the write was to bring about, or gives undefined.
 *
 * @throws MealieError; `write-unknown` when looking does not tell either
 */
export async function settled<Result>(
  write: () => Promise<Result>,
  look: () => Promise<Result | undefined>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof MealieError) || error.code !== "write-unknown") throw error;
    const result = await look().catch(() => undefined);
    if (result !== undefined) return result;
    throw error;
  }
}

/**
 * Reads the record that a write answered with. The write itself was carried out, so an answer that cannot be read says
 * nothing against it.
 *
 * @throws MealieError (`write-unknown`)
 */
export function afterWrite<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MealieError)) throw error;
    throw new MealieError(
      "write-unknown",
      "Mealie's answer could not be read, so it is not certain whether the change was made. Look before repeating it.",
    );
  }
}

/** What a deletion that is not certain has come to: true once the thing is gone. */
export async function isGone(read: () => Promise<unknown>): Promise<true | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof MealieError && error.code === "not-found") return true;
    throw error;
  }
}
