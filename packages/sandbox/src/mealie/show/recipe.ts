import { detail, message } from "../reply.ts";
import { shownOrganizer } from "./organizer.ts";
import type { MealieState } from "../state.ts";
import type { MealieOrganizer, MealieTool } from "../state/organizers.ts";
import type { MealieComment, MealieRecipe, MealieTimelineEvent } from "../state/recipes.ts";
import type { MealieVersion } from "../version.ts";
import { shownIngredient } from "./ingredient.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The recipe of a slug or an id. @throws MealieRefusal 404 */
export function recipeAt(state: MealieState, slugOrId: string): MealieRecipe {
  const found = isId(slugOrId)
    ? state.recipes.find(({ id }) => id === slugOrId.toLowerCase())
    : state.recipes.find(({ slug }) => slug === slugOrId);
  if (found === undefined) throw message(404, "No Entry Found");
  return found;
}

type From = { state: MealieState; version: MealieVersion };

/** A recipe as listings show it. */
export function shownSummary(recipe: MealieRecipe, { state, version }: From): Record<string, unknown> {
  return {
    id: recipe.id,
    userId: recipe.userId,
    householdId: state.household.id,
    groupId: state.group.id,
    name: recipe.name,
    slug: recipe.slug,
    image: recipe.image,
    ...(version === "2.0"
      ? {}
      : { recipeServings: recipe.recipeServings, recipeYieldQuantity: recipe.recipeYieldQuantity }),
    recipeYield: recipe.recipeYield,
    totalTime: recipe.totalTime,
    prepTime: recipe.prepTime,
    cookTime: recipe.cookTime,
    performTime: recipe.performTime,
    description: recipe.description,
    recipeCategory: organizersOf(recipe.categoryIds, state.categories, version),
    tags: organizersOf(recipe.tagIds, state.tags, version),
    tools: organizersOf(recipe.toolIds, state.tools, version),
    rating: ratingOf(recipe, state),
    orgURL: recipe.orgURL,
    dateAdded: recipe.dateAdded,
    dateUpdated: recipe.dateUpdated,
    createdAt: recipe.createdAt,
    updatedAt: recipe.updatedAt,
    lastMade: recipe.lastMade,
  };
}

/**
 * A whole recipe.
 *
 * @throws MealieRefusal 500 when a v2.0 has stored an ingredient without a reference id: it cannot read it any more
 */
export function shownRecipe(recipe: MealieRecipe, from: From): Record<string, unknown> {
  const { state, version } = from;
  if (version === "2.0" && recipe.recipeIngredient.some(({ referenceId }) => referenceId === null))
    throw message(500, "Unknown Error", "ValidationError");
  const { disableAmount, ...settings } = recipe.settings;
  return {
    ...shownSummary(recipe, from),
    recipeIngredient: recipe.recipeIngredient.map((line) =>
      shownIngredient(line, {
        state,
        version,
        disableAmount,
        showRecipe: (other) => shownRecipe(other, from),
      }),
    ),
    recipeInstructions: recipe.recipeInstructions,
    nutrition: recipe.nutrition,
    settings: version === "2.0" ? { ...settings, disableAmount } : settings,
    assets: recipe.assets,
    notes: recipe.notes,
    extras: recipe.extras,
    comments: state.comments
      .filter(({ recipeId }) => recipeId === recipe.id)
      .map((comment) => shownComment(comment, from)),
  };
}

function organizersOf(
  ids: readonly string[],
  all: readonly (MealieOrganizer | MealieTool)[],
  version: MealieVersion,
): unknown[] {
  return ids.flatMap((id) => all.filter((one) => one.id === id).map((one) => shownOrganizer(one, version)));
}

/** The average of what its users gave; 0 is a rating too. */
export function ratingOf({ id }: MealieRecipe, { ratings }: MealieState): number | null {
  const given = ratings.flatMap(({ recipeId, rating }) =>
    recipeId === id && rating !== null ? [rating] : [],
  );
  return given.length === 0 ? null : given.reduce((sum, one) => sum + one, 0) / given.length;
}

export function shownComment(comment: MealieComment, { state, version }: From): Record<string, unknown> {
  const { id, recipeId, userId, text, createdAt, updatedAt } = comment;
  const author = state.users.find((user) => user.id === userId);
  if (author === undefined) throw detail(500, "This comment has no author.");
  const { username, admin, fullName } = author;
  const user =
    version === "2.0" ? { id: userId, username, admin } : { id: userId, username, admin, fullName };
  return { recipeId, text, id, createdAt, updatedAt, userId, user };
}

export function shownEvent(
  event: MealieTimelineEvent,
  { state }: Pick<From, "state">,
): Record<string, unknown> {
  return {
    ...event,
    image: "does not have image",
    groupId: state.group.id,
    householdId: state.household.id,
  };
}
