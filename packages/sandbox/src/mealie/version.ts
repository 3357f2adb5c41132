/** The two ages of Mealie that the stand-in can be: the oldest and the newest whose contract is known. */
export type MealieVersion = "2.0" | "3.23";

/** As `app/about` says it. */
export const VERSION_NAME: Record<MealieVersion, string> = { "2.0": "v2.0.0", "3.23": "v3.23.1" };
