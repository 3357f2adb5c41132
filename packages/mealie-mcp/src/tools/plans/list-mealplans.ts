import { framed, READ, todayIn } from "server-kit";
import { z } from "zod";
import { listPlanEntries } from "../../api/mealplans.ts";
import { addDays } from "../../days.ts";
import { MealieError } from "../../errors.ts";
import { pagingOf } from "../../view/paging.ts";
import { planDays } from "../../view/plans.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { planDay } from "./schemas.ts";

export const listMealplansTool = defineTool({
  name: "list_mealplans",
  title: "List the meal plan",
  description:
    "Lists what is planned, by day. Without dates: today and the six days after it; with one of them: seven days from there, or up to there. Days without entries are left out.",
  input: z.strictObject({
    start_date: schema.date.optional().describe("The first day, YYYY-MM-DD."),
    end_date: schema.date.optional().describe("The last day, which is included."),
    page: schema.page,
    per_page: schema.perPage(50),
  }),
  output: z.object({
    start_date: z.string(),
    end_date: z.string(),
    days: z.array(planDay),
    ...schema.paging,
  }),
  annotations: READ,
  run: async ({ start_date, end_date, page = 1, per_page: perPage = 50 }, call) => {
    const { api, config, now } = call.deps;
    const today = todayIn(config.timezone, { clock: { wallClock: now } }).date;
    const from = start_date ?? (end_date === undefined ? today : addDays(end_date, -6));
    const to = end_date ?? addDays(from, 6);
    // Mealie answers such a range with an empty list, as if nothing were planned.
    if (to < from) throw new MealieError("bad-input", "`end_date` is before `start_date`.");
    const found = await listPlanEntries(api, { from, to, page, perPage }, call);
    return framed(
      { start_date: from, end_date: to, days: planDays(found.items), ...pagingOf(found) },
      { records: "days" },
    );
  },
});
