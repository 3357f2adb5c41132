import { crash } from "../reply.ts";
import type { MealieRecipe } from "../state/recipes.ts";
import type { MealieListItem, MealieShoppingList } from "../state/shopping.ts";
import { canMerge, scaleOf } from "./merge.ts";
import { addItems, removeItems, replaceItems, type Writing } from "./write.ts";

type Maker = Writing & { newId: () => string };

export type Portion = { recipeId: string; times: number };

/**
 * Puts the ingredients of a recipe on a list, those that are on hand too.
 *
 * @throws MealieRefusal 500 for a recipe that is not there
 */
export function addRecipe(list: MealieShoppingList, { recipeId, times }: Portion, maker: Maker): void {
  const recipe = maker.state.recipes.find(({ id }) => id === recipeId);
  if (recipe === undefined) throw crash();
  addItems(linesOf(recipe, { list, times, maker }), maker);
  const known = list.recipeReferences.find((ref) => ref.recipeId === recipeId);
  if (known !== undefined) known.recipeQuantity += times;
  else list.recipeReferences.push({ id: maker.newId(), recipeId, recipeQuantity: times });
}

type From = { list: MealieShoppingList; times: number; maker: Maker };

/**
 * Ingredients that stand in a recipe several times become one line; what comes later is added unscaled, as Mealie does.
 * Assumption: a recipe that is an ingredient adds no line of its own.
 */
function linesOf(recipe: MealieRecipe, { list, times, maker }: From): MealieListItem[] {
  const { state, version, newId, now } = maker;
  const at = new Date(now).toISOString();
  const lines: MealieListItem[] = [];
  for (const ingredient of recipe.recipeIngredient) {
    const { note, foodId, unitId } = ingredient;
    if (ingredient.referencedRecipeId !== null) continue;
    const quantity = ingredient.quantity ?? 0;
    const line: MealieListItem = {
      id: newId(),
      shoppingListId: list.id,
      checked: false,
      position: 0,
      quantity: quantity * times,
      foodId,
      unitId,
      labelId: state.foods.find(({ id }) => id === foodId)?.labelId ?? null,
      isFood: foodId !== null,
      note,
      extras: {},
      recipeReferences: [
        {
          id: newId(),
          recipeId: recipe.id,
          recipeQuantity: quantity,
          recipeScale: times,
          recipeNote: note === "" ? null : note,
        },
      ],
      createdAt: at,
      updatedAt: at,
    };
    const same = lines.find((other) => canMerge(other, line, { version, units: state.units }));
    const [reference] = same?.recipeReferences ?? [];
    if (same === undefined || reference === undefined) {
      lines.push(line);
      continue;
    }
    same.quantity += quantity;
    reference.recipeQuantity += quantity;
    if (note !== "" && note !== same.note) same.note = [same.note, note].filter(Boolean).join(" | ");
  }
  return lines;
}

/** Takes a recipe off a list again: at most what is there, and nothing when it is not on it. */
export function removeRecipe(list: MealieShoppingList, { recipeId, times }: Portion, maker: Maker): void {
  const { state } = maker;
  const update: MealieListItem[] = [];
  const gone = new Set<string>();
  for (const item of state.listItems.filter(({ shoppingListId }) => shoppingListId === list.id)) {
    const reference = item.recipeReferences.find((ref) => ref.recipeId === recipeId);
    if (reference === undefined) continue;
    const scale = scaleOf(reference);
    const quantity = item.quantity - Math.min(times, scale) * reference.recipeQuantity;
    const left = scale - times;
    const recipeReferences = item.recipeReferences.flatMap((ref) =>
      ref !== reference ? [ref] : left > 0 ? [{ ...ref, recipeScale: left }] : [],
    );
    if (quantity < 0 || (quantity === 0 && recipeReferences.length === 0)) gone.add(item.id);
    else update.push({ ...item, quantity, recipeReferences });
  }
  replaceItems(update, maker);
  removeItems(gone, maker);
  list.recipeReferences = list.recipeReferences
    .map((ref) => (ref.recipeId === recipeId ? { ...ref, recipeQuantity: ref.recipeQuantity - times } : ref))
    .filter(({ recipeQuantity }) => recipeQuantity > 0);
}
