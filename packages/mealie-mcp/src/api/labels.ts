import { z } from "zod";
import type { ApiCall, MealieApi } from "./client.ts";
import { readRecordOf } from "./page.ts";
import { apiPath } from "./path.ts";
import { text, uuid } from "./shapes.ts";

const label = z.object({ id: uuid, name: text });

/** A label: where in the shop a food is found. @throws MealieError (`not-found`) */
export async function readLabel(api: MealieApi, id: string, call: ApiCall): Promise<z.output<typeof label>> {
  return readRecordOf(id, await api.get(apiPath("groups", "labels", id), {}, call), label);
}
