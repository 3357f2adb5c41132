import { z } from "zod";
import { ENTRY_TYPES } from "../../api/mealplans.ts";
import { foreignText, writtenText } from "../schemas.ts";

export const entryType = z.enum(ENTRY_TYPES).describe("snack, drink and dessert are known from Mealie 3 on.");

export const entryId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).describe("From list_mealplans.");

export const title = writtenText(255).trim().min(1).describe("What is planned, instead of a recipe.");

export const text = writtenText(2_000).describe("A note beside it.");

const entryFields = {
  id: z.number().int(),
  entry_type: z.enum(ENTRY_TYPES).optional(),
  recipe_id: z.string().optional(),
  recipe_missing: z.literal(true).optional().describe("Its recipe is not there any more"),
  untrusted_text: z.object({
    recipe_name: foreignText.optional(),
    recipe_slug: foreignText.optional(),
    title: foreignText.optional(),
    text: foreignText.optional(),
  }),
};

const day = { date: z.string(), weekday: z.string() };

export const entry = z.object(entryFields);

export const datedEntry = z.object({ ...day, ...entryFields });

export const planDay = z.object({ ...day, entries: z.array(entry) });

export const replaced = z
  .object({
    date: z.string().optional(),
    entry_type: z.enum(ENTRY_TYPES).optional(),
    recipe_id: z.string().nullable().optional(),
    untrusted_text: z
      .object({ title: foreignText.nullable().optional(), text: foreignText.nullable().optional() })
      .optional(),
  })
  .describe("What the changed fields held before; null where there was nothing");
