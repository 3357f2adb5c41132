import { wholeNumber } from "../page.ts";
import { type MealieReply, ok } from "../reply.ts";
import type { MealieRequest, MealieRoute } from "../route.ts";
import { uuidAt } from "../body.ts";
import { shownFood } from "../show/food.ts";
import { shownOrganizer } from "../show/organizer.ts";
import { shownSummary } from "../show/recipe.ts";
import type { MealieRecipe } from "../state/recipes.ts";

/** A v2.0 takes the word for the slug of a recipe. */
export const suggestionRoutes: readonly MealieRoute[] = [
  { method: "GET", pattern: "/api/recipes/suggestions", versions: ["3.23"], answer: suggest },
];

/** As the sources of v2.4 and later read; nothing is on hand in the stand-in. */
function suggest({ state, version, query }: MealieRequest): MealieReply {
  const foods = new Set(query.getAll("foods").map((id) => uuidAt(id, ["query", "foods"])));
  const tools = new Set(query.getAll("tools").map((id) => uuidAt(id, ["query", "tools"])));
  const most = (name: string, fallback: number): number => wholeNumber(query, name, fallback);
  const found = state.recipes
    .map((recipe) => ({
      recipe,
      uses: foodsOf(recipe).filter((id) => foods.has(id)).length,
      missingFoods: foods.size === 0 ? [] : lacking(foodsOf(recipe), foods),
      missingTools: tools.size === 0 ? [] : lacking(recipe.toolIds, tools),
    }))
    .filter(
      ({ uses, missingFoods, missingTools }) =>
        (foods.size === 0 || uses > 0) &&
        missingFoods.length <= most("maxMissingFoods", 5) &&
        missingTools.length <= most("maxMissingTools", 5),
    )
    .toSorted(
      (one, other) =>
        one.missingTools.length - other.missingTools.length ||
        one.missingFoods.length - other.missingFoods.length ||
        other.uses - one.uses,
    );
  return ok({
    items: found.slice(0, most("limit", 10)).map(({ recipe, missingFoods, missingTools }) => ({
      recipe: shownSummary(recipe, { state, version }),
      missingFoods: state.foods
        .filter(({ id }) => missingFoods.includes(id))
        .map((food) => shownFood(food, state, version)),
      missingTools: state.tools
        .filter(({ id }) => missingTools.includes(id))
        .map((tool) => shownOrganizer(tool, version)),
    })),
  });
}

function foodsOf({ recipeIngredient }: MealieRecipe): string[] {
  return recipeIngredient.flatMap(({ foodId }) => (foodId === null ? [] : [foodId]));
}

function lacking(ids: readonly string[], have: ReadonlySet<string>): string[] {
  return [...new Set(ids)].filter((id) => !have.has(id));
}
