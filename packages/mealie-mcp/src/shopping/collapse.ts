import type { ListItem } from "../api/shopping-shapes.ts";
import { refused } from "../errors.ts";
import { type ItemPatch, mergeKey, rewritten } from "./rewrite.ts";

type Change = { items: readonly ListItem[]; wanted: readonly ListItem[]; patch: ItemPatch };

/**
 * Refuses a note or unit that would make one line of two: Mealie would delete one of them, and with it what told them
 * apart. Deleting lines is another tool's, which asks a person. Lines that were the same already may become one again.
 *
 * @throws MealieError (`conflict`)
 */
export function refuseCollapse({ items, wanted, patch }: Change): void {
  if (patch.note === undefined && patch.unitId === undefined) return;
  const changed = new Set(wanted.map(({ id }) => id));
  /** What the lines that would fit each other fitted before. */
  const before = new Map<string, string>();
  for (const item of items) {
    const now = changed.has(item.id) ? { ...item, ...rewritten(item, patch) } : item;
    if (now.checked) continue;
    const was = before.get(mergeKey(now));
    if (was !== undefined && was !== mergeKey(item))
      throw refused(
        "conflict",
        "With this note or unit, two items of the list would be the same, and Mealie would merge them and remove one. Change the quantity of the one and delete the other with delete_shopping_list_items.",
      );
    before.set(mergeKey(now), mergeKey(item));
  }
}
