import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bodyFor } from "../../src/api/request-body.ts";

const FOOD = "00000000-0000-4000-8000-000000000001";

it("takes what the contract knows, as it is", () => {
  expect(bodyFor("POST /api/recipes", { name: "Soup" })).toEqual({ name: "Soup" });
});

it("takes no field that the contract does not know, at any depth", () => {
  const wanted = { name: "Soup", servings: 4 };
  // @ts-expect-error -- `servings` is no field of a new recipe
  bodyFor("POST /api/recipes", wanted);
  const line = { note: "leek", referenceId: FOOD, amount: 1 };
  // @ts-expect-error -- `amount` is no field of an ingredient
  bodyFor("PATCH /api/recipes/{slug}", { recipeIngredient: [line] });
  // @ts-expect-error -- a date is a text
  bodyFor("POST /api/households/mealplans", { date: 20_261_130, entryType: "dinner" });
  // @ts-expect-error -- `fromFood` is missing
  bodyFor("PUT /api/foods/merge", { toFood: FOOD });
  expect(wanted).toEqual({ name: "Soup", servings: 4 });
});

it("has the types that the contract gives", async () => {
  // A script outside of the package; its types are its own.
  const { contractTypes }: { contractTypes: () => string } =
    await import("../../../../scripts/mealie-types.ts");
  const kept = readFileSync(new URL("../../src/api/contract-types.ts", import.meta.url), "utf8");
  const words = (text: string): string => text.replaceAll(/\s+|[(),;|]/g, "");
  expect(words(kept)).toBe(words(contractTypes()));
});
