import type { ApiCall, MealieApi } from "../api/client.ts";
import { allFoods, type Food } from "../api/foods.ts";
import { allUnits, type Unit } from "../api/units.ts";
import { type LookupWords, type Named, resolveNamed } from "./names.ts";

export const FOOD_WORDS: LookupWords = { one: "food", many: "foods", tool: "list_foods" };
export const UNIT_WORDS: LookupWords = { one: "unit", many: "units", tool: "list_units" };

/** A food with what it is called besides its name. */
export function namedFood(food: Food): Food & Named {
  return { ...food, otherNames: present(food.pluralName, ...food.aliases) };
}

/** A unit with what it is called besides its name, such as its abbreviation. */
export function namedUnit(unit: Unit): Unit & Named {
  const { pluralName, abbreviation, pluralAbbreviation, aliases } = unit;
  return { ...unit, otherNames: present(pluralName, abbreviation, pluralAbbreviation, ...aliases) };
}

function present(...names: readonly (string | undefined)[]): string[] {
  return names.flatMap((name) => (name === undefined || name === "" ? [] : [name]));
}

/**
 * The foods that a caller names by name, plural, alias or id. Mealie itself takes ids only and fails on a name.
 *
 * @throws MealieError (`unknown-name`), which lists close names
 */
export async function resolveFoods(
  api: MealieApi,
  wanted: readonly string[],
  call: ApiCall,
): Promise<Food[]> {
  if (wanted.length === 0) return [];
  return resolveNamed((await allFoods(api, call)).map(namedFood), wanted, FOOD_WORDS);
}

/** @throws MealieError (`unknown-name`), which lists close names */
export async function resolveUnits(
  api: MealieApi,
  wanted: readonly string[],
  call: ApiCall,
): Promise<Unit[]> {
  if (wanted.length === 0) return [];
  return resolveNamed((await allUnits(api, call)).map(namedUnit), wanted, UNIT_WORDS);
}
