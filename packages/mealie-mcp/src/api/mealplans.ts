import { z } from "zod";
import { isDate } from "../days.ts";
import { MealieError } from "../errors.ts";
import type { ApiCall, MealieApi, Query } from "./client.ts";
import { type Page, readPage, readRecord, readRecordOf } from "./page.ts";
import { apiPath, type ApiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite, isGone, settled } from "./settle.ts";
import { optionalUuid, text } from "./shapes.ts";

export const ENTRY_TYPES = ["breakfast", "lunch", "dinner", "side", "snack", "drink", "dessert"] as const;

export type EntryType = (typeof ENTRY_TYPES)[number];

const planEntry = z.object({
  id: z.number().int(),
  date: z.string().refine(isDate),
  entryType: z.enum(ENTRY_TYPES).optional().catch(undefined),
  title: text,
  text,
  recipeId: optionalUuid,
  groupId: optionalUuid,
  /** Not on every entry (M38). */
  userId: optionalUuid,
  recipe: z.object({ name: text, slug: text }).optional().catch(undefined),
});

export type PlanEntry = z.output<typeof planEntry>;

/** What people choose of an entry. */
export type PlannedMeal = {
  date: string;
  entryType: EntryType;
  title: string;
  text: string;
  recipeId: string | null;
};

const pathTo = (...rest: string[]): ApiPath => apiPath("households", "mealplans", ...rest);

/** @throws MealieError */
export async function listPlanEntries(
  api: MealieApi,
  { from, to, ...query }: { from: string; to: string } & Query,
  call: ApiCall,
): Promise<Page<PlanEntry>> {
  const days = { start_date: from, end_date: to };
  return readPage(
    await api.get(pathTo(), { ...days, ...query, orderBy: "date", orderDirection: "asc" }, call),
    planEntry,
  );
}

/** @throws MealieError (`not-found`) */
export async function readPlanEntry(api: MealieApi, id: number, call: ApiCall): Promise<PlanEntry> {
  return readRecordOf(id, await api.get(pathTo(String(id)), {}, call), planEntry);
}

/** @throws MealieError */
export async function createPlanEntry(api: MealieApi, meal: PlannedMeal, call: ApiCall): Promise<PlanEntry> {
  const answer = await api
    .write({ method: "POST", path: pathTo(), json: bodyFor("POST /api/households/mealplans", meal) }, call)
    .catch((error: unknown) => explainType(error, meal.entryType));
  return afterWrite(() => readRecord(answer, planEntry));
}

/** Plans a recipe that Mealie picks by the rules of the household. @throws MealieError */
export async function createRandomEntry(
  api: MealieApi,
  meal: Pick<PlannedMeal, "date" | "entryType">,
  call: ApiCall,
): Promise<PlanEntry> {
  const answer = await api
    .write(
      {
        method: "POST",
        path: pathTo("random"),
        json: bodyFor("POST /api/households/mealplans/random", meal),
      },
      call,
    )
    .catch((error: unknown) => explainType(error, meal.entryType));
  return afterWrite(() => readRecord(answer, planEntry));
}

/** Whose an entry is; a replacement has to say so. */
export type PlanOwner = { id: number; groupId: string; userId: string };

/** Replaces an entry as a whole. @throws MealieError */
export async function replacePlanEntry(
  api: MealieApi,
  { owner, meal }: { owner: PlanOwner; meal: PlannedMeal },
  call: ApiCall,
): Promise<void> {
  await settled(
    () =>
      api
        .write(
          {
            method: "PUT",
            path: pathTo(String(owner.id)),
            json: bodyFor("PUT /api/households/mealplans/{item_id}", { ...meal, ...owner }),
          },
          call,
        )
        .catch((error: unknown) => explainType(error, meal.entryType)),
    async () => (isAs(await readPlanEntry(api, owner.id, call), meal) ? true : undefined),
  );
}

/** @throws MealieError */
export async function deletePlanEntry(api: MealieApi, id: number, call: ApiCall): Promise<void> {
  await settled(
    () => api.write({ method: "DELETE", path: pathTo(String(id)) }, call),
    () => isGone(() => readPlanEntry(api, id, call)),
  );
}

function isAs(entry: PlanEntry, meal: PlannedMeal): boolean {
  return (
    entry.date === meal.date &&
    entry.entryType === meal.entryType &&
    (entry.title ?? "") === meal.title &&
    (entry.text ?? "") === meal.text &&
    (entry.recipeId ?? null) === meal.recipeId
  );
}

const FROM_THE_START: ReadonlySet<EntryType> = new Set(["breakfast", "lunch", "dinner", "side"]);

/** Older instances know four types of meal, and refuse the others in terms of their own. */
function explainType(error: unknown, type: EntryType): never {
  if (error instanceof MealieError && error.code === "refused" && !FROM_THE_START.has(type))
    throw new MealieError(
      "unsupported",
      `Mealie did not take this entry. Up to version 2 it knows no "${type}", only breakfast, lunch, dinner and side. Nothing was changed.`,
      { foreign: error.foreign },
    );
  throw error;
}
