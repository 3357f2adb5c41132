import { type Fields, fieldsOf, invalid, listAt, optionalUuidAt, uuidAt } from "./body.ts";
import { message } from "./reply.ts";
import type { MealieRequest } from "./route.ts";
import type { MealieIngredient, MealieStep } from "./state/recipes.ts";

/** The lines of ingredients that a PATCH sends. @throws MealieRefusal */
export function ingredientsOf(value: unknown, { version, newId }: MealieRequest): MealieIngredient[] {
  return listAt(value, "recipeIngredient").map((line, index) => {
    const place = ["body", "recipeIngredient", index] as const;
    const { quantity, note, title, originalText } = line;
    if (quantity !== undefined && quantity !== null && typeof quantity !== "number")
      throw invalid("float_parsing", [...place, "quantity"], "Input should be a valid number", quantity);
    const referenceId = optionalUuidAt(line["referenceId"], [...place, "referenceId"]);
    return {
      quantity: quantity === undefined ? 0 : quantity,
      unitId: partId(line["unit"], [...place, "unit"]),
      foodId: partId(line["food"], [...place, "food"]),
      note: typeof note === "string" ? note : "",
      title: typeof title === "string" ? title : null,
      originalText: typeof originalText === "string" ? originalText : null,
      // Up to v2 nothing makes one up, and the recipe can never be read again.
      referenceId: referenceId ?? (version === "2.0" ? null : newId()),
      referencedRecipeId: null,
    };
  });
}

/** A food or a unit: an id alone is refused, a name alone fails inside. */
function partId(value: unknown, place: readonly (string | number)[]): string | null {
  if (value === undefined || value === null) return null;
  const part: Fields = fieldsOf(value);
  if (typeof part["name"] !== "string") throw invalid("missing", [...place, "name"], "Field required", value);
  if (part["id"] === undefined || part["id"] === null) throw message(500, "Unknown Error", "ValueError");
  return uuidAt(part["id"], [...place, "id"]);
}

/** The steps that a PATCH sends; they get new ids each time. Up to v2, one without a list of references fails. */
export function stepsOf(value: unknown, { version, newId }: MealieRequest): MealieStep[] {
  return listAt(value, "recipeInstructions").map((step, index) => {
    const { title, summary, text, ingredientReferences } = step;
    if (typeof text !== "string")
      throw invalid("missing", ["body", "recipeInstructions", index, "text"], "Field required", step);
    if (ingredientReferences === undefined && version === "2.0")
      throw message(500, "Unknown Error", "TypeError");
    return {
      id: newId(),
      title: typeof title === "string" ? title : "",
      summary: typeof summary === "string" ? summary : null,
      text,
      ingredientReferences: referencesOf(ingredientReferences),
    };
  });
}

function referencesOf(value: unknown): { referenceId: string }[] {
  if (value === undefined) return [];
  return listAt(value, "ingredientReferences").flatMap(({ referenceId }) =>
    typeof referenceId === "string" ? [{ referenceId }] : [],
  );
}
