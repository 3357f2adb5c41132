import { exact, type JsonValue, set } from "confirm-guard";
import type { ListItem } from "../api/shopping-shapes.ts";

/** The very items, each as it is now: an approval is void as soon as one of them is another, or another one is among them. */
export function versionOfItems(items: readonly ListItem[]): JsonValue {
  return set(
    items.map(({ id, updatedAt, checked, quantity, note, foodId, unitId }) =>
      exact(id, [updatedAt ?? null, checked, quantity, note, foodId, unitId]),
    ),
  );
}
