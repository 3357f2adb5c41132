import { z } from "zod";
import { foreignText, uuid } from "../schemas.ts";

export const listId = uuid.describe("From list_shopping_lists, unchanged.");

export const itemIds = z
  .array(z.guid())
  .min(1)
  .max(100)
  .describe("From list_shopping_lists or get_shopping_list, unchanged.");

export const times = z
  .number()
  .min(0.1)
  .max(100)
  .optional()
  .describe("How many times the whole recipe, such as 0.5 for half of it. Default: 1.");

const text = foreignText.optional();

const fromRecipe = z.object({ recipe_id: z.string(), times: z.number() });

export const item = z.object({
  id: z.string(),
  checked: z.boolean().describe("Ticked off"),
  quantity: z.number(),
  food_id: z.string().optional(),
  unit_id: z.string().optional(),
  label_id: z.string().optional(),
  recipes: z.array(fromRecipe).optional().describe("Recipes that it was added for"),
  untrusted_text: z.object({
    text: text.describe("The whole line"),
    note: text,
    food: text,
    unit: text,
    label: text,
  }),
});

export const listRow = z.object({
  id: z.string(),
  updated_at: z.string().optional(),
  recipe_count: z.number().int(),
  unticked: z.number().int().describe("How many items are not ticked off"),
  items: z
    .array(z.object({ id: z.string(), untrusted_text: z.object({ text }) }))
    .describe("The first 50 of them"),
  untrusted_text: z.object({ name: text }),
});

export const list = z.object({
  id: z.string(),
  updated_at: z.string().optional(),
  item_count: z.number().int(),
  unticked: z.number().int(),
  recipes: z.array(
    z.object({
      recipe_id: z.string(),
      times: z.number().optional(),
      untrusted_text: z.object({ name: text, slug: text }),
    }),
  ),
  untrusted_text: z.object({ name: text }),
});

const replaced = z.object({
  id: z.string(),
  checked: z.boolean().optional(),
  quantity: z.number().optional(),
  unit_id: z.string().nullable().optional(),
  recipes: z.array(fromRecipe).optional(),
  untrusted_text: z.object({ note: foreignText.nullable() }).optional(),
});

/** What a change of a list's items answers. */
export const outcome = {
  list_id: z.string(),
  created: z.array(item),
  updated: z.array(item).describe("Named items, now as asked for"),
  merged: z.array(item).describe("Items that took others in or gave some up, as they are now"),
  removed: z.array(item).describe("Items that are gone, as they were"),
  replaced: z
    .array(replaced)
    .optional()
    .describe("What updated and merged items held before; null where there was nothing"),
  unreadable: z.number().int().optional().describe("Items that could not be read"),
};
