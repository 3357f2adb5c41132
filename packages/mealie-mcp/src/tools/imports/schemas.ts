import { z } from "zod";
import { written } from "../recipes/written.ts";
import { nameAndSlug } from "../schemas.ts";

/** What every import answers, and what it takes besides its source. */

export const including = {
  include_tags: z.boolean().optional().describe("Also take over its tags, creating them. Default: false."),
  include_categories: z
    .boolean()
    .optional()
    .describe("Also take over its categories, creating them; older versions ignore this. Default: false."),
};

export const imported = z.object({
  imported: z.literal(true),
  ...written,
  id: z.string().optional().describe("Absent when the recipe could not be read back: go on with its slug"),
  untrusted_text: nameAndSlug.optional(),
});

type Including = { include_tags?: boolean | undefined; include_categories?: boolean | undefined };

export function includingOf({
  include_tags: tags = false,
  include_categories: categories = false,
}: Including): {
  includeTags: boolean;
  includeCategories?: true;
} {
  return { includeTags: tags, ...(categories ? { includeCategories: true } : {}) };
}
