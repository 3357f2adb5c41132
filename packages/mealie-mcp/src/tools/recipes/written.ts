import { z } from "zod";
import { NUTRIENT_FIELDS, type NutrientName } from "../../api/recipe-shapes.ts";
import { foreignText, writtenText } from "../schemas.ts";

/** What the tools that write recipes take and answer. */

const shortText = writtenText(255);
const duration = writtenText(100).describe('In words, such as "1 hour 20 minutes".');

const ingredient = z.union([
  writtenText(1_000).min(1),
  z.strictObject({
    quantity: z.number().min(0).max(1_000_000).optional(),
    unit: shortText.min(1).optional().describe("A unit's name, abbreviation or id."),
    food: shortText.min(1).optional().describe("A food's name or id."),
    note: writtenText(1_000).optional(),
    section: shortText.optional().describe("A heading that stands before this line."),
  }),
]);

const step = z.union([
  writtenText(20_000).min(1),
  z.strictObject({ title: shortText.optional(), text: writtenText(20_000) }),
]);

const organizerNames = z.array(shortText.trim().min(1)).max(50).optional();

const nutrient = z
  .union([writtenText(100), z.number().min(0).max(1_000_000)])
  .nullable()
  .optional();

function nutrition(): z.ZodObject<Record<NutrientName, typeof nutrient>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are exactly those of the list
  const fields = Object.fromEntries(NUTRIENT_FIELDS.map(([name]) => [name, nutrient])) as Record<
    NutrientName,
    typeof nutrient
  >;
  return z.strictObject(fields);
}

/** The content of a recipe; `null` empties a field. */
export const content = {
  description: writtenText(20_000).nullable().optional(),
  ingredients: z
    .array(ingredient)
    .max(200)
    .optional()
    .describe('In order: a text such as "500 g quark", or its parts, which can be scaled and shopped for.'),
  instructions: z.array(step).max(100).optional().describe("The steps in order; Markdown is shown."),
  tags: organizerNames.describe("Names or ids; new names are created."),
  categories: organizerNames.describe("Names or ids; new names are created."),
  tools: organizerNames.describe("Names or ids of kitchen tools."),
  create_missing: z
    .boolean()
    .optional()
    .describe(
      "Also create foods, units and tools that do not exist. Default: false, an unknown one is refused.",
    ),
  prep_time: duration.nullable().optional(),
  cook_time: duration.nullable().optional(),
  total_time: duration.nullable().optional(),
  servings: z.number().min(0).max(10_000).nullable().optional().describe("For how many people it is."),
  recipe_yield: shortText.nullable().optional().describe('What it makes, such as "1 loaf".'),
  notes: z
    .array(z.strictObject({ title: shortText.optional(), text: writtenText(20_000) }))
    .max(50)
    .optional(),
  source_url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .nullable()
    .optional()
    .describe("The http or https address where it comes from; stored, never opened."),
  nutrition: nutrition()
    .optional()
    .describe("For one serving, in the units that Mealie shows. What is left out stays as it is."),
};

export const alsoCreated = z
  .array(
    z.object({
      kind: z.enum(["food", "unit", "tag", "category", "tool"]),
      id: z.string(),
      untrusted_text: z.object({ name: foreignText }),
    }),
  )
  .describe("What the recipe names and did not exist before");

export const written = {
  id: z.string(),
  ingredient_count: z.number().int().optional(),
  step_count: z.number().int().optional(),
  verified: z.boolean().describe("It was read back after the write"),
  notes: z.array(z.string()).describe("What the caller should know"),
};
