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

/** Of which recipes one is picked at random for a meal: those with one of these tags. */
export type MealiePlanRule = { entryType: string; tagIds: string[] };

/** The meal plan. Ids of entries are never used again. */
export type PlanState = {
  planEntries: MealiePlanEntry[];
  planRules: MealiePlanRule[];
  lastPlanEntryId: number;
};

export const noPlans = (): PlanState => ({ planEntries: [], planRules: [], lastPlanEntryId: 0 });
