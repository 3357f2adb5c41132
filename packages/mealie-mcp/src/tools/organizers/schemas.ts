import { z } from "zod";
import { nameAndSlug } from "../schemas.ts";

export const kind = z.enum(["tag", "category", "tool"]).describe("`tool` is kitchen equipment.");

export const organizer = z.object({
  id: z.string(),
  on_hand: z.boolean().optional().describe("Of tools: whether the household has it"),
  households: z.number().int().optional().describe("Of tools: how many households have it"),
  untrusted_text: nameAndSlug,
});
