import { untrusted, type Untrusted } from "confirm-guard";
import type { PlanEntry, PlannedMeal } from "../api/mealplans.ts";
import { weekdayOf } from "../days.ts";
import { present, textsOf } from "./texts.ts";

/** One entry of the meal plan; its date stands with the day it is listed under, or beside it. */
export function planEntryView({
  id,
  entryType,
  recipeId,
  recipe,
  ...entry
}: PlanEntry): Record<string, unknown> {
  return {
    ...present({
      id,
      entry_type: entryType,
      recipe_id: recipeId,
      // Mealie keeps entries of recipes that are not there.
      recipe_missing: recipeId !== undefined && recipe === undefined ? true : undefined,
    }),
    untrusted_text: textsOf({
      recipe_name: recipe?.name,
      recipe_slug: recipe?.slug,
      title: entry.title,
      text: entry.text,
    }),
  };
}

/** One entry with its day. */
export function datedEntryView(entry: PlanEntry): Record<string, unknown> {
  return { date: entry.date, weekday: weekdayOf(entry.date), ...planEntryView(entry) };
}

type PlanDay = { date: string; weekday: string; entries: Record<string, unknown>[] };

/** Entries by day, in order of the days; a day without entries is left out. */
export function planDays(entries: readonly PlanEntry[]): PlanDay[] {
  return [...Map.groupBy(entries, ({ date }) => date)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, of]) => ({ date, weekday: weekdayOf(date), entries: of.map(planEntryView) }));
}

/** What the fields that a change touches held before it; null where there was nothing. */
export function replacedView(before: PlannedMeal, after: PlannedMeal): Record<string, unknown> {
  const texts = present({
    title: before.title === after.title ? undefined : boxed(before.title),
    text: before.text === after.text ? undefined : boxed(before.text),
  });
  return present({
    date: before.date === after.date ? undefined : before.date,
    entry_type: before.entryType === after.entryType ? undefined : before.entryType,
    recipe_id: before.recipeId === after.recipeId ? undefined : before.recipeId,
    untrusted_text: Object.keys(texts).length === 0 ? undefined : texts,
  });
}

function boxed(text: string): Untrusted | null {
  return text === "" ? null : untrusted(text);
}
