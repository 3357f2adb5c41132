import { mergeUnits, readUnit } from "../../api/units.ts";
import { countRecipesWithUnit } from "../../api/usage.ts";
import { defineTool } from "../define.ts";
import { mergeParts } from "./merge-tool.ts";

export const mergeUnitsTool = defineTool({
  name: "merge_units",
  title: "Merge two units",
  description:
    "Merges one unit into another: the first is deleted, and recipes that use it have the other one instead. A person is asked first, about exactly this pair in this order.",
  ...mergeParts({
    noun: "unit",
    column: "unit_id",
    read: readUnit,
    recipes: countRecipesWithUnit,
    merge: mergeUnits,
  }),
});
