import { z } from "zod";
import { MealieError } from "../errors.ts";
import type { ApiCall, MealieApi } from "./client.ts";
import { ALL, readPage, readTotal } from "./page.ts";
import { apiPath } from "./path.ts";
import { uuid } from "./shapes.ts";

/** How many recipes a filter by one id finds. @throws MealieError */
export async function countRecipes(
  api: MealieApi,
  { by, id }: { by: "tags" | "categories" | "tools" | "foods"; id: string },
  call: ApiCall,
): Promise<number> {
  return readTotal(await api.get(apiPath("recipes"), { page: 1, perPage: 1, [by]: [id] }, call));
}

/**
 * How many recipes have a unit in their ingredients; undefined when this Mealie cannot tell. Filters on what a recipe has
 * many of count one recipe several times, so the recipes are counted here.
 *
 * @throws MealieError when Mealie cannot be reached
 */
export async function countRecipesWithUnit(
  api: MealieApi,
  id: string,
  call: ApiCall,
): Promise<number | undefined> {
  const query = { page: 1, perPage: ALL, queryFilter: `recipe_ingredient.unit.id = "${id}"` };
  return unlessRefused(async () => {
    const { items, unreadable } = readPage(
      await api.get(apiPath("recipes"), query, call),
      z.object({ id: uuid }),
    );
    return unreadable > 0 ? undefined : new Set(items.map((recipe) => recipe.id)).size;
  });
}

/**
 * How many items of shopping lists have a food or a unit; undefined when this Mealie cannot tell.
 *
 * @throws MealieError when Mealie cannot be reached
 */
export async function countListItems(
  api: MealieApi,
  { column, id }: { column: "food_id" | "unit_id"; id: string },
  call: ApiCall,
): Promise<number | undefined> {
  const path = apiPath("households", "shopping", "items");
  const query = { page: 1, perPage: 1, queryFilter: `${column} = "${id}"` };
  return unlessRefused(async () => readTotal(await api.get(path, query, call)));
}

const CANNOT_TELL: ReadonlySet<string> = new Set([
  "refused",
  "server-error",
  "not-found",
  "unsupported",
  "too-large",
]);

async function unlessRefused<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MealieError && CANNOT_TELL.has(error.code)) return undefined;
    throw error;
  }
}
