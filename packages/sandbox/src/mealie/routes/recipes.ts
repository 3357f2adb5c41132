import { ok } from "../reply.ts";
import type { MealieRoute } from "../route.ts";
import { recipeAt, shownRecipe } from "../show/recipe.ts";

/** Reading recipes. */
export const recipeRoutes: readonly MealieRoute[] = [
  {
    method: "GET",
    pattern: "/api/recipes/{slug}",
    answer: ({ version, state, params }) =>
      ok(shownRecipe(recipeAt(state, params["slug"] ?? ""), { state, version })),
  },
];
