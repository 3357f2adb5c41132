import type { MealieUnit } from "../state/foods.ts";
import type { MealieItemRecipeRef, MealieListItem } from "../state/shopping.ts";
import type { MealieVersion } from "../version.ts";

/** What two lines are compared by. */
type Line = Pick<MealieListItem, "checked" | "foodId" | "unitId" | "note">;

export type MergeRules = { version: MealieVersion; units: readonly MealieUnit[] };

/**
 * Whether two lines become one: neither is ticked, food and unit are the same, and without a food the note too.
 *
 * Assumption, read in newer source alone: v3.23 also takes units for the same that both say what they are in one standard
 * unit.
 */
export function canMerge(one: Line, other: Line, rules: MergeRules): boolean {
  if (one.checked || other.checked || one.foodId !== other.foodId) return false;
  if (one.unitId !== other.unitId && !sameStandard(one, other, rules)) return false;
  return one.foodId !== null || one.note === other.note;
}

function sameStandard(one: Line, other: Line, { version, units }: MergeRules): boolean {
  if (version === "2.0") return false;
  const standard = ({ unitId }: Line): string | null | undefined =>
    units.find(({ id }) => id === unitId)?.standardUnit;
  return standard(one) != null && standard(one) === standard(other);
}

/** Takes one line into another: quantities are added, notes joined, and what they come from is kept of both. */
export function mergeInto(into: MealieListItem, from: MealieListItem, { units }: MergeRules): void {
  into.quantity += from.quantity * ratio(from, into, units);
  if (into.note !== from.note) into.note = [into.note, from.note].filter((note) => note !== "").join(" | ");
  Object.assign(into.extras, from.extras);
  into.recipeReferences = joined(into.recipeReferences, from.recipeReferences);
}

function ratio(from: Line, into: Line, units: readonly MealieUnit[]): number {
  if (from.unitId === into.unitId) return 1;
  const standard = ({ unitId }: Line): number => units.find(({ id }) => id === unitId)?.standardQuantity ?? 1;
  return standard(from) / standard(into);
}

function joined(
  into: readonly MealieItemRecipeRef[],
  from: readonly MealieItemRecipeRef[],
): MealieItemRecipeRef[] {
  const kept = into.map((ref) => {
    const twin = from.find(({ recipeId }) => recipeId === ref.recipeId);
    return twin === undefined ? ref : { ...ref, recipeScale: scaleOf(ref) + scaleOf(twin) };
  });
  return [...kept, ...from.filter(({ recipeId }) => !into.some((ref) => ref.recipeId === recipeId))];
}

/** A scale that is missing is 1; one of 0 stays. */
export function scaleOf({ recipeScale }: MealieItemRecipeRef): number {
  return recipeScale ?? 1;
}
