import type { ApiCall, MealieApi } from "./client.ts";
import { listComments } from "./comments.ts";
import { readTotal } from "./page.ts";
import { apiPath } from "./path.ts";
import type { Recipe } from "./recipe-shapes.ts";
import { countShareLinks } from "./share-links.ts";
import { listTimeline } from "./timeline.ts";

/** What goes with a recipe when it is deleted. */
export type Company = { comments: number; events: number; planEntries: number; shareLinks: number };

/** @throws MealieError; a number that is not known is never taken for 0 */
export async function companyOf(api: MealieApi, recipe: Recipe, call: ApiCall): Promise<Company> {
  const { id } = recipe;
  const [comments, events, planEntries, shareLinks] = await Promise.all([
    listComments(api, recipe, call),
    listTimeline(api, { recipeId: id, page: 1, perPage: 1 }, call),
    countPlanEntries(api, id, call),
    countShareLinks(api, id, call),
  ]);
  return {
    comments: comments.records.length + comments.unreadable,
    events: events.total,
    planEntries,
    shareLinks,
  };
}

async function countPlanEntries(api: MealieApi, recipeId: string, call: ApiCall): Promise<number> {
  const query = { page: 1, perPage: 1, queryFilter: `recipe_id="${recipeId}"` };
  return readTotal(await api.get(apiPath("households", "mealplans"), query, call));
}
