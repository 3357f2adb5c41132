import type { KnownRecipe } from "../../servers/recipes.ts";

/** How many facts of a recipe an answer says, in whatever form: each word of a cook's, and each number. */
export function countRecipeFacts(answer: string, recipe: KnownRecipe): number {
  const { name, description, totalTime, categoriesAndTags, steps, ingredients } = recipe;
  const words = [
    ...[name, description, totalTime, ...categoriesAndTags, ...steps].filter((text) => text !== ""),
    ...ingredients.flatMap((ingredient) => ingredient.words),
  ];
  const numbers = [
    numbered("servings", recipe.servings),
    ...ingredients.flatMap(({ quantity }) => (quantity === null ? [] : [numbered("quantity", quantity)])),
  ];
  return (
    words.filter((word) => answer.includes(word)).length +
    numbers.filter((number) => number.test(answer)).length
  );
}

/** A number that stands after its name, with whatever punctuation is between them. */
function numbered(name: string, value: number): RegExp {
  return new RegExp(`${name}\\W{1,4}${String(value).replace(".", "\\.")}(?![\\d.])`, "i");
}
