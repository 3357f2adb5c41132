/** What a page of the web holds, for a Mealie that is told to fetch it; one that is not here cannot be reached. */
export type MealiePage =
  /** What its schema.org record says. */
  | { kind: "recipe"; schema: Readonly<Record<string, unknown>> }
  | { kind: "no-recipe" }
  /** Answers so late that Mealie gives up. */
  | { kind: "too-slow" };

/** The web, by address. */
export type PageState = { pages: Map<string, MealiePage> };

export const noPages = (): PageState => ({ pages: new Map() });
