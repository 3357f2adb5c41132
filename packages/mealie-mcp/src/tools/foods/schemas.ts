import { z } from "zod";
import { foreignText, writtenText } from "../schemas.ts";

export const pluralName = writtenText(255).trim().min(1).optional();
export const description = writtenText(2_000).optional();

const names = {
  name: foreignText.optional(),
  plural_name: foreignText.optional(),
  description: foreignText.optional(),
  aliases: z.array(foreignText).optional(),
};

export const food = z.object({
  id: z.string(),
  label_id: z.string().optional(),
  on_hand: z.boolean().optional(),
  untrusted_text: z.object({ ...names, label: foreignText.optional() }),
});

export const unit = z.object({
  id: z.string(),
  use_abbreviation: z.boolean().optional(),
  fraction: z.boolean().optional().describe("Shown as ½ rather than 0.5"),
  standard_quantity: z.number().optional().describe("How much one of it is, in the standard unit"),
  untrusted_text: z.object({
    ...names,
    abbreviation: foreignText.optional(),
    plural_abbreviation: foreignText.optional(),
    standard_unit: foreignText.optional(),
  }),
});

export const merged = z.object({
  merged: z.literal(true),
  deleted_id: z.string(),
  kept_id: z.string(),
  recipes: z.number().int().optional().describe("How many recipes used what was deleted, as far as known"),
});
