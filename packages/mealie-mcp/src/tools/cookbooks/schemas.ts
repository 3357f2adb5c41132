import { z } from "zod";
import { foreignText } from "../schemas.ts";

const text = foreignText.optional();

export const cookbook = z.object({
  id: z.string(),
  is_public: z.boolean().optional().describe("Whether people without an account may see it"),
  position: z.number().optional(),
  untrusted_text: z.object({
    name: text,
    slug: text,
    description: text,
    query_filter: text.describe("Chooses its recipes; absent when it holds all of them"),
  }),
});
