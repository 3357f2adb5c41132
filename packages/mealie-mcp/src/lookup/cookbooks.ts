import { z } from "zod";
import type { ApiCall, MealieApi } from "../api/client.ts";
import { ALL, readPage } from "../api/page.ts";
import { apiPath } from "../api/path.ts";
import { uuid } from "../api/shapes.ts";
import { type LookupWords, resolveNamed } from "./names.ts";

const cookbook = z.object({ id: uuid, name: z.string(), slug: z.string() });

type Cookbook = z.output<typeof cookbook>;

export const COOKBOOK_WORDS: LookupWords = { one: "cookbook", many: "cookbooks", tool: "list_cookbooks" };

/**
 * The cookbook that a caller names by name, slug or id.
 *
 * @throws MealieError (`unknown-name`), which lists close names
 */
export async function resolveCookbook(api: MealieApi, wanted: string, call: ApiCall): Promise<Cookbook> {
  const query = { page: 1, perPage: ALL };
  const page = readPage(await api.get(apiPath("households", "cookbooks"), query, call), cookbook);
  const [found] = resolveNamed(page.items, [wanted], COOKBOOK_WORDS);
  if (found === undefined) throw new RangeError("A name that is resolved has an entry.");
  return found;
}
