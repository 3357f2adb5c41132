import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grammarProblem } from "../../src/cookbooks/filter-grammar.ts";

describe("grammarProblem", () => {
  it.each([
    'tags.name IN ["Dessert"]',
    'tags.name in ["Dessert", "Cake"] and rating >= 4',
    'recipe_category.name CONTAINS ALL ["A","B"] OR (tools.name NOT IN ["Oven"] AND name LIKE "%pie%")',
    "rating IS NOT NULL",
    "last_made IS NULL",
    'created_at>="2020-01-01"',
    "created_at > 2020-01-01",
    '((name = "x"))',
    'name <> "Größe (1) [2]"',
  ])("takes %s", (filter) => {
    expect(grammarProblem(filter)).toBeUndefined();
  });

  it.each([
    ["foo bar", "operator"],
    ["tags.name IN [Dessert", "list that is not closed"],
    ["tags.name IN []", "something else than values"],
    ['tags.name IN ["a",]', "something else than values"],
    ['name = "x', "double quote"],
    ['((name = "x")', "parenthesis that is not closed"],
    ['name = "x")', "goes on after"],
    ['name = "x" rating = 4', "goes on after"],
    ['name = "x" AND', "lacks a condition"],
    ["name =", "lacks a value"],
    ["", "lacks a condition"],
    ['"name" = "x"', "lacks a condition"],
    ["= 4", "lacks a condition"],
  ])("finds what is wrong with %j", (filter, problem) => {
    expect(grammarProblem(filter)).toContain(problem);
  });

  it("answers any text, and never with a piece of it", () => {
    const piece = fc.constantFrom(
      "(",
      ")",
      "[",
      "]",
      ",",
      '"',
      "=",
      "<",
      ">",
      "AND",
      "OR",
      "IN",
      "x",
      " ",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const problem = grammarProblem(pieces.join(""));
        expect(problem ?? "").not.toContain("é");
      }),
    );
  });
});
