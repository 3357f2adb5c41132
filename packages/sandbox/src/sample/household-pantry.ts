import type { MealieFood, MealieUnit } from "../mealie/state/foods.ts";
import type { MealieState } from "../mealie/state.ts";

/** Who makes what a sample holds, and when. */
export type Making = {
  /** An instant in UTC, with a Z. */
  at: string;
  newId: () => string;
};

/** Name and aisle of each food; scallion and spring onion are one thing twice, as it happens in every household. */
const FOODS = [
  ["red lentils", "Dry goods"],
  ["rolled oats", "Dry goods"],
  ["flour", "Dry goods"],
  ["brown sugar", "Dry goods"],
  ["spaghetti", "Dry goods"],
  ["salt", "Dry goods"],
  ["vegetable stock", "Dry goods"],
  ["carrot", "Vegetables"],
  ["spring onion", "Vegetables"],
  ["scallion", "Vegetables"],
  ["potato", "Vegetables"],
  ["cucumber", "Vegetables"],
  ["apple", "Fruit"],
  ["lemon", "Fruit"],
  ["butter", "Cold shelf"],
  ["milk", "Cold shelf"],
  ["egg", "Cold shelf"],
  ["hard cheese", "Cold shelf"],
  ["olive oil", undefined],
] as const;

const COLOURS = {
  "Dry goods": "#8d6e63",
  Vegetables: "#43a047",
  Fruit: "#fb8c00",
  "Cold shelf": "#1e88e5",
} as const;

/** Name, abbreviation, and what one of it is in the metric system. */
const UNITS = [
  ["gram", "g", 1, "gram"],
  ["kilogram", "kg", 1_000, "gram"],
  ["millilitre", "ml", 1, "milliliter"],
  ["litre", "l", 1_000, "milliliter"],
  ["tablespoon", "tbsp", 15, "milliliter"],
  ["big spoon", "", null, null],
  ["teaspoon", "tsp", 5, "milliliter"],
  ["pinch", "", null, null],
] as const;

export type FoodName = (typeof FOODS)[number][0];
export type UnitName = (typeof UNITS)[number][0];

/** Puts foods, their labels and units into a household. */
export function stockPantry(state: MealieState, making: Making): void {
  const { newId } = making;
  state.labels.push(
    ...Object.entries(COLOURS).map(([name, color]) => ({
      id: newId(),
      groupId: state.group.id,
      name,
      color,
    })),
  );
  const aisleId = (aisle: string | undefined): string | null =>
    state.labels.find(({ name }) => name === aisle)?.id ?? null;
  state.foods.push(...FOODS.map(([name, aisle]) => food(name, aisleId(aisle), making)));
  state.units.push(...UNITS.map((unit) => unitOf(unit, making)));
}

function food(name: string, labelId: string | null, { at, newId }: Making): MealieFood {
  return {
    id: newId(),
    name,
    pluralName: null,
    description: "",
    aliases: [],
    labelId,
    onHand: name === "salt" || name === "olive oil",
    createdAt: at,
    updatedAt: at,
  };
}

function unitOf(
  [name, abbreviation, standardQuantity, standardUnit]: (typeof UNITS)[number],
  { at, newId }: Making,
): MealieUnit {
  return {
    id: newId(),
    name,
    pluralName: null,
    description: "",
    abbreviation,
    pluralAbbreviation: "",
    useAbbreviation: abbreviation !== "",
    fraction: standardQuantity === null,
    aliases: [],
    standardQuantity,
    standardUnit,
    createdAt: at,
    updatedAt: at,
  };
}
