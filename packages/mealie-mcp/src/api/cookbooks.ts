import { z } from "zod";
import type { ApiCall, MealieApi, Query } from "./client.ts";
import { type Page, readPage, readRecord, readRecordOf } from "./page.ts";
import { apiPath, type ApiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite, isGone, settled } from "./settle.ts";
import { flag, number, text, uuid } from "./shapes.ts";

const cookbook = z.object({
  id: uuid,
  name: z.string(),
  slug: text,
  description: text,
  position: number,
  public: flag,
  /** Chooses its recipes; empty for all of them. */
  queryFilterString: text,
});

export type Cookbook = z.output<typeof cookbook>;

export type NewCookbook = {
  name: string;
  description: string;
  public: boolean;
  queryFilterString: string;
};

const pathTo = (...rest: string[]): ApiPath => apiPath("households", "cookbooks", ...rest);

/** @throws MealieError */
export async function listCookbooks(api: MealieApi, query: Query, call: ApiCall): Promise<Page<Cookbook>> {
  return readPage(await api.get(pathTo(), query, call), cookbook);
}

/** @throws MealieError (`not-found`) */
export async function readCookbook(api: MealieApi, id: string, call: ApiCall): Promise<Cookbook> {
  return readRecordOf(id, await api.get(pathTo(id), {}, call), cookbook);
}

/** Makes a cookbook; that Mealie can read its filter was found out before. @throws MealieError */
export async function createCookbook(api: MealieApi, wanted: NewCookbook, call: ApiCall): Promise<Cookbook> {
  const answer = await api.write(
    { method: "POST", path: pathTo(), json: bodyFor("POST /api/households/cookbooks", wanted) },
    call,
  );
  return afterWrite(() => readRecord(answer, cookbook));
}

/** By id: a slug would reach the database as it is. @throws MealieError */
export async function deleteCookbook(api: MealieApi, id: string, call: ApiCall): Promise<void> {
  await settled(
    () => api.write({ method: "DELETE", path: pathTo(id) }, call),
    () => isGone(() => readCookbook(api, id, call)),
  );
}
