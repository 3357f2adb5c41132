import { own, SET } from "server-kit";
import { z } from "zod";
import { readSelf } from "../../about.ts";
import { readOwnRating, setOwnRating } from "../../api/ratings.ts";
import { MealieError, refused } from "../../errors.ts";
import { resolveRecipe } from "../../lookup/recipes.ts";
import { tellingBefore } from "../../writing/before.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const setRecipeRatingTool = defineTool({
  name: "set_recipe_rating",
  title: "Rate a recipe",
  description:
    "Sets what the user of the token thinks of a recipe: stars, and whether it is a favourite. A recipe shows the average of its users' stars; 0 counts as a rating too.",
  input: z.strictObject({
    recipe: schema.recipe,
    rating: z.number().min(0).max(5).optional().describe("0 to 5."),
    is_favorite: z.boolean().optional(),
  }),
  output: z.object({
    updated: z.literal(true),
    id: z.string(),
    rating: z.number().optional(),
    is_favorite: z.boolean().optional(),
    replaced: z
      .object({ rating: z.number().nullable().optional(), is_favorite: z.boolean().optional() })
      .describe("What the user's own rating was before"),
  }),
  annotations: SET,
  run: async ({ recipe: named, rating, is_favorite: isFavorite }, call) => {
    const { api } = call.deps;
    if (rating === undefined && isFavorite === undefined)
      throw refused("bad-input", "Give `rating`, `is_favorite` or both.");
    const [{ id }, self] = await Promise.all([resolveRecipe(api, named, call), readSelf(api, call)]);
    if (self.id === undefined)
      throw new MealieError("not-mealie", "Mealie does not say which user this is, so nobody can rate.");
    const userId = self.id;
    const before = await readOwnRating(api, id, call);
    await tellingBefore(
      () => setOwnRating(api, { userId, recipeId: id, rating: { rating, isFavorite } }, call),
      { rating: before.rating ?? null, is_favorite: before.isFavorite ?? false },
    );
    return own({
      updated: true,
      id,
      ...(rating === undefined ? {} : { rating }),
      ...(isFavorite === undefined ? {} : { is_favorite: isFavorite }),
      replaced: {
        ...(rating === undefined ? {} : { rating: before.rating ?? null }),
        ...(isFavorite === undefined ? {} : { is_favorite: before.isFavorite ?? false }),
      },
    });
  },
});
