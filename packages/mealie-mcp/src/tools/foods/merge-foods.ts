import { mergeFoods, readFood } from "../../api/foods.ts";
import { countRecipes } from "../../api/usage.ts";
import { defineTool } from "../define.ts";
import { mergeParts } from "./merge-tool.ts";

export const mergeFoodsTool = defineTool({
  name: "merge_foods",
  title: "Merge two foods",
  description:
    "Merges one food into another: the first is deleted, and recipes that use it have the other one instead. A person is asked first, about exactly this pair in this order.",
  ...mergeParts({
    noun: "food",
    column: "food_id",
    read: readFood,
    recipes: (api, id, call) => countRecipes(api, { by: "foods", id }, call),
    merge: mergeFoods,
  }),
});
