import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { readNamedList } from "../../lookup/shopping.ts";
import { addToList } from "../../shopping/carry-out.ts";
import { outcomeOfAdding } from "../../shopping/changes.ts";
import { atTheEnd, resolveItems } from "../../shopping/new-items.ts";
import { inTurn } from "../../shopping/turns.ts";
import { gapsOf } from "../../view/paging.ts";
import { outcomeView } from "../../view/shopping.ts";
import { defineTool } from "../define.ts";
import { writtenText } from "../schemas.ts";
import { listId, outcome } from "./schemas.ts";

const line = writtenText(1_000).trim().min(1);

const parts = z
  .strictObject({
    quantity: z.number().min(0).max(100_000).optional().describe("Default: 1."),
    unit: z.string().min(1).max(255).optional().describe("A unit, by name or id."),
    food: z.string().min(1).max(255).optional().describe("A food, by name or id."),
    note: line.optional(),
  })
  .refine(({ food, note }) => food !== undefined || note !== undefined, {
    message: "An item needs a food or a note.",
  });

export const addShoppingListItemsTool = defineTool({
  name: "add_shopping_list_items",
  title: "Add items to a shopping list",
  description:
    "Adds items to a shopping list: texts, or foods with quantity and unit. Mealie merges one into another that is not ticked off and has the same text, or the same food and unit; the answer says which were created and which took others in.",
  input: z.strictObject({
    list_id: listId,
    items: z
      .array(z.union([line, parts]))
      .min(1)
      .max(100)
      .describe("Texts such as `milk`, or objects for foods that list_foods knows."),
  }),
  output: z.object({
    given: z.number().int().describe("How many items were passed; fewer may have been created"),
    ...outcome,
  }),
  annotations: CREATE,
  run: async ({ list_id, items }, call) => {
    const { api } = call.deps;
    const lines = await resolveItems(api, items, call);
    return inTurn(api, list_id, async () => {
      const list = await readNamedList(api, list_id, call);
      const changes = await addToList(api, { list, items: atTheEnd(list, lines) }, call);
      return framed({
        given: items.length,
        list_id: list.id,
        ...outcomeView(outcomeOfAdding({ before: list, changes })),
        ...gapsOf(changes),
      });
    });
  },
});
