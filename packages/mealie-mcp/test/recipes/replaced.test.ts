import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";
import { shelves } from "../shopping/shelves.ts";

const LINK = "00000000-0000-4000-8000-0000000000aa";

againstBothVersions((version) => {
  /** Counts everything: up to v2, a recipe says whether its quantities are shown. */
  const settings = { disableAmount: false };

  describe("what an overwrite replaced", () => {
    it("keeps halves and numbers of lines that have no food, and empty lines and steps", async () => {
      const desk = await openDesk({ version });
      const soup = pantry(desk.mealie.state).recipe("Soup", {
        slug: "soup",
        ingredients: [
          { quantity: 0.5, note: "lemon" },
          { quantity: 3, note: "onion" },
          { quantity: 0, note: "salt" },
          { quantity: 0, note: "" },
        ].map((line) => ({ ...line, disableAmount: false })),
        recipeInstructions: [
          { id: LINK, title: "Later", summary: "", text: "", ingredientReferences: [] },
          { id: LINK, title: "", summary: "", text: "", ingredientReferences: [] },
        ],
        notes: [{ title: "Empty", text: "" }],
      });
      Object.assign(soup.settings, settings);
      const lines = (): unknown[] => soup.recipeIngredient.map(({ quantity, note }) => [quantity, note]);
      const before = { lines: lines(), steps: soup.recipeInstructions.length, notes: soup.notes.length };
      const { structuredContent } = await desk.connection.callTool("update_recipe", {
        recipe: soup.id,
        ingredients: [],
        instructions: [],
        notes: [],
      });
      const { untrusted_text: texts } = Object(structuredContent?.["replaced"]);
      const undone = await desk.connection.callTool("update_recipe", { recipe: soup.id, ...texts });
      expect(undone.isError).not.toBe(true);
      expect({ lines: lines(), steps: soup.recipeInstructions.length, notes: soup.notes.length }).toEqual(
        before,
      );
    });

    it("says what of it cannot be put back", async () => {
      const desk = await openDesk({ version });
      const soup = pantry(desk.mealie.state).recipe("Soup", {
        slug: "soup",
        ingredients: [{ note: "water", referenceId: LINK }],
        recipeInstructions: [
          { id: LINK, title: "", summary: "", text: "Boil.", ingredientReferences: [{ referenceId: LINK }] },
        ],
      });
      const { structuredContent } = await desk.connection.callTool("update_recipe", {
        recipe: soup.id,
        ingredients: ["wine"],
      });
      expect(structuredContent).toMatchObject({ notes: [expect.stringMatching(/links between steps/)] });
    });

    const lost = (method: string) => [{ method, carriedOut: true, answer: { kind: "cut" } as const }];

    it("goes along with a failure when the answer of a change of a recipe gets lost", async () => {
      const desk = await openDesk({ version, faults: lost("PATCH") });
      const soup = pantry(desk.mealie.state).recipe("Soup", { slug: "soup", description: "By grandmother." });
      const result = await desk.connection.callTool("update_recipe", { recipe: "soup", description: null });
      expect(soup.description).toBe("");
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/held before stands below/);
      expect(textOf(result)).toContain("By grandmother.");
    });

    it.each([
      ["update_recipe", "a description", "By grandmother."],
      ["set_recipe_last_made", "the day it was made", "2026-10-02"],
      ["update_mealplan_entry", "a planned meal", "Pancakes"],
      ["set_recipe_rating", "a rating", '"rating":null'],
      ["update_organizer", "a name", "Quick"],
      ["update_shopping_list_items", "a line", "oat milk"],
    ])("goes along when Mealie fails inside and cannot be read: %s and %s", async (name, _what, held) => {
      const inside = {
        kind: "reply",
        status: 500,
        type: "text/plain",
        body: "Internal Server Error",
      } as const;
      const desk = await openDesk({
        version,
        faults: [
          { method: "PATCH", answer: inside },
          { method: "PUT", answer: inside },
          { method: "POST", path: "/api/users/{id}/ratings/{slug}", answer: inside },
        ],
      });
      const { state } = desk.mealie;
      const shelf = pantry(state);
      shelf.recipe("Soup", {
        slug: "soup",
        description: "By grandmother.",
        lastMade: "2026-10-02T12:00:00Z",
      });
      const tag = shelf.tag("Quick", "quick");
      const market = shelves(state).list("Market");
      const line = shelves(state).item(market, "oat milk");
      const { structuredContent } = await desk.connection.callTool("create_mealplan_entry", {
        date: "2026-12-01",
        entry_type: "dinner",
        title: "Pancakes",
      });
      const args: Record<string, Record<string, unknown>> = {
        update_recipe: { recipe: "soup", description: null },
        set_recipe_last_made: { recipe: "soup" },
        update_mealplan_entry: { entry_id: Object(structuredContent?.["entry"]).id, title: "Nothing" },
        set_recipe_rating: { recipe: "soup", rating: 1 },
        update_organizer: { kind: "tag", id: tag.id, name: "Slow" },
        update_shopping_list_items: { list_id: market.id, item_ids: [line.id], note: "water" },
      };
      const result = await desk.connection.callTool(name, args[name] ?? {});
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/not certain.*held before stands below/s);
      expect(textOf(result)).toContain(held);
    });
  });
});
