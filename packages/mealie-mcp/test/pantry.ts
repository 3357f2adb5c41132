import { randomUUID } from "node:crypto";
import {
  type MealieIngredient,
  type MealieRecipe,
  type MealieState,
  newIngredient,
  newRecipe,
} from "sandbox";
import { NOW } from "./stand-in.ts";

const AT = "2026-11-01T08:00:00.000Z";

type Food = MealieState["foods"][number];
type Unit = MealieState["units"][number];
type Organizer = MealieState["tags"][number];
type Tool = MealieState["tools"][number];

/** Puts things into what a stand-in holds, and hands them back. */
export function pantry(state: MealieState) {
  return {
    food: (name: string, more: Partial<Food> = {}): Food => {
      const food = {
        id: randomUUID(),
        name,
        pluralName: null,
        description: "",
        aliases: [],
        labelId: null,
        onHand: false,
        createdAt: AT,
        updatedAt: AT,
        ...more,
      };
      state.foods.push(food);
      return food;
    },
    unit: (name: string, more: Partial<Unit> = {}): Unit => {
      const unit = {
        id: randomUUID(),
        name,
        pluralName: null,
        description: "",
        abbreviation: "",
        pluralAbbreviation: "",
        useAbbreviation: false,
        fraction: true,
        aliases: [],
        standardQuantity: null,
        standardUnit: null,
        createdAt: AT,
        updatedAt: AT,
        ...more,
      };
      state.units.push(unit);
      return unit;
    },
    tag: (name: string, slug: string): Organizer => {
      const tag = { id: randomUUID(), groupId: state.group.id, name, slug };
      state.tags.push(tag);
      return tag;
    },
    category: (name: string, slug: string): Organizer => {
      const category = { id: randomUUID(), groupId: state.group.id, name, slug };
      state.categories.push(category);
      return category;
    },
    tool: (name: string, slug: string, more: Partial<Tool> = {}): Tool => {
      const made = { id: randomUUID(), groupId: state.group.id, name, slug };
      const tool = { ...made, onHand: false, householdsWithTool: [], ...more };
      state.tools.push(tool);
      return tool;
    },
    recipe: (
      name: string,
      {
        ingredients = [],
        ...more
      }: Partial<MealieRecipe> & { ingredients?: Partial<MealieIngredient>[] } = {},
    ): MealieRecipe => {
      const userId = state.users[0]?.id ?? "";
      const recipe = {
        ...newRecipe(state, name, { userId, newId: randomUUID, now: NOW }),
        recipeIngredient: ingredients.map((line) => newIngredient(line, randomUUID)),
        ...more,
      };
      state.recipes.push(recipe);
      return recipe;
    },
    entry: (date: string, more: Partial<MealieState["planEntries"][number]>) => {
      state.lastPlanEntryId += 1;
      const entry = {
        id: state.lastPlanEntryId,
        date,
        entryType: "dinner",
        title: "",
        text: "",
        recipeId: null,
        groupId: state.group.id,
        userId: state.users[0]?.id ?? "",
        householdId: state.household.id,
        ...more,
      };
      state.planEntries.push(entry);
      return entry;
    },
  };
}
