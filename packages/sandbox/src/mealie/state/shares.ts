/** What lets anybody read a recipe who knows its id. Instants are in UTC with a Z. */
export type MealieShare = { id: string; recipeId: string; expiresAt: string; createdAt: string };

export type ShareState = { shares: MealieShare[] };

export const noShares = (): ShareState => ({ shares: [] });
