import { randomUUID } from "node:crypto";
import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { againstBothVersions, openDesk } from "../stand-in.ts";

againstBothVersions((version) => {
  describe("a recipe whose second step fails", () => {
    it("is named with its id, and so is what was created for it (M37)", async () => {
      // Somebody locks the recipe, as another user, between its two steps.
      const desk = await openDesk({ version });
      const { mealie } = desk;
      const [, other] = mealie.state.users;
      const push = mealie.state.recipes.push.bind(mealie.state.recipes);
      mealie.state.recipes.push = (...recipes) => {
        for (const recipe of recipes) {
          recipe.userId = other?.id ?? "";
          recipe.settings.locked = true;
        }
        return push(...recipes);
      };
      const result = await desk.connection.callTool("create_recipe", { name: "Stew", tags: ["New"] });
      const [recipe] = mealie.state.recipes;
      const [tag] = mealie.state.tags;
      expect(result.isError).toBe(true);
      const text = textOf(result);
      expect(text).toContain(`created with the id ${recipe?.id}`);
      expect(text).toContain(`tag ${tag?.id}`);
      expect(text).toContain("placeholders");
      expect(text).not.toMatch(/nothing was changed/i);
    });

    it("never began when what it names cannot be created, and says what was", async () => {
      const desk = await openDesk({ version });
      // The second category is taken by the time it is created.
      const { categories, group } = desk.mealie.state;
      const push = categories.push.bind(categories);
      categories.push = (...added) =>
        push(...added, { id: randomUUID(), groupId: group.id, name: "two", slug: "two" });
      const result = await desk.connection.callTool("create_recipe", {
        name: "Stew",
        categories: ["One", "Two"],
      });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain(`category ${categories[0]?.id}`);
      expect(textOf(result)).not.toMatch(/nothing was changed/i);
      expect(desk.mealie.state.recipes).toEqual([]);
    });
  });
});
