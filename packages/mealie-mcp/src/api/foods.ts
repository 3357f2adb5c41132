import { z } from "zod";
import { ingredientParts } from "./ingredient-parts.ts";
import { bodyFor } from "./request-body.ts";
import { aliases, flag, optionalUuid, text, uuid } from "./shapes.ts";

const food = z.object({
  id: uuid,
  name: z.string(),
  pluralName: text,
  description: text,
  aliases,
  label: z.object({ id: optionalUuid, name: text }).optional().catch(undefined),
  /** Up to v2. */
  onHand: flag,
  updatedAt: text,
});

export type Food = z.output<typeof food>;

export type NewFood = {
  name: string;
  pluralName?: string | undefined;
  description?: string | undefined;
  labelId?: string | undefined;
};

export const {
  list: listFoods,
  all: allFoods,
  read: readFood,
  create: createFood,
  merge: mergeFoods,
} = ingredientParts({
  segment: "foods",
  shape: food,
  created: (wanted: NewFood) => bodyFor("POST /api/foods", wanted),
  merged: ({ from, into }) => bodyFor("PUT /api/foods/merge", { fromFood: from, toFood: into }),
});
