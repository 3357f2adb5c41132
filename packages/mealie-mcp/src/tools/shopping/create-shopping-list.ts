import { CREATE, own } from "server-kit";
import { z } from "zod";
import { createShoppingList } from "../../api/shopping-lists.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const createShoppingListTool = defineTool({
  name: "create_shopping_list",
  title: "Create a shopping list",
  description: "Creates an empty shopping list. Mealie allows several of the same name.",
  input: z.strictObject({
    name: schema.name,
  }),
  output: z.object({ created: z.literal(true), list_id: z.string() }),
  annotations: CREATE,
  run: async (args, call) => {
    const { id } = await createShoppingList(call.deps.api, args, call);
    return own({ created: true, list_id: id });
  },
});
