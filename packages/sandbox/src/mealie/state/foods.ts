export type MealieLabel = { id: string; groupId: string; name: string; color: string };

export type MealieFood = {
  id: string;
  name: string;
  pluralName: string | null;
  description: string;
  aliases: { name: string }[];
  /** May name a label that does not exist. */
  labelId: string | null;
  /** Up to v2. */
  onHand: boolean;
  createdAt: string;
  updatedAt: string;
};

export type MealieUnit = {
  id: string;
  name: string;
  pluralName: string | null;
  description: string;
  abbreviation: string;
  pluralAbbreviation: string;
  useAbbreviation: boolean;
  fraction: boolean;
  aliases: { name: string }[];
  standardQuantity: number | null;
  standardUnit: string | null;
  createdAt: string;
  updatedAt: string;
};

/** What ingredients are made of. */
export type FoodState = { foods: MealieFood[]; units: MealieUnit[]; labels: MealieLabel[] };

export const noFoods = (): FoodState => ({ foods: [], units: [], labels: [] });
