import { readSelf } from "../about.ts";
import type { ApiCall, MealieApi } from "../api/client.ts";
import type { Recipe } from "../api/recipe-shapes.ts";
import { refused } from "../errors.ts";

/**
 * Refuses what Mealie would refuse, before anything is created for it and before a person is asked (M43). Whether an
 * administrator may depends on the version, so that is left to Mealie.
 *
 * @throws MealieError (`forbidden`)
 */
export async function refuseLocked(
  api: MealieApi,
  { settings, userId }: Recipe,
  call: ApiCall,
): Promise<void> {
  if (settings.locked !== true) return;
  const self = await readSelf(api, call);
  if (self.rights.admin || self.id === undefined || self.id === userId) return;
  throw refused(
    "forbidden",
    "This recipe is locked, and only the user whose recipe it is may change or delete it.",
  );
}
