import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Recipe } from "../../src/api/recipe-shapes.ts";
import { recipeShape } from "../../src/api/recipe-shapes.ts";
import { scaled, servingsOf } from "../../src/view/scale.ts";

function recipe(fields: Record<string, unknown>): Recipe {
  return recipeShape.parse({ id: "11111111-1111-4111-8111-111111111111", slug: "any", ...fields });
}

describe("scaled", () => {
  it.each([
    [0.1, 1, 3, 0.3],
    [0.7, 10, 1, 0.07],
    [1.1, 1, 1.1, 1.21],
    [2, 4, 6, 3],
    [1, 3, 1, 1 / 3],
    [2, 3, 1, 2 / 3],
    [2, 3, 3, 2],
    [250, 4, 4, 250],
    [0.333, 1, 3, 0.999],
    [1e308, 1, 30, Number.MAX_VALUE],
  ])("turns %d for %d servings into that for %d: %d", (quantity, from, to, expected) => {
    expect(scaled(quantity, { from, to })).toBe(expected);
  });

  const hundredths = fc.integer({ min: 1, max: 1_000_000 }).map((whole) => whole / 100);

  it("gives back what it was for any quantity and the same servings", () => {
    fc.assert(
      fc.property(hundredths, hundredths, (quantity, servings) => {
        expect(scaled(quantity, { from: servings, to: servings })).toBe(quantity);
      }),
    );
  });

  it("agrees with fractions of whole numbers for any quantity in hundredths", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        (quantity, from, to) => {
          expect(scaled(quantity / 100, { from, to })).toBeCloseTo((quantity * to) / (100 * from), 9);
        },
      ),
    );
  });

  it("is a finite number for any number Mealie may hold", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e300, noNaN: true }), hundredths, hundredths, (any, from, to) => {
        expect(Number.isFinite(scaled(any, { from, to }))).toBe(true);
      }),
    );
  });
});

describe("servingsOf", () => {
  it("takes the number of servings before the text of the yield", () => {
    expect(servingsOf(recipe({ recipeServings: 6, recipeYield: "12 pieces" }))).toEqual({
      servings: 6,
      from: "servings",
    });
  });

  it.each([
    ["4 servings", 4],
    ["Serves 6", 6],
    ["2,5 litres", 2.5],
    ["12", 12],
  ])("reads the one number of %j", (recipeYield, servings) => {
    expect(servingsOf(recipe({ recipeServings: 0, recipeYield }))).toEqual({
      servings,
      from: "yield_text",
    });
  });

  it.each([null, "", "a loaf", "4-6 servings", "0", "1 1/2 loaves", "1,000 cookies", "1.500 g"])(
    "does not guess from %j",
    (recipeYield) => {
      expect(servingsOf(recipe({ recipeYield }))).toBeUndefined();
    },
  );
});
