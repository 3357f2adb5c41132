import { type MealieState, sampleHousehold, type StandIn, startStandIn } from "sandbox";
import type { Account } from "../peers/peers.ts";

const TODAY = "2026-09-14";

/** What a cook reads of a recipe, by name. */
export type KnownRecipe = {
  name: string;
  description: string;
  servings: number;
  totalTime: string;
  categoriesAndTags: readonly string[];
  ingredients: readonly { quantity: number | null; words: readonly string[] }[];
  steps: readonly string[];
};

/** A recipe instance on this machine, and one of its recipes. */
export type Recipes = { account: Account; slug: string; recipe: KnownRecipe; stop: () => Promise<void> };

export async function startRecipes(): Promise<Recipes> {
  const standIn: StandIn = await startStandIn({ state: sampleHousehold(TODAY) });
  const { url, token, state } = standIn;
  const [first] = state.recipes;
  if (first === undefined) throw new Error("The sample household has no recipe.");
  return {
    account: { url, user: "ada", secret: token },
    slug: first.slug,
    recipe: knownOf(first, state),
    stop: () => standIn.close(),
  };
}

function knownOf(recipe: MealieState["recipes"][number], state: MealieState): KnownRecipe {
  const named = (list: readonly { id: string; name: string }[], ids: readonly (string | null)[]): string[] =>
    list.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return {
    name: recipe.name,
    description: recipe.description,
    servings: recipe.recipeServings,
    totalTime: recipe.totalTime ?? "",
    categoriesAndTags: [
      ...named(state.categories, recipe.categoryIds),
      ...named(state.tags, recipe.tagIds),
      ...named(state.tools, recipe.toolIds),
    ],
    ingredients: recipe.recipeIngredient.map(({ quantity, unitId, foodId, note }) => ({
      quantity,
      words: [...named(state.units, [unitId]), ...named(state.foods, [foodId]), note].filter(
        (word) => word !== "",
      ),
    })),
    steps: recipe.recipeInstructions.map(({ text }) => text),
  };
}
