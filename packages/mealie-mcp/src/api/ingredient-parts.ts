import type { z } from "zod";
import type { ApiCall, MealieApi, Query } from "./client.ts";
import { merge } from "./merge.ts";
import { ALL, type Page, readPage, readRecord, readRecordOf } from "./page.ts";
import { apiPath } from "./path.ts";
import type { RequestBody } from "./request-body.ts";
import { afterWrite, settled } from "./settle.ts";

/** The two that go from one record into another. */
export type Merge = { from: string; into: string };

/** One kind of what ingredients are made of: where it lives, what it looks like and how its bodies are written. */
type Kind<Shape extends z.ZodType<{ id: string; name: string }>, New> = {
  segment: "foods" | "units";
  shape: Shape;
  created: (wanted: New) => RequestBody;
  merged: (merge: Merge) => RequestBody;
};

/** What Mealie offers for foods, and in the same way for units. */
export type IngredientParts<Part, New> = {
  /** @throws MealieError */
  list(this: void, api: MealieApi, query: Query, call: ApiCall): Promise<Page<Part>>;
  /** Every one of the group. @throws MealieError */
  all(this: void, api: MealieApi, call: ApiCall): Promise<readonly Part[]>;
  /** @throws MealieError (`not-found`) */
  read(this: void, api: MealieApi, id: string, call: ApiCall): Promise<Part>;
  /** Makes a new one; that its name is free was looked up before. @throws MealieError */
  create(this: void, api: MealieApi, wanted: New, call: ApiCall): Promise<Part>;
  /** Deletes one and lets the other stand in its place. @throws MealieError */
  merge(this: void, api: MealieApi, merge: Merge, call: ApiCall): Promise<void>;
};

export function ingredientParts<
  Shape extends z.ZodType<{ id: string; name: string }>,
  New extends { name: string },
>({ segment, shape, created, merged }: Kind<Shape, New>): IngredientParts<z.output<Shape>, New> {
  const parts: IngredientParts<z.output<Shape>, New> = {
    list: async (api, query, call) => readPage(await api.get(apiPath(segment), query, call), shape),
    all: async (api, call) => (await parts.list(api, { page: 1, perPage: ALL }, call)).items,
    read: async (api, id, call) => readRecordOf(id, await api.get(apiPath(segment, id), {}, call), shape),
    create: (api, wanted, call) =>
      settled(
        async () => {
          const request = { method: "POST", path: apiPath(segment), json: created(wanted) } as const;
          const answer = await api.write(request, call);
          return afterWrite(() => readRecord(answer, shape));
        },
        async () => (await parts.all(api, call)).find(({ name }) => name === wanted.name),
      ),
    merge: (api, pair, call) =>
      merge(
        () => api.write({ method: "PUT", path: apiPath(segment, "merge"), json: merged(pair) }, call),
        () => parts.read(api, pair.from, call),
      ),
  };
  return parts;
}
