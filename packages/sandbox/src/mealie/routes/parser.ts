import { fieldsOf, invalid } from "../body.ts";
import { crash, type MealieReply, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { shownFood, shownUnit } from "../show/food.ts";
import type { MealieVersion } from "../version.ts";

export const parserRoutes: readonly MealieRoute[] = [
  { method: "POST", pattern: "/api/parser/ingredients", answer: parse },
];

/** A line with this in it makes the parser fail on all of them, as some lines do on a real one. */
const UNPARSABLE = "\u2044\u2044";

/**
 * `brute` splits at blanks and is sure of nothing; `nlp` does the same here, and is sure of it. Foods and units that
 * Mealie does not know come without an id.
 */
function parse(request: MealieRequest): MealieReply {
  const { parser = "nlp", ingredients } = fieldsOf(request.json);
  if (parser !== "nlp" && parser !== "brute")
    throw invalid("enum", ["body", "parser"], "Input should be 'nlp', 'brute' or 'openai'", parser, {
      expected: "'nlp', 'brute' or 'openai'",
    });
  if (!Array.isArray(ingredients))
    throw invalid("list_type", ["body", "ingredients"], "Input should be a valid list", ingredients);
  const lines = ingredients.map(String);
  if (lines.some((line) => line.includes(UNPARSABLE))) throw crash();
  const sure = parser === "nlp" ? 0.9 : null;
  return ok(
    lines.map((input) => ({
      input,
      confidence: { average: sure, comment: sure, name: sure, unit: sure, quantity: sure, food: sure },
      ingredient: ingredientOf(input, request),
    })),
  );
}

function ingredientOf(line: string, { state, version, newId }: MealieRequest): Record<string, unknown> {
  const [first = "", second = "", ...rest] = line.split(" ");
  const quantity = /^\d+(?:\.\d+)?$/.test(first) ? Number(first) : undefined;
  const foodName = quantity === undefined ? line : rest.length === 0 ? second : rest.join(" ");
  const unitName = quantity !== undefined && rest.length > 0 ? second : "";
  const food = state.foods.find(({ name }) => name.toLowerCase() === foodName.toLowerCase());
  const unit = state.units.find(({ name, abbreviation }) => [name, abbreviation].includes(unitName));
  return {
    quantity: quantity ?? 0,
    unit: unit === undefined ? unknownUnit(unitName, version) : shownUnit(unit, version),
    food: food === undefined ? unknownFood(foodName, version) : shownFood(food, state, version),
    note: "",
    ...(version === "2.0" ? { isFood: true, disableAmount: false } : { referencedRecipe: null }),
    display: line,
    title: null,
    originalText: null,
    referenceId: newId(),
  };
}

/** What the parser reads and the household does not have. */
function unknown(name: string): Record<string, unknown> {
  return { id: null, name, pluralName: null, description: "", extras: {} };
}

function unknownFood(name: string, version: MealieVersion): Record<string, unknown> {
  return {
    ...unknown(name),
    labelId: null,
    aliases: [],
    ...(version === "2.0" ? { onHand: false } : { householdsWithIngredientFood: [] }),
  };
}

function unknownUnit(name: string, version: MealieVersion): Record<string, unknown> {
  return {
    ...unknown(name),
    fraction: true,
    abbreviation: "",
    pluralAbbreviation: "",
    useAbbreviation: false,
    aliases: [],
    ...(version === "2.0" ? { onHand: false } : { standardQuantity: null, standardUnit: null }),
  };
}
