import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { createCookbook } from "../../api/cookbooks.ts";
import { checkFilter } from "../../cookbooks/check-filter.ts";
import { refuseEmptySlug } from "../../lookup/taken.ts";
import { cookbookView } from "../../view/cookbooks.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { cookbook } from "./schemas.ts";

export const createCookbookTool = defineTool({
  name: "create_cookbook",
  title: "Create a cookbook",
  description:
    "Creates a cookbook: a filter over the recipes. Without `query_filter` it holds all of them. With `is_public` people without an account may see it, as far as group and household allow that. The filter is tried out first.",
  input: z.strictObject({
    name: schema.name,
    description: schema.writtenText(2_000).optional(),
    query_filter: z
      .string()
      .trim()
      .min(1)
      .max(1_000)
      .optional()
      .describe('In Mealie\'s own words, such as `tags.name IN ["Dessert"] AND rating >= 4`.'),
    is_public: z.boolean().optional().describe("Default: false."),
  }),
  output: z.object({
    created: z.literal(true),
    is_public: z.boolean(),
    finds_recipes: z
      .boolean()
      .optional()
      .describe(
        "Whether the filter chooses any recipe now; Mealie takes some mistakes for one that chooses none",
      ),
    cookbook,
  }),
  annotations: CREATE,
  run: async ({ name, description = "", query_filter, is_public = false }, call) => {
    const { api } = call.deps;
    refuseEmptySlug(name);
    const checked = query_filter === undefined ? undefined : await checkFilter(api, query_filter, call);
    const created = await createCookbook(
      api,
      { name, description, public: is_public, queryFilterString: query_filter ?? "" },
      call,
    );
    return framed({
      created: true,
      is_public: created.public ?? is_public,
      ...(checked === undefined ? {} : { finds_recipes: checked.findsRecipes }),
      cookbook: cookbookView(created),
    });
  },
});
