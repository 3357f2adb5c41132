import { z } from "zod";
import { MealieError } from "../errors.ts";
import type { ApiCall, MealieApi } from "./client.ts";
import { readList } from "./page.ts";
import { apiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";
import { number, optionalUuid, text } from "./shapes.ts";

export type ParserName = "nlp" | "brute";

/** A food or unit as the parser read it; without an id Mealie has none of that name. */
const named = z.object({ id: optionalUuid, name: text }).optional().catch(undefined);

const ingredient = z
  .object({ quantity: number, unit: named, food: named, note: text })
  .catch({ quantity: undefined, unit: undefined, food: undefined, note: undefined });

const parsed = z.object({
  confidence: z.object({ average: number }).optional().catch(undefined),
  ingredient,
});

export type ParsedIngredient = z.output<typeof parsed>;

/** A line and what was read in it; undefined when the parser fails on it. */
export type ParsedLine = { line: string; parsed: ParsedIngredient | undefined };

const MAX_REQUESTS = 24;

/**
 * Has Mealie read lines of ingredients. One bad line makes it fail on all of them, so then they are sent in halves until
 * the bad ones stand alone.
 *
 * @throws MealieError; a `server-error` when it fails on every line
 */
export async function parseLines(
  api: MealieApi,
  { lines, parser }: { lines: readonly string[]; parser: ParserName },
  call: ApiCall,
): Promise<ParsedLine[]> {
  let requests = 0;

  async function parse(part: readonly string[]): Promise<ParsedLine[]> {
    requests += 1;
    try {
      return await ask(part);
    } catch (error) {
      if (!(error instanceof MealieError) || error.code !== "server-error") throw error;
      if (part.length === 1 || requests >= MAX_REQUESTS)
        return part.map((line) => ({ line, parsed: undefined }));
      const half = Math.ceil(part.length / 2);
      return [...(await parse(part.slice(0, half))), ...(await parse(part.slice(half)))];
    }
  }

  async function ask(part: readonly string[]): Promise<ParsedLine[]> {
    const answer = await api.ask(
      apiPath("parser", "ingredients"),
      { json: bodyFor("POST /api/parser/ingredients", { parser, ingredients: part }), slow: true },
      call,
    );
    const { records, unreadable } = readList(answer, parsed);
    if (unreadable > 0 || records.length !== part.length)
      throw new MealieError(
        "not-mealie",
        "Mealie's parser answered with another number of lines than it was given.",
      );
    return part.map((line, index) => ({ line, parsed: records[index] }));
  }

  const all = await parse(lines);
  if (all.some((one) => one.parsed !== undefined)) return all;
  const other = parser === "nlp" ? "brute" : "nlp";
  throw new MealieError(
    "server-error",
    `Mealie's parser "${parser}" fails on ${lines.length === 1 ? "this line" : "these lines"}; try \`parser\` "${other}".`,
  );
}
