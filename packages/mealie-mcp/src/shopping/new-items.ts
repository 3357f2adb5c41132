import { readAbout } from "../about.ts";
import type { ApiCall, MealieApi } from "../api/client.ts";
import type { NewItem } from "../api/shopping-items.ts";
import type { ShoppingList } from "../api/shopping-shapes.ts";
import type { GivenParts } from "../writing/content.ts";
import { carryOutIngredients, planIngredients } from "../writing/ingredients.ts";

/** A line as a caller gives it: a text, or taken apart. */
export type GivenItem = string | GivenParts;

type Known = Pick<NewItem, "note" | "quantity" | "foodId" | "unitId" | "isFood">;

/**
 * Looks up the foods and units that lines name; an unknown one is an error that lists close names.
 *
 * @throws MealieError (`unknown-name`)
 */
export async function resolveItems(
  api: MealieApi,
  given: readonly GivenItem[],
  call: ApiCall,
): Promise<Known[]> {
  // One of it, unless more is said: that is also what Mealie's own pages add.
  const lines = given.map((line) =>
    typeof line === "string" ? { note: line, quantity: 1 } : { ...line, quantity: line.quantity ?? 1 },
  );
  const plan = await planIngredients(api, { lines, createMissing: false }, call);
  const resolved = await carryOutIngredients(api, { plan, made: [] }, call);
  const marksFoods = resolved.some(({ food, unit }) => food !== null || unit !== null)
    ? await needsFoodMark(api, call)
    : false;
  return resolved.map(({ note, quantity, food, unit }) => ({
    note,
    quantity,
    ...(food === null ? {} : { foodId: food.id }),
    ...(unit === null ? {} : { unitId: unit.id }),
    ...(marksFoods && (food !== null || unit !== null) ? { isFood: true } : {}),
  }));
}

/** Up to v2, a line shows its food and unit only when it says that it is one. */
async function needsFoodMark(api: MealieApi, call: ApiCall): Promise<boolean> {
  const { version } = await readAbout(api, call);
  return /^v?[0-2]\./.test(version ?? "");
}

/** The lines at the end of a list. */
export function atTheEnd({ id, items }: ShoppingList, lines: readonly Known[]): NewItem[] {
  const last = items.reduce((highest, { position = 0 }) => Math.max(highest, position), -1);
  return lines.map((line, index) => ({ shoppingListId: id, ...line, position: last + 1 + index }));
}
