import type { Outcome } from "server-kit";
import type { ApiCall } from "../api/client.ts";
import { patchRecipe } from "../api/recipe-writes.ts";
import { readRecipe } from "../api/recipes.ts";
import { MealieError, refused } from "../errors.ts";
import type { MealieInstance } from "../instance.ts";
import { recipeAsItCame } from "../lookup/recipes.ts";
import { refuseEmptySlug } from "../lookup/taken.ts";
import { tellingBefore } from "./before.ts";
import type { GivenContent } from "./content.ts";
import { refuseLocked } from "./lock.ts";
import { type MadeEntry, stopped } from "./made.ts";
import { patchOf } from "./patch.ts";
import { carryOutContent, planContent } from "./plan.ts";
import { readBack, type WrittenRecipe } from "./read-back.ts";
import { notKept, replacedOf } from "./replaced.ts";

type Wanted = {
  recipe: string;
  name: string | undefined;
  given: GivenContent;
  createMissing: boolean;
};

type UpdatedRecipe = WrittenRecipe & { replaced: Record<string, unknown> };

/**
 * Changes the given fields of a recipe and leaves the others. It is addressed and read back by id: a new name moves the
 * slug, and some versions answer with a slug that leads nowhere.
 *
 * @throws MealieError while nothing was changed, or `write-unknown`
 */
export async function updateRecipe(
  { api, newId }: MealieInstance,
  { recipe: named, name, given, createMissing }: Wanted,
  call: ApiCall,
): Promise<UpdatedRecipe | { failure: Outcome }> {
  if (name === undefined && Object.values(given).every((value) => value === undefined))
    throw refused("bad-input", "Name at least one field to change.");
  if (name !== undefined) refuseEmptySlug(name);
  const { raw, recipe } = await recipeAsItCame(api, named, call);
  const { id } = recipe;
  const [plan] = await Promise.all([
    planContent(api, { given, createMissing }, call),
    refuseLocked(api, recipe, call),
  ]);
  const replaced = replacedOf(recipe, { ...given, name });
  const made: MadeEntry[] = [];
  try {
    const resolved = await carryOutContent(api, { plan, made }, call);
    const { patch, notes } = patchOf({ given, resolved, current: { raw, recipe }, newId });
    const renamed = { ...(name === undefined ? {} : { name }), ...patch };
    await tellingBefore(() => patchRecipe(api, { id, patch: renamed }, call), replaced);
    const told = [...notes, ...notKept(recipe, given)];
    return { id, recipe: await readBack(() => readRecipe(api, id, call)), notes: told, made, replaced };
  } catch (error) {
    const uncertain = error instanceof MealieError && error.code === "write-unknown";
    const happened = uncertain ? undefined : UNCHANGED;
    return { failure: stopped(error, { happened: made.length === 0 ? undefined : happened, made }) };
  }
}

const UNCHANGED = "The recipe was not changed.";
