import { framed, READ } from "server-kit";
import { z } from "zod";
import { readSelf } from "../../about.ts";
import { listShareLinks } from "../../api/share-links.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { gapsOf } from "../../view/paging.ts";
import { shareLinkView } from "../../view/share-links.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const listShareTokensTool = defineTool({
  name: "list_share_tokens",
  title: "List share links",
  description:
    "The share links of one recipe, or of all of them. Whoever has such a link reads the recipe without an account. Older versions of Mealie open a link even after it has expired; delete it to be sure.",
  input: z.strictObject({ recipe: schema.recipe.optional() }),
  output: z.object({
    count: z.number().int(),
    unreadable: schema.paging.unreadable,
    share_tokens: z.array(
      z.object({
        id: z.string(),
        recipe_id: z.string(),
        created_at: z.string().optional(),
        expires_at: z.string().optional(),
        expired: z.literal(true).optional(),
        untrusted_text: z.object({ link: schema.foreignText.optional() }),
      }),
    ),
  }),
  annotations: READ,
  run: async ({ recipe: named }, call) => {
    const { api, url, now } = call.deps;
    const [recipe, { groupSlug }] = await Promise.all([
      named === undefined ? undefined : resolveRecipe(api, named, call),
      readSelf(api, call),
    ]);
    const { records, unreadable } = await listShareLinks(api, { recipeId: recipe?.id }, call);
    const seen = { url, groupSlug, now: now() };
    return framed(
      {
        count: records.length,
        ...gapsOf({ unreadable }),
        share_tokens: records.map((link) => shareLinkView(link, seen)),
      },
      { records: "share_tokens" },
    );
  },
});
