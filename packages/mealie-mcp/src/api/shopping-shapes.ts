import { z } from "zod";
import { readList, readRecord } from "./page.ts";
import { flag, number, text, uuid } from "./shapes.ts";

const named = z.object({ name: text }).optional().catch(undefined);

/** What a line comes from: `recipeScale` times a recipe that needs `recipeQuantity` of it. */
const itemRecipe = z.object({
  id: z.string().optional(),
  shoppingListItemId: z.string().optional(),
  recipeId: uuid,
  // Mealie takes no null back.
  recipeQuantity: z
    .number()
    .nullish()
    .transform((quantity) => quantity ?? undefined),
  recipeScale: z.number().nullish(),
  recipeNote: z.string().nullish(),
});

/**
 * One line of a list. A write replaces it as a whole, so what would be lost by reading it tolerantly makes it unreadable
 * instead.
 */
export const listItem = z.object({
  id: uuid,
  shoppingListId: uuid,
  checked: z.boolean(),
  quantity: z
    .number()
    .nullable()
    .transform((quantity) => quantity ?? 0),
  note: z
    .string()
    .nullish()
    .transform((note) => note ?? ""),
  display: text,
  position: number,
  foodId: uuid.nullish().transform((id) => id ?? null),
  unitId: uuid.nullish().transform((id) => id ?? null),
  labelId: uuid.nullish().transform((id) => id ?? null),
  food: named,
  unit: named,
  label: named,
  /** Up to v2. */
  isFood: flag,
  disableAmount: flag,
  extras: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((extras) => extras ?? {}),
  recipeReferences: z
    .array(itemRecipe)
    .nullish()
    .transform((references) => references ?? []),
  createdAt: text,
  updatedAt: text,
});

export type ListItem = z.output<typeof listItem>;

const listRecipe = z.object({
  recipeId: uuid,
  recipeQuantity: number,
  recipe: z.object({ name: text, slug: text }).optional().catch(undefined),
});

/** A recipe whose ingredients stand on a list, and how many times it was added. */
export type ListRecipe = z.output<typeof listRecipe>;

export const listSummary = z.object({
  id: uuid,
  name: text,
  updatedAt: text,
  recipeReferences: z.array(z.unknown()).catch([]),
});

export type ListSummary = z.output<typeof listSummary>;

/** A list with its lines. */
export type ShoppingList = {
  id: string;
  name: string | undefined;
  updatedAt: string | undefined;
  recipes: readonly ListRecipe[];
  items: readonly ListItem[];
  /** Lines that could not be read. */
  unreadable: number;
};

/** @throws MealieError (`not-mealie`) */
export function readWholeList(body: unknown): ShoppingList {
  const list = readRecord(body, listSummary.extend({ listItems: z.array(z.unknown()) }));
  const { records: items, unreadable } = readList(list.listItems, listItem);
  const { records: recipes } = readList(list.recipeReferences, listRecipe);
  return { id: list.id, name: list.name, updatedAt: list.updatedAt, recipes, items, unreadable };
}

const collection = z.object({
  createdItems: z.array(z.unknown()),
  updatedItems: z.array(z.unknown()),
  deletedItems: z.array(z.unknown()),
});

/** What a write of several lines has done to them. */
export type ItemChanges = {
  created: readonly ListItem[];
  /** As they are now, also those that were not named and took another one in. */
  updated: readonly ListItem[];
  /** As they were. */
  removed: readonly ListItem[];
  unreadable: number;
};

/** @throws MealieError (`not-mealie`) */
export function readItemChanges(body: unknown): ItemChanges {
  const { createdItems, updatedItems, deletedItems } = readRecord(body, collection);
  const created = readList(createdItems, listItem);
  const updated = readList(updatedItems, listItem);
  const removed = readList(deletedItems, listItem);
  return {
    created: created.records,
    updated: updated.records,
    removed: removed.records,
    unreadable: created.unreadable + updated.unreadable + removed.unreadable,
  };
}
