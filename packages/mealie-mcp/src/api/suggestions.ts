import { z } from "zod";
import { MealieError } from "../errors.ts";
import type { ApiCall, MealieApi, Query } from "./client.ts";
import { readList } from "./page.ts";
import { apiPath } from "./path.ts";
import { recipeSummary } from "./recipe-shapes.ts";
import { uuid } from "./shapes.ts";

const missing = z.object({ id: uuid, name: z.string() });

const suggestion = z.object({
  recipe: recipeSummary,
  missingFoods: z.array(missing).catch([]),
  missingTools: z.array(missing).catch([]),
});

export type Suggestion = z.output<typeof suggestion>;

const answer = z.object({ items: z.array(z.unknown()) });

/**
 * Recipes that lack the least of what is there. A v2.0 does not have it: there it is the slug of a recipe, which is
 * not found, or is one.
 *
 * @throws MealieError (`unsupported`)
 */
export async function suggestRecipes(
  api: MealieApi,
  query: Query,
  call: ApiCall,
): Promise<{ records: Suggestion[]; unreadable: number }> {
  const body = await api.get(apiPath("recipes", "suggestions"), query, call).catch((error: unknown) => {
    if (error instanceof MealieError && error.code === "not-found") return undefined;
    throw error;
  });
  const read = answer.safeParse(body);
  if (!read.success)
    throw new MealieError(
      "unsupported",
      "This version of Mealie does not suggest recipes; search_recipes with `foods` finds those that use some of them.",
    );
  return readList(read.data.items, suggestion);
}
