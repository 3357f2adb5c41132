/** A cookbook holds no recipes: it is a filter over all of them. */
export type MealieCookbook = {
  id: string;
  name: string;
  slug: string;
  description: string;
  position: number;
  public: boolean;
  /** Empty: every recipe. */
  queryFilterString: string;
};

export type CookbookState = { cookbooks: MealieCookbook[] };

export const noCookbooks = (): CookbookState => ({ cookbooks: [] });
