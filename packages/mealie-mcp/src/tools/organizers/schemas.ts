import { z } from "zod";
import { foreignText } from "../schemas.ts";

export const kind = z.enum(["tag", "category", "tool"]).describe("`tool` is kitchen equipment.");

export const organizerName = z.string().trim().min(1).max(255).describe("The name, as people will see it.");

export const organizerTexts = z.object({ name: foreignText.optional(), slug: foreignText.optional() });

export const organizer = z.object({
  id: z.string(),
  on_hand: z.boolean().optional().describe("Of tools: whether the household has it"),
  households: z.number().int().optional().describe("Of tools: how many households have it"),
  untrusted_text: organizerTexts,
});
