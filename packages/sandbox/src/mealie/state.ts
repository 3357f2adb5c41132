import { randomUUID } from "node:crypto";
import { type CookbookState, noCookbooks } from "./state/cookbooks.ts";
import { type FoodState, noFoods } from "./state/foods.ts";
import { type ImportState, noImports } from "./state/imports.ts";
import { noOrganizers, type OrganizerState } from "./state/organizers.ts";
import { noPages, type PageState } from "./state/pages.ts";
import { noPlans, type PlanState } from "./state/plans.ts";
import { noRecipes, type RecipeState } from "./state/recipes.ts";
import { noShares, type ShareState } from "./state/shares.ts";
import { noShopping, type ShoppingState } from "./state/shopping.ts";

/** A user of the one group and household that a stand-in has. */
export type MealieUser = {
  id: string;
  username: string;
  fullName: string;
  email: string;
  admin: boolean;
  canInvite: boolean;
  canManage: boolean;
  canManageHousehold: boolean;
  canOrganize: boolean;
  /** The bearer token that acts as this user. */
  token: string;
};

/** Everything that a stand-in holds. */
export type MealieState = OrganizerState &
  FoodState &
  PlanState &
  RecipeState &
  PageState &
  ShareState &
  ImportState &
  ShoppingState &
  CookbookState & {
    group: { id: string; name: string; slug: string };
    household: { id: string; name: string; slug: string };
    users: MealieUser[];
  };

/** An empty household with two users: one who may do everything in it, and one who may do nothing special. */
export function emptyState(newId: () => string = randomUUID): MealieState {
  const user = (username: string, rights: boolean): MealieUser => ({
    id: newId(),
    username,
    fullName: `${username[0]?.toUpperCase() ?? ""}${username.slice(1)}`,
    email: `${username}@example.org`,
    admin: false,
    canInvite: rights,
    canManage: rights,
    canManageHousehold: rights,
    canOrganize: rights,
    token: `stand-in-${username}`,
  });
  return {
    group: { id: newId(), name: "Home", slug: "home" },
    household: { id: newId(), name: "Family", slug: "family" },
    users: [user("ada", true), user("grace", false)],
    ...noOrganizers(),
    ...noFoods(),
    ...noPlans(),
    ...noRecipes(),
    ...noPages(),
    ...noShares(),
    ...noImports(),
    ...noShopping(),
    ...noCookbooks(),
  };
}
