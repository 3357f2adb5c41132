import { framed, type Outcome } from "server-kit";
import type { ApiCall, MealieApi } from "../../api/client.ts";
import { readRecipe } from "../../api/recipes.ts";
import { MealieError } from "../../errors.ts";
import { textsOf } from "../../view/texts.ts";
import { writtenView } from "../../view/written-recipe.ts";
import { readBack } from "../../writing/read-back.ts";

type Import = {
  run: () => Promise<string>;
  /** What it means when Mealie refuses. */
  whenRefused: string;
  /** What a failure inside Mealie mostly means here. */
  whenFailed?: string;
  notes?: readonly string[];
};

/**
 * Imports, and says what came of it: the recipe's id, and how much is in it.
 *
 * @throws MealieError
 */
export async function importOutcome(
  api: MealieApi,
  { run, ...words }: Import,
  call: ApiCall,
): Promise<Outcome> {
  const slug = await run().catch((error: unknown) => {
    throw error instanceof MealieError ? explained(error, words) : error;
  });
  const recipe = await readBack(() => readRecipe(api, slug, call));
  const { notes = [] } = words;
  if (recipe !== undefined) return framed({ imported: true, ...writtenView(recipe.id, recipe, notes) });
  return framed({
    imported: true,
    verified: false,
    notes: [...notes, NOT_READ_BACK],
    untrusted_text: textsOf({ slug }),
  });
}

const NOT_READ_BACK =
  "It was imported, but could not be read back afterwards. Go on with its slug, and do not import it again.";

/** Mealie's own words for it say little to anybody, but its reason for not fetching a page is told (M28, M47). */
function explained(error: MealieError, { whenRefused, whenFailed }: Omit<Import, "run">): MealieError {
  const { code, foreign, message } = error;
  if (code === "refused") return new MealieError(code, `${whenRefused} Nothing was changed.`, { foreign });
  if (code === "write-unknown" && whenFailed !== undefined)
    return new MealieError(code, `${message} ${whenFailed}`, { foreign });
  return error;
}
