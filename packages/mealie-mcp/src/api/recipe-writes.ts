import { z } from "zod";
import type { ApiCall, MealieApi } from "./client.ts";
import type { Organizer } from "./organizers.ts";
import { readRecord } from "./page.ts";
import { apiPath } from "./path.ts";
import { type Recipe, type RecipeNutrition, recipeShape } from "./recipe-shapes.ts";
import { readRawRecipe } from "./recipes.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite, isGone, settled } from "./settle.ts";

/** A line of ingredients as it is sent. Without a reference id, older versions could never read the recipe again (M1). */
type SentIngredient = {
  referenceId: string;
  quantity: number;
  unit: { id: string; name: string } | null;
  food: { id: string; name: string } | null;
  note: string;
  title: string | null;
};

/** A step as it is sent. Without the list of references, older versions fail on it (M2). */
type SentStep = { title: string; text: string; ingredientReferences: [] };

type SentOrganizer = Pick<Organizer, "id" | "name" | "slug" | "groupId">;

/** The fields of a recipe that are to change; Mealie keeps the others. Lists and objects replace what was there. */
export type RecipePatch = {
  name?: string;
  description?: string;
  recipeServings?: number;
  recipeYield?: string | null;
  recipeYieldQuantity?: number;
  prepTime?: string | null;
  cookTime?: string | null;
  performTime?: string | null;
  totalTime?: string | null;
  orgURL?: string | null;
  recipeIngredient?: SentIngredient[];
  recipeInstructions?: SentStep[];
  recipeCategory?: SentOrganizer[];
  tags?: SentOrganizer[];
  /** What is sent of a tool overwrites the tool itself, so all of it is sent as it was just read. */
  tools?: Organizer[];
  notes?: { title: string; text: string }[];
  nutrition?: { [Nutrient in keyof RecipeNutrition]: string | null };
  /** Always all of them: what is missing is reset, and a recipe would become public. */
  settings?: Record<string, boolean>;
};

const slugAnswer = z.string();

/** Makes a recipe that has a name and placeholders, and gives its slug. @throws MealieError */
export async function createRecipeNamed(api: MealieApi, name: string, call: ApiCall): Promise<string> {
  const answer = await api.write(
    { method: "POST", path: apiPath("recipes"), json: bodyFor("POST /api/recipes", { name }) },
    call,
  );
  return afterWrite(() => readRecord(answer, slugAnswer));
}

/** @throws MealieError */
export async function patchRecipe(
  api: MealieApi,
  { id, patch }: { id: string; patch: RecipePatch },
  call: ApiCall,
): Promise<void> {
  await api.write(
    { method: "PATCH", path: apiPath("recipes", id), json: bodyFor("PATCH /api/recipes/{slug}", patch) },
    call,
  );
}

/** @throws MealieError */
export async function duplicateRecipe(
  api: MealieApi,
  { id, name }: { id: string; name: string | undefined },
  call: ApiCall,
): Promise<Recipe> {
  const path = apiPath("recipes", id, "duplicate");
  const answer = await api.write(
    {
      method: "POST",
      path,
      json: bodyFor("POST /api/recipes/{slug}/duplicate", name === undefined ? {} : { name }),
    },
    call,
  );
  return afterWrite(() => readRecord(answer, recipeShape));
}

/** `timestamp` is an instant with a zone: a date alone would be midnight in UTC, a day early in the west. @throws MealieError */
export async function setLastMade(
  api: MealieApi,
  { id, timestamp }: { id: string; timestamp: string },
  call: ApiCall,
): Promise<void> {
  await api.write(
    {
      method: "PATCH",
      path: apiPath("recipes", id, "last-made"),
      json: bodyFor("PATCH /api/recipes/{slug}/last-made", { timestamp }),
    },
    call,
  );
}

/** @throws MealieError */
export async function deleteRecipe(api: MealieApi, id: string, call: ApiCall): Promise<void> {
  await settled(
    () => api.write({ method: "DELETE", path: apiPath("recipes", id) }, call),
    () => isGone(() => readRawRecipe(api, id, call)),
  );
}
