import type { ApiCall, MealieApi, Query } from "../api/client.ts";
import { type OrganizerKind, RECIPE_FILTER } from "../api/organizers.ts";
import { MealieError } from "../errors.ts";
import { resolveCookbook } from "./cookbooks.ts";
import { resolveFoods } from "./foods.ts";
import { resolveOrganizers } from "./organizers.ts";

/** What recipes are wanted, in the caller's words. */
export type WantedRecipes = {
  tags?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
  tools?: readonly string[] | undefined;
  foods?: readonly string[] | undefined;
  cookbook?: string | undefined;
};

const KINDS: readonly { kind: OrganizerKind; key: "tags" | "categories" | "tools" }[] = [
  { kind: "tag", key: "tags" },
  { kind: "category", key: "categories" },
  { kind: "tool", key: "tools" },
];

/**
 * The filters of a listing of recipes, by id: one request for each kind that is named, all at once. Mealie drops a filter
 * whose values it does not know, and then shows everything; so an unknown name ends here.
 *
 * @throws MealieError (`unknown-name`, `bad-input`)
 */
export async function recipeFilters(api: MealieApi, wanted: WantedRecipes, call: ApiCall): Promise<Query> {
  const { cookbook, foods = [] } = wanted;
  const others = KINDS.some(({ key }) => (wanted[key] ?? []).length > 0) || foods.length > 0;
  if (cookbook !== undefined && others)
    throw new MealieError(
      "bad-input",
      "Within a cookbook Mealie ignores tags, categories, tools and foods; ask for the cookbook alone, with `search` if need be, or for the others without it.",
    );
  const found = await Promise.all([
    ...KINDS.map(async ({ kind, key }) => {
      const entries = await resolveOrganizers(api, { kind, wanted: wanted[key] ?? [] }, call);
      return [RECIPE_FILTER[kind], entries.map(({ id }) => id)] as const;
    }),
    resolveFoods(api, foods, call).then((all) => ["foods", all.map(({ id }) => id)] as const),
  ]);
  return {
    ...Object.fromEntries(found.filter(([, ids]) => ids.length > 0)),
    ...(cookbook === undefined ? {} : { cookbook: (await resolveCookbook(api, cookbook, call)).id }),
  };
}
