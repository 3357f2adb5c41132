import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { allFoods, createFood } from "../../api/foods.ts";
import { readLabel } from "../../api/labels.ts";
import { FOOD_WORDS } from "../../lookup/foods.ts";
import { found } from "../../lookup/found.ts";
import { refuseTakenName } from "../../lookup/taken.ts";
import { foodView } from "../../view/foods.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { description, food, pluralName } from "./schemas.ts";

export const createFoodTool = defineTool({
  name: "create_food",
  title: "Create a food",
  description:
    "Creates a food that ingredients can be made of. One that is there already, in whatever case, is refused with its id.",
  input: z.strictObject({
    name: schema.name,
    plural_name: pluralName,
    description,
    label_id: schema.uuid.optional().describe("A label's id, as list_foods shows it on other foods."),
  }),
  output: z.object({ created: z.literal(true), food }),
  annotations: CREATE,
  run: async (args, call) => {
    const { api } = call.deps;
    const { label_id: labelId } = args;
    const [foods] = await Promise.all([
      allFoods(api, call),
      // Mealie takes the id of a label that does not exist, and the food then points nowhere.
      labelId === undefined
        ? undefined
        : found(readLabel(api, labelId, call), "There is no label with the id in `label_id` (any more)."),
    ]);
    refuseTakenName(foods, args.name, FOOD_WORDS);
    const created = await createFood(
      api,
      { name: args.name, pluralName: args.plural_name, description: args.description, labelId },
      call,
    );
    return framed({ created: true, food: foodView(created) });
  },
});
