export type MealieOrganizer = { id: string; groupId: string; name: string; slug: string };

export type MealieTool = MealieOrganizer & {
  /** Up to v2. */
  onHand: boolean;
  /** From v3 on: slugs of households. */
  householdsWithTool: string[];
};

/** What recipes are sorted by. */
export type OrganizerState = {
  tags: MealieOrganizer[];
  categories: MealieOrganizer[];
  tools: MealieTool[];
};

export const noOrganizers = (): OrganizerState => ({ tags: [], categories: [], tools: [] });
