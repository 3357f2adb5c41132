import { randomUUID } from "node:crypto";
import type { MealieState } from "sandbox";

const AT = "2026-11-01T08:00:00.000Z";

export type StoredList = MealieState["shoppingLists"][number];
export type StoredItem = MealieState["listItems"][number];

/** Puts shopping lists and cookbooks into what a stand-in holds, and hands them back. */
export function shelves(state: MealieState) {
  return {
    list: (name: string): StoredList => {
      const list = {
        id: randomUUID(),
        name,
        userId: state.users[0]?.id ?? "",
        extras: {},
        recipeReferences: [],
        createdAt: AT,
        updatedAt: AT,
      };
      state.shoppingLists.push(list);
      return list;
    },
    item: (list: StoredList, note: string, more: Partial<StoredItem> = {}): StoredItem => {
      const item = {
        id: randomUUID(),
        shoppingListId: list.id,
        checked: false,
        position: state.listItems.filter(({ shoppingListId }) => shoppingListId === list.id).length,
        quantity: 1,
        foodId: null,
        unitId: null,
        labelId: null,
        isFood: (more.foodId ?? null) !== null,
        note,
        extras: {},
        recipeReferences: [],
        createdAt: AT,
        updatedAt: AT,
        ...more,
      };
      state.listItems.push(item);
      return item;
    },
    cookbook: (name: string, slug: string, more: Partial<MealieState["cookbooks"][number]> = {}) => {
      const cookbook = {
        id: randomUUID(),
        name,
        slug,
        description: "",
        position: 1,
        public: false,
        queryFilterString: "",
        ...more,
      };
      state.cookbooks.push(cookbook);
      return cookbook;
    },
  };
}

export const UNKNOWN = "00000000-0000-4000-8000-00000000dead";
