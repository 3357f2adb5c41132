import { MealieError } from "../errors.ts";

/**
 * Makes something whose name was looked up before and was free. Where it cannot be told from the answer what became of
 * it, as when Mealie fails inside, the listing tells: what has the name now is the new one.
 *
 * @throws MealieError; `write-unknown` when the listing does not tell either
 */
export async function createNamed<Entry extends { name: string }>({
  name,
  write,
  list,
}: {
  name: string;
  /** Sends it and reads the answer. */
  write: () => Promise<Entry>;
  list: () => Promise<readonly Entry[]>;
}): Promise<Entry> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof MealieError) || !(error.code === "write-unknown" || error.code === "not-mealie"))
      throw error;
    const now = await list().catch(() => []);
    const created = now.find((entry) => entry.name === name);
    if (created !== undefined) return created;
    if (error.code === "write-unknown") throw error;
    throw new MealieError(
      "write-unknown",
      "Mealie's answer could not be read, so it is not certain whether the change was made. Look before repeating it.",
    );
  }
}
