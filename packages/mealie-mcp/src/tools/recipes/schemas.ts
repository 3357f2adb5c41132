import { z } from "zod";
import { foreignText } from "../schemas.ts";

const text = foreignText.optional();

const numbers = {
  id: z.string(),
  image: z.string().optional().describe("Key of the version of its image; absent when it has none"),
  servings: z.number().optional(),
  yield_quantity: z.number().optional().describe("How much it makes, in what `yield` names"),
  rating: z.number().optional().describe("Average of its users' ratings"),
  added_on: z.string().optional(),
  last_made_on: z.string().optional().describe("The day in the configured time zone"),
};

const ownTexts = {
  name: text,
  slug: text,
  yield: text,
  total_time: text,
  prep_time: text,
  cook_time: text,
  perform_time: text,
  description: text,
};

/** One recipe of a listing. */
export const recipeRow = z.object({
  ...numbers,
  untrusted_text: z.object({
    ...ownTexts,
    categories: z.array(foreignText).optional(),
    tags: z.array(foreignText).optional(),
    tools: z.array(foreignText).optional(),
  }),
});

const organizer = z.object({
  id: z.string().optional(),
  untrusted_text: z.object({ name: text, slug: text }),
});

/** A line of ingredients: taken apart into quantity, unit and food, or one text. */
export const ingredient = z.object({
  line: z.number().int(),
  quantity: z.number().optional(),
  unit_id: z.string().optional(),
  food_id: z.string().optional(),
  recipe_id: z.string().optional().describe("Another recipe that is an ingredient"),
  untrusted_text: z.object({
    section: text.describe("A heading before this line"),
    unit: text,
    food: text,
    recipe: text,
    note: text,
    text: text.describe("The whole line, where it was never taken apart"),
  }),
});

export const step = z.object({
  step: z.number().int(),
  uses_lines: z.array(z.number().int()).optional().describe("Lines of ingredients"),
  untrusted_text: z.object({ title: text, summary: text, text }),
});

export const note = z.object({ untrusted_text: z.object({ title: text, text }) });

export const nutrition = z.object({
  untrusted_text: z.object({
    calories: text,
    carbohydrates: text,
    cholesterol: text,
    fat: text,
    fiber: text,
    protein: text,
    saturated_fat: text,
    sodium: text,
    sugar: text,
    trans_fat: text,
    unsaturated_fat: text,
  }),
});

const count = z.number().int().optional();

/** A whole recipe, or the parts of it that were asked for. */
export const recipe = z.object({
  ...numbers,
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  locked: z.boolean().optional(),
  public: z.boolean().optional(),
  ingredient_count: count,
  step_count: count,
  note_count: count,
  comment_count: count,
  unreadable: count.describe("Lines and steps that could not be read"),
  categories: z.array(organizer).optional(),
  tags: z.array(organizer).optional(),
  tools: z.array(organizer).optional(),
  ingredients: z.array(ingredient).optional(),
  left_as_written: z
    .array(z.number().int())
    .optional()
    .describe("Lines that are text alone, so that their amounts were not scaled"),
  steps: z.array(step).optional(),
  notes: z.array(note).optional(),
  nutrition: nutrition.optional().describe("As stored, usually for one serving; never scaled"),
  untrusted_text: z.object({
    ...ownTexts,
    source_url: text,
    json: text.describe("With `detail: raw`: the record as Mealie sends it"),
  }),
});
