import { ordered } from "confirm-guard";
import { DELETE, own } from "server-kit";
import { z } from "zod";
import { deleteItems } from "../../api/shopping-items.ts";
import { listOfItems } from "../../lookup/shopping.ts";
import { itemsDeletion } from "../../questions/shopping.ts";
import { versionOfItems } from "../../shopping/version.ts";
import { defineTool } from "../define.ts";
import { itemIds } from "./schemas.ts";

export const deleteShoppingListItemsTool = defineTool({
  name: "delete_shopping_list_items",
  title: "Delete items of a shopping list",
  description:
    "Deletes items of one shopping list. A person is asked first, and told how many they are. To tick items off instead, use update_shopping_list_items.",
  input: z.strictObject({ item_ids: itemIds }),
  output: z.object({
    deleted: z.literal(true),
    list_id: z.string(),
    item_ids: z.array(z.string()),
  }),
  annotations: DELETE,
  prepare: async ({ item_ids }, call) => {
    const { api, host } = call.deps;
    const { list, items } = await listOfItems(api, item_ids, call);
    const unticked = items.filter(({ checked }) => !checked).length;
    const left = list.items.length + list.unreadable - items.length;
    return {
      found: { listId: list.id, ids: items.map(({ id }) => id) },
      ask: {
        subject: ordered(list.id, versionOfItems(items)),
        question: itemsDeletion({ listId: list.id, items: items.length, unticked, left, host }),
      },
    };
  },
  run: async (_args, call, { listId, ids }) => {
    await deleteItems(call.deps.api, { listId, ids }, call);
    return own({ deleted: true, list_id: listId, item_ids: ids });
  },
});
