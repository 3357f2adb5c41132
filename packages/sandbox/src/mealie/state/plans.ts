export type MealiePlanEntry = {
  id: number;
  /** A plain date. */
  date: string;
  entryType: string;
  title: string;
  text: string;
  /** May name a recipe that does not exist. */
  recipeId: string | null;
  groupId: string;
  userId: string;
  householdId: string;
};

/** The meal plan. Ids of entries are never used again. */
export type PlanState = { planEntries: MealiePlanEntry[]; lastPlanEntryId: number };

export const noPlans = (): PlanState => ({ planEntries: [], lastPlanEntryId: 0 });
