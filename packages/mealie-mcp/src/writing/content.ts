import type { Organizer } from "../api/organizers.ts";
import type { NutrientName } from "../api/recipe-shapes.ts";

/** What a line of ingredients or of a shopping list is made of, where a caller takes it apart. */
export type GivenParts = {
  quantity?: number | undefined;
  unit?: string | undefined;
  food?: string | undefined;
  note?: string | undefined;
};

/** A line of ingredients as a caller gives it: a text, or taken apart; `section` is a heading that stands before it. */
export type GivenIngredient = string | (GivenParts & { section?: string | undefined });

type GivenStep = string | { title?: string | undefined; text: string };

/** What a caller gives of a recipe besides its name; `null` empties a field. */
export type GivenContent = {
  description?: string | null | undefined;
  ingredients?: readonly GivenIngredient[] | undefined;
  instructions?: readonly GivenStep[] | undefined;
  tags?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
  tools?: readonly string[] | undefined;
  prep_time?: string | null | undefined;
  cook_time?: string | null | undefined;
  total_time?: string | null | undefined;
  servings?: number | null | undefined;
  recipe_yield?: string | null | undefined;
  notes?: readonly { title?: string | undefined; text: string }[] | undefined;
  source_url?: string | null | undefined;
  nutrition?: { [Name in NutrientName]?: string | number | null | undefined } | undefined;
};

/** What the names in a recipe come to; foods, units and the rest are made first where they are missing. */
export type Resolved = {
  ingredients: readonly ResolvedIngredient[] | undefined;
  tags: readonly Organizer[] | undefined;
  categories: readonly Organizer[] | undefined;
  tools: readonly Organizer[] | undefined;
};

export type IdAndName = { id: string; name: string };

export type ResolvedIngredient = {
  quantity: number;
  unit: IdAndName | null;
  food: IdAndName | null;
  note: string;
  section: string | null;
};
