import { textOf } from "confirm-guard/testing";
import { FAULTS } from "sandbox";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { odd } from "../odd-answer.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";

againstBothVersions((version) => {
  async function openSoup() {
    const desk = await openDesk({ version });
    const shelf = pantry(desk.mealie.state);
    const leek = shelf.food("leek");
    const soup = shelf.recipe("Soup", {
      slug: "soup",
      description: "Thin.",
      prepTime: "5 minutes",
      recipeServings: version === "2.0" ? 0 : 2,
      recipeYield: "1 pot",
      ingredients: [{ note: "water" }, { quantity: 2, foodId: leek.id, note: "washed", title: "Green" }],
      recipeInstructions: [{ id: leek.id, title: "", summary: "", text: "Boil.", ingredientReferences: [] }],
      notes: [{ title: "Cold", text: "Also good." }],
      tagIds: [shelf.tag("Quick", "quick").id],
    });
    soup.nutrition.calories = "120";
    soup.nutrition.fatContent = "3";
    return { ...desk, shelf, leek, soup };
  }

  describe("update_recipe", () => {
    it("changes what is given, leaves the rest, and says what it replaced", async () => {
      const { connection, soup } = await openSoup();
      const result = await connection.callTool("update_recipe", {
        recipe: "soup",
        description: "Thick.",
        instructions: ["Chop.", "Boil."],
      });
      expect(soup).toMatchObject({
        description: "Thick.",
        prepTime: "5 minutes",
        notes: [{ title: "Cold", text: "Also good." }],
        recipeInstructions: [{ text: "Chop." }, { text: "Boil." }],
      });
      expect(soup.recipeIngredient).toHaveLength(2);
      expect(result.structuredContent).toMatchObject({
        updated: true,
        id: soup.id,
        replaced: { untrusted_text: { description: "Thin.", instructions: ["Boil."] } },
      });
    });

    it("is undone by passing what it replaced", async () => {
      const { connection, soup, leek } = await openSoup();
      const change = {
        name: "Broth",
        description: null,
        ingredients: ["salt"],
        instructions: [],
        tags: [],
        prep_time: null,
        recipe_yield: null,
        notes: [],
        nutrition: { calories: null },
        ...(version === "2.0" ? {} : { servings: null }),
      };
      const before = structuredClone(soup);
      const { structuredContent } = await connection.callTool("update_recipe", {
        recipe: soup.id,
        ...change,
      });
      expect(soup).toMatchObject({ description: "", prepTime: null, recipeServings: 0, tagIds: [] });
      const { untrusted_text: texts, ...numbers } = Object(structuredContent?.["replaced"]);
      await connection.callTool("update_recipe", { recipe: soup.id, ...numbers, ...texts });
      const plain = ({ quantity, note, title, foodId }: (typeof soup.recipeIngredient)[number]) => ({
        quantity,
        note,
        title,
        foodId,
      });
      expect(soup.recipeIngredient.map(plain)).toEqual(before.recipeIngredient.map(plain));
      expect(soup.recipeIngredient[1]?.foodId).toBe(leek.id);
      for (const field of [
        "name",
        "description",
        "tagIds",
        "prepTime",
        "recipeYield",
        "notes",
        "nutrition",
      ] as const)
        expect([field, soup[field]]).toEqual([field, before[field]]);
      expect(soup.recipeServings).toBe(before.recipeServings);
      expect(soup.recipeInstructions.map(({ text }) => text)).toEqual(["Boil."]);
    });

    it("keeps the nutrients that are not given", async () => {
      const { connection, soup } = await openSoup();
      await connection.callTool("update_recipe", { recipe: "soup", nutrition: { calories: 90 } });
      expect(soup.nutrition).toMatchObject({ calories: "90", fatContent: "3" });
    });

    it("keeps the nutrients that are not given also where they are numbers", async () => {
      const ID = "0b5c0a52-0f55-4b6a-8f6d-3a1f0a4b7c11";
      const body = { id: ID, slug: "soup", name: "Soup", nutrition: { calories: 80, fatContent: 3.5 } };
      const { connection, writes } = await openDesk({ version, faults: [odd("/api/recipes/{slug}", body)] });
      await connection.callTool("update_recipe", { recipe: "soup", nutrition: { calories: 90 } });
      expect(writes()).toMatchObject([{ json: { nutrition: { calories: "90", fatContent: "3.5" } } }]);
    });

    it("leaves no number standing before a new yield, and says the one that did", async () => {
      const { connection, soup } = await openSoup();
      const counted = version === "2.0" ? {} : { recipeYieldQuantity: 2 };
      Object.assign(soup, counted, { recipeYield: "pots" });
      const args = { recipe: "soup", recipe_yield: "3 bowls" };
      const { structuredContent } = await connection.callTool("update_recipe", args);
      expect(soup).toMatchObject({ recipeYield: "3 bowls", recipeYieldQuantity: 0 });
      expect(structuredContent).toMatchObject({
        replaced: { untrusted_text: { recipe_yield: version === "2.0" ? "pots" : "2 pots" } },
      });
    });

    it("addresses a renamed recipe by id and says the slug that leads to it", async () => {
      const { connection, soup, mealie } = await openSoup();
      const result = await connection.callTool("update_recipe", { recipe: "soup", name: "Leek soup" });
      const slug = version === "2.0" ? "soup" : "leek-soup";
      expect(result.structuredContent).toMatchObject({ untrusted_text: { name: "Leek soup", slug } });
      const [write] = mealie.requests.filter(({ method }) => method === "PATCH");
      expect(write?.path).toBe(`/api/recipes/${soup.id}`);
      const again = await connection.callTool("get_recipe", { recipe: slug });
      expect(again.isError).not.toBe(true);
    });

    it("never puts a recipe as a whole (M6)", async () => {
      const { connection, writes } = await openSoup();
      await connection.callTool("update_recipe", { recipe: "soup", description: "x", tags: ["New"] });
      expect(writes().map(({ method }) => method)).toEqual(["POST", "PATCH"]);
    });

    it("never sends a rating, which would be ignored (M9)", async () => {
      const { connection, writes } = await openSoup();
      const result = await connection.callTool("update_recipe", { recipe: "soup", rating: 4 });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
    });

    it("refuses an empty change, an empty slug and an unknown recipe", async () => {
      const { connection, writes } = await openSoup();
      for (const args of [
        { recipe: "soup" },
        { recipe: "soup", name: "!!!" },
        { recipe: "none", name: "x" },
      ]) {
        const result = await connection.callTool("update_recipe", args);
        expect(textOf(result)).toMatch(/nothing was changed/i);
      }
      expect(writes()).toEqual([]);
    });

    it("explains that a recipe is locked before it creates anything for it (M43)", async () => {
      const { connection, soup, mealie, writes } = await openSoup();
      soup.settings.locked = true;
      soup.userId = mealie.state.users[1]?.id ?? "";
      const result = await connection.callTool("update_recipe", { recipe: "soup", tags: ["New"] });
      expect(textOf(result)).toMatch(/locked.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });
  });

  describe("duplicate_recipe", () => {
    it("leaves no placeholder in the copy of a recipe that has neither ingredients nor steps", async () => {
      const { mealie, connection } = await openDesk({ version });
      pantry(mealie.state).recipe("Bare", { slug: "bare", recipeInstructions: [] });
      await connection.callTool("duplicate_recipe", { recipe: "bare" });
      expect(mealie.state.recipes.map(({ recipeIngredient }) => recipeIngredient)).toEqual([[], []]);
      expect(mealie.state.recipes.map(({ recipeInstructions }) => recipeInstructions)).toEqual([[], []]);
    });

    it("names the copy whose placeholders could not be taken out", async () => {
      const faults = [{ method: "PATCH", answer: FAULTS["403"] }];
      const { mealie, connection } = await openDesk({ version, faults });
      pantry(mealie.state).recipe("Bare", { slug: "bare", recipeInstructions: [] });
      const result = await connection.callTool("duplicate_recipe", { recipe: "bare" });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain(`copy was made with the id ${mealie.state.recipes[1]?.id}`);
      expect(textOf(result)).not.toMatch(/nothing was changed/i);
    });

    it("copies under another name, or with a number, and names both", async () => {
      const { connection, soup, mealie } = await openSoup();
      const numbered = await connection.callTool("duplicate_recipe", { recipe: "soup" });
      expect(numbered.structuredContent).toMatchObject({
        created: true,
        copied_from: soup.id,
        untrusted_text: { name: "Soup (1)", slug: "soup-1" },
      });
      const named = await connection.callTool("duplicate_recipe", { recipe: soup.id, name: "Stew" });
      expect(named.structuredContent).toMatchObject({ untrusted_text: { name: "Stew", slug: "stew" } });
      expect(mealie.state.recipes).toHaveLength(3);
    });

    it("refuses a name without a letter or digit", async () => {
      const { connection, writes } = await openSoup();
      const result = await connection.callTool("duplicate_recipe", { recipe: "soup", name: "--" });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
    });
  });
});
