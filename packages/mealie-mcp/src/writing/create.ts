import { untrusted } from "confirm-guard";
import { failed, type Outcome } from "server-kit";
import type { ApiCall } from "../api/client.ts";
import { readRecord } from "../api/page.ts";
import { recipeShape } from "../api/recipe-shapes.ts";
import { createRecipeNamed, patchRecipe } from "../api/recipe-writes.ts";
import { readRawRecipe, readRecipe } from "../api/recipes.ts";
import type { MealieInstance } from "../instance.ts";
import { refuseEmptySlug } from "../lookup/taken.ts";
import type { GivenContent, Resolved } from "./content.ts";
import { type MadeEntry, stopped } from "./made.ts";
import { type Current, patchOf } from "./patch.ts";
import { carryOutContent, planContent } from "./plan.ts";
import { readBack, type WrittenRecipe } from "./read-back.ts";

type Wanted = { name: string; given: GivenContent; createMissing: boolean };

/**
 * Creates a recipe: Mealie takes a name first and fills the rest with placeholders, which stay unless both lists are
 * sent (M37). Each step that fails after something exists ends with what exists, never with "nothing was changed".
 *
 * @throws MealieError while nothing was changed
 */
export async function createRecipe(
  instance: MealieInstance,
  { name, given, createMissing }: Wanted,
  call: ApiCall,
): Promise<WrittenRecipe | { failure: Outcome }> {
  const { api, newId } = instance;
  refuseEmptySlug(name);
  const complete = { ...given, ingredients: given.ingredients ?? [], instructions: given.instructions ?? [] };
  const plan = await planContent(api, { given: complete, createMissing }, call);

  const made: MadeEntry[] = [];
  let resolved: Resolved;
  let slug: string;
  try {
    resolved = await carryOutContent(api, { plan, made }, call);
    slug = await createRecipeNamed(api, name, call);
  } catch (error) {
    return { failure: stopped(error, { happened: undefined, made }) };
  }
  let current: Current;
  try {
    const raw = await readRawRecipe(api, slug, call);
    current = { raw, recipe: readRecord(raw, recipeShape) };
  } catch {
    return { failure: lost(slug) };
  }
  const { id } = current.recipe;
  const { patch, notes } = patchOf({ given: complete, resolved, current, newId });
  try {
    await patchRecipe(api, { id, patch }, call);
  } catch (error) {
    return { failure: stopped(error, { happened: halfMade(id), made }) };
  }
  return { id, recipe: await readBack(() => readRecipe(api, id, call)), notes, made };
}

function halfMade(id: string): string {
  return `The recipe was created with the id ${id}, but its content could not be stored: it holds the name and Mealie's placeholders. Finish it with update_recipe or remove it with delete_recipe; do not create it again.`;
}

function lost(slug: string): Outcome {
  return failed(
    "The recipe was created, but could not be read afterwards, so it holds the name and Mealie's placeholders. Its slug stands below; look for it with search_recipes before creating it again.",
    { foreign: untrusted(slug) },
  );
}
