import { z } from "zod";
import type { ApiCall, MealieApi, Query } from "./client.ts";
import { ALL, type Page, readPage, readRecord } from "./page.ts";
import { apiPath } from "./path.ts";
import { merge } from "./merge.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite, settled } from "./settle.ts";
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

/** @throws MealieError */
export async function listFoods(api: MealieApi, query: Query, call: ApiCall): Promise<Page<Food>> {
  return readPage(await api.get(apiPath("foods"), query, call), food);
}

/** Every food of the group. @throws MealieError */
export async function allFoods(api: MealieApi, call: ApiCall): Promise<readonly Food[]> {
  return (await listFoods(api, { page: 1, perPage: ALL }, call)).items;
}

/** @throws MealieError (`not-found`) */
export async function readFood(api: MealieApi, id: string, call: ApiCall): Promise<Food> {
  return readRecord(await api.get(apiPath("foods", id), {}, call), food);
}

/** Makes a new food; that its name is free was looked up before. @throws MealieError */
export async function createFood(api: MealieApi, wanted: NewFood, call: ApiCall): Promise<Food> {
  return settled(
    async () => {
      const answer = await api.write(
        { method: "POST", path: apiPath("foods"), json: bodyFor("POST /api/foods", wanted) },
        call,
      );
      return afterWrite(() => readRecord(answer, food));
    },
    async () => (await allFoods(api, call)).find(({ name }) => name === wanted.name),
  );
}

/** Deletes one food and lets the other stand in its place. @throws MealieError */
export async function mergeFoods(
  api: MealieApi,
  { from, into }: { from: string; into: string },
  call: ApiCall,
): Promise<void> {
  await merge(
    () =>
      api.write(
        {
          method: "PUT",
          path: apiPath("foods", "merge"),
          json: bodyFor("PUT /api/foods/merge", { fromFood: from, toFood: into }),
        },
        call,
      ),
    () => readFood(api, from, call),
  );
}
