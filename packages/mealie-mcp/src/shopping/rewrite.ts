import type { WholeItem } from "../api/shopping-items.ts";
import type { ListItem } from "../api/shopping-shapes.ts";

/** What is to be different about lines. */
export type ItemPatch = {
  checked?: boolean | undefined;
  quantity?: number | undefined;
  note?: string | undefined;
  /** The id of a unit; null for none. */
  unitId?: string | null | undefined;
};

/** What lines are merged by, as far as that is the same in all versions; those that are ticked off never are. */
export function mergeKey({ foodId, unitId, note }: MergedBy): string {
  return JSON.stringify([foodId ?? null, unitId ?? null, foodId == null ? note : ""]);
}

type MergedBy = { foodId?: string | null; unitId?: string | null; note: string };

/** Whether a line is not yet as it is wanted. */
export function differs(item: ListItem, patch: ItemPatch): boolean {
  return (
    (patch.checked !== undefined && patch.checked !== item.checked) ||
    (patch.quantity !== undefined && patch.quantity !== item.quantity) ||
    (patch.note !== undefined && patch.note !== item.note) ||
    (patch.unitId !== undefined && patch.unitId !== item.unitId)
  );
}

/** The line as it was read with what is wanted in place of it; whatever is not sent, Mealie would reset (M20). */
export function rewritten(item: ListItem, patch: ItemPatch): WholeItem {
  const { id, shoppingListId, position, foodId, labelId, extras, recipeReferences, isFood } = item;
  const unitId = patch.unitId === undefined ? item.unitId : patch.unitId;
  return {
    id,
    shoppingListId,
    checked: patch.checked ?? item.checked,
    quantity: patch.quantity ?? item.quantity,
    note: patch.note ?? item.note,
    foodId,
    unitId,
    labelId,
    extras,
    recipeReferences,
    ...(patch.unitId === null ? { unit: null } : {}),
    ...(position === undefined ? {} : { position }),
    ...(isFood === undefined ? {} : foodMarks(item, patch)),
  };
}

/** Up to v2, a line shows its unit only when it says that it is a food. */
function foodMarks(
  { isFood = false, disableAmount }: ListItem,
  { unitId }: ItemPatch,
): Pick<WholeItem, "isFood" | "disableAmount"> {
  if (typeof unitId === "string") return { isFood: true, disableAmount: false };
  return { isFood, ...(disableAmount === undefined ? {} : { disableAmount }) };
}
