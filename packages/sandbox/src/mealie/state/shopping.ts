/** What a line of a shopping list comes from; how much of it one recipe needs, and how many times it was added. */
export type MealieItemRecipeRef = {
  id: string;
  recipeId: string;
  recipeQuantity: number;
  recipeScale: number | null;
  recipeNote: string | null;
};

export type MealieListItem = {
  id: string;
  shoppingListId: string;
  checked: boolean;
  position: number;
  quantity: number;
  /** May name a food, unit or label that does not exist. */
  foodId: string | null;
  unitId: string | null;
  labelId: string | null;
  /** Up to v2: whether its food and unit are shown. */
  isFood: boolean;
  note: string;
  extras: Record<string, string>;
  recipeReferences: MealieItemRecipeRef[];
  createdAt: string;
  updatedAt: string;
};

export type MealieShoppingList = {
  id: string;
  name: string | null;
  userId: string;
  extras: Record<string, string>;
  /** How many times each recipe was added. */
  recipeReferences: { id: string; recipeId: string; recipeQuantity: number }[];
  createdAt: string;
  updatedAt: string;
};

export type ShoppingState = { shoppingLists: MealieShoppingList[]; listItems: MealieListItem[] };

export const noShopping = (): ShoppingState => ({ shoppingLists: [], listItems: [] });
