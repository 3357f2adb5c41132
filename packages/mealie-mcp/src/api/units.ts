import { z } from "zod";
import type { ApiCall, MealieApi, Query } from "./client.ts";
import { ALL, type Page, readPage, readRecord } from "./page.ts";
import { apiPath } from "./path.ts";
import { merge } from "./merge.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite, settled } from "./settle.ts";
import { aliases, flag, number, text, uuid } from "./shapes.ts";

const unit = z.object({
  id: uuid,
  name: z.string(),
  pluralName: text,
  description: text,
  abbreviation: text,
  pluralAbbreviation: text,
  useAbbreviation: flag,
  fraction: flag,
  aliases,
  /** From v3 on: what one of it is in a unit that everybody knows. */
  standardQuantity: number,
  standardUnit: text,
  updatedAt: text,
});

export type Unit = z.output<typeof unit>;

export type NewUnit = {
  name: string;
  pluralName?: string | undefined;
  description?: string | undefined;
  abbreviation?: string | undefined;
  useAbbreviation?: boolean | undefined;
  fraction?: boolean | undefined;
};

/** @throws MealieError */
export async function listUnits(api: MealieApi, query: Query, call: ApiCall): Promise<Page<Unit>> {
  return readPage(await api.get(apiPath("units"), query, call), unit);
}

/** Every unit of the group. @throws MealieError */
export async function allUnits(api: MealieApi, call: ApiCall): Promise<readonly Unit[]> {
  return (await listUnits(api, { page: 1, perPage: ALL }, call)).items;
}

/** @throws MealieError (`not-found`) */
export async function readUnit(api: MealieApi, id: string, call: ApiCall): Promise<Unit> {
  return readRecord(await api.get(apiPath("units", id), {}, call), unit);
}

/** Makes a new unit; that its name is free was looked up before. @throws MealieError */
export async function createUnit(api: MealieApi, wanted: NewUnit, call: ApiCall): Promise<Unit> {
  return settled(
    async () => {
      const answer = await api.write(
        { method: "POST", path: apiPath("units"), json: bodyFor("POST /api/units", wanted) },
        call,
      );
      return afterWrite(() => readRecord(answer, unit));
    },
    async () => (await allUnits(api, call)).find(({ name }) => name === wanted.name),
  );
}

/** Deletes one unit and lets the other stand in its place. @throws MealieError */
export async function mergeUnits(
  api: MealieApi,
  { from, into }: { from: string; into: string },
  call: ApiCall,
): Promise<void> {
  await merge(
    () =>
      api.write(
        {
          method: "PUT",
          path: apiPath("units", "merge"),
          json: bodyFor("PUT /api/units/merge", { fromUnit: from, toUnit: into }),
        },
        call,
      ),
    () => readUnit(api, from, call),
  );
}
