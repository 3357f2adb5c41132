import { exact } from "confirm-guard";
import { DELETE, own } from "server-kit";
import { z } from "zod";
import { deleteShoppingList } from "../../api/shopping-lists.ts";
import { readNamedList } from "../../lookup/shopping.ts";
import { listDeletion } from "../../questions/shopping.ts";
import { versionOfItems } from "../../shopping/version.ts";
import { defineTool } from "../define.ts";
import { listId } from "./schemas.ts";

export const deleteShoppingListTool = defineTool({
  name: "delete_shopping_list",
  title: "Delete a shopping list",
  description:
    "Deletes a shopping list with everything on it. A person is asked first, and told how many items it has.",
  input: z.strictObject({ list_id: listId }),
  output: z.object({
    deleted: z.literal(true),
    list_id: z.string(),
    items: z.number().int().describe("How many items went with it"),
  }),
  annotations: DELETE,
  prepare: async ({ list_id }, call) => {
    const { api, host } = call.deps;
    const list = await readNamedList(api, list_id, call);
    const items = list.items.length + list.unreadable;
    // One that cannot be read may well be something that is still to be bought.
    const unticked = list.items.filter(({ checked }) => !checked).length + list.unreadable;
    return {
      found: { id: list.id, items },
      ask: {
        subject: exact(list.id, [
          list.name ?? null,
          list.updatedAt ?? null,
          items,
          unticked,
          versionOfItems(list.items),
        ]),
        question: listDeletion({ listId: list.id, items, unticked, host }),
      },
    };
  },
  run: async (_args, call, { id, items }) => {
    await deleteShoppingList(call.deps.api, id, call);
    return own({ deleted: true, list_id: id, items });
  },
});
