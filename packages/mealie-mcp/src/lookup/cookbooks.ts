import type { ApiCall, MealieApi } from "../api/client.ts";
import { type Cookbook, listCookbooks } from "../api/cookbooks.ts";
import { ALL } from "../api/page.ts";
import { type LookupWords, resolveNamed } from "./names.ts";

export const COOKBOOK_WORDS: LookupWords = { one: "cookbook", many: "cookbooks", tool: "list_cookbooks" };

/**
 * The cookbook that a caller names by name, slug or id, as it is now.
 *
 * @throws MealieError (`unknown-name`), which lists close names
 */
export async function resolveCookbook(api: MealieApi, wanted: string, call: ApiCall): Promise<Cookbook> {
  const { items } = await listCookbooks(api, { page: 1, perPage: ALL }, call);
  const [found] = resolveNamed(items, [wanted], COOKBOOK_WORDS);
  if (found === undefined) throw new RangeError("A name that is resolved has an entry.");
  return found;
}
