import { framed, READ } from "server-kit";
import { z } from "zod";
import { parseLines } from "../../api/parser.ts";
import { parsedLineView } from "../../view/parsed-ingredients.ts";
import { defineTool } from "../define.ts";
import { foreignText } from "../schemas.ts";

export const parseIngredientsTool = defineTool({
  name: "parse_ingredients",
  title: "Parse ingredients",
  description:
    "Has Mealie take lines of ingredients apart into quantity, unit, food and note. Nothing is stored. A part without an id is not known to Mealie yet.",
  input: z.strictObject({
    ingredients: z.array(z.string().trim().min(1).max(1_000)).min(1).max(100),
    parser: z
      .enum(["nlp", "brute"])
      .optional()
      .describe("`nlp` knows English sentences, `brute` splits at blanks. Default: nlp."),
  }),
  output: z.object({
    lines: z.array(
      z.object({
        number: z.number().int().describe("Which of the given lines, from 1"),
        parsed: z.boolean().describe("False when Mealie's parser fails on this line"),
        quantity: z.number().optional(),
        unit_id: z.string().optional(),
        food_id: z.string().optional(),
        confidence: z.number().optional().describe("0 to 1, as the parser sees it"),
        untrusted_text: z.object({
          line: foreignText.optional(),
          unit: foreignText.optional(),
          food: foreignText.optional(),
          note: foreignText.optional(),
        }),
      }),
    ),
  }),
  annotations: READ,
  run: async ({ ingredients, parser = "nlp" }, call) => {
    const lines = await parseLines(call.deps.api, { lines: ingredients, parser }, call);
    return framed({ lines: lines.map(parsedLineView) }, { records: "lines" });
  },
});
