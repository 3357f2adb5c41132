import { framed, REPLACE } from "server-kit";
import { z } from "zod";
import type { ApiCall, MealieApi } from "../../api/client.ts";
import type { ItemChanges } from "../../api/shopping-shapes.ts";
import { refused } from "../../errors.ts";
import { resolveUnits } from "../../lookup/foods.ts";
import { itemsOn, readNamedList } from "../../lookup/shopping.ts";
import { changeOnList } from "../../shopping/carry-out.ts";
import { refuseCollapse } from "../../shopping/collapse.ts";
import { outcomeOfUpdating } from "../../shopping/changes.ts";
import { differs, type ItemPatch } from "../../shopping/rewrite.ts";
import { inTurn } from "../../shopping/turns.ts";
import { gapsOf } from "../../view/paging.ts";
import { outcomeView } from "../../view/shopping.ts";
import { tellingBefore } from "../../writing/before.ts";
import { defineTool } from "../define.ts";
import { writtenText } from "../schemas.ts";
import { itemIds, listId, outcome } from "./schemas.ts";

const NOTHING: ItemChanges = { created: [], updated: [], removed: [], unreadable: 0 };

export const updateShoppingListItemsTool = defineTool({
  name: "update_shopping_list_items",
  title: "Change items of a shopping list",
  description:
    "Ticks items of a shopping list off or on, or sets their quantity, unit or note; what is not given stays. Ticking off drops the link to the recipe. A note or unit that would make one item of two is refused. An item that is ticked on again and fits another one is merged into it and removed. Returns what was replaced.",
  input: z.strictObject({
    list_id: listId,
    item_ids: itemIds,
    checked: z.boolean().optional().describe("Ticked off or not."),
    quantity: z.number().min(0).max(100_000).optional().describe("The same for all of these items."),
    unit: z
      .string()
      .min(1)
      .max(255)
      .nullable()
      .optional()
      .describe("A unit, by name or id; null takes it away."),
    note: writtenText(1_000)
      .trim()
      .optional()
      .describe("The same for all; empty takes it away where there is a food."),
  }),
  output: z.object({
    ...outcome,
    unchanged: z.number().int().describe("Items that were as asked for already"),
    gone: z.array(z.string()).optional().describe("Ids of items that somebody removed meanwhile"),
  }),
  annotations: REPLACE,
  run: async ({ list_id, item_ids, unit, ...given }, call) => {
    const { api } = call.deps;
    if (unit === undefined && Object.values(given).every((value) => value === undefined))
      throw refused("bad-input", "Give at least one of `checked`, `quantity`, `unit` and `note`.");
    const patch: ItemPatch = { ...given, unitId: await unitIdOf(api, unit, call) };
    return inTurn(api, list_id, async () => {
      const list = await readNamedList(api, list_id, call);
      const named = itemsOn(list, item_ids);
      if (patch.note === "" && named.some(({ foodId }) => foodId === null))
        throw refused("bad-input", "An item without a food needs a note, or nothing would be left of it.");
      const wanted = named.filter((item) => differs(item, patch));
      refuseCollapse({ items: list.items, wanted, patch });
      const changes =
        wanted.length === 0
          ? NOTHING
          : await tellingBefore(
              () => changeOnList(api, { list, items: wanted, patch }, call),
              wanted.map(({ id, checked, quantity, unitId, note }) => ({
                id,
                checked,
                quantity,
                unitId,
                note,
              })),
            );
      const ids = new Set(wanted.map(({ id }) => id));
      const told = new Set([...changes.updated, ...changes.removed].map(({ id }) => id));
      const gone = changes.unreadable > 0 ? [] : [...ids].filter((id) => !told.has(id));
      return framed({
        list_id: list.id,
        ...outcomeView(outcomeOfUpdating({ before: list, changes, patch, named: ids })),
        unchanged: named.length - wanted.length,
        ...(gone.length === 0 ? {} : { gone }),
        ...gapsOf(changes),
      });
    });
  },
});

async function unitIdOf(
  api: MealieApi,
  unit: string | null | undefined,
  call: ApiCall,
): Promise<string | null | undefined> {
  if (unit === undefined || unit === null) return unit;
  const [found] = await resolveUnits(api, [unit], call);
  return found?.id;
}
