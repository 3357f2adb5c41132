import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { againstBothVersions, openDesk } from "../stand-in.ts";
import { openOddDesk } from "./odd-mealie.ts";

const PAGE = "https://recipes.example.org/soup";
const lookupHost = async (): Promise<readonly string[]> => ["2000::7"];

againstBothVersions((version) => {
  describe("preview_recipe_url", () => {
    it("shows what Mealie reads on a page, all of it as foreign text, and stores nothing", async () => {
      const { mealie, connection } = await openDesk({ version, edges: { lookupHost } });
      mealie.state.pages.set(PAGE, {
        kind: "recipe",
        schema: {
          "@type": "Recipe",
          name: ["Soup"],
          recipeYield: 4,
          keywords: "quick, warm",
          recipeIngredient: ["2 leeks", "", { "@type": "PropertyValue", name: "1 onion" }],
          recipeInstructions: [
            { "@type": "HowToSection", itemListElement: [{ "@type": "HowToStep", text: "Chop." }] },
            "Cook.",
          ],
          nutrition: { "@type": "NutritionInformation", calories: "200 kcal" },
        },
      });
      const result = await connection.callTool("preview_recipe_url", { url: `${PAGE}#comments` });
      expect(result.structuredContent).toMatchObject({
        found: true,
        recipe: {
          ingredient_count: 2,
          step_count: 2,
          untrusted_text: {
            name: "Soup",
            yield: "4",
            keywords: ["quick, warm"],
            ingredients: ["2 leeks", "1 onion"],
            steps: ["Chop.", "Cook."],
            nutrition: ["calories: 200 kcal"],
          },
        },
      });
      expect(mealie.requests).toMatchObject([
        { method: "POST", path: "/api/recipes/test-scrape-url", json: { url: PAGE } },
      ]);
      expect(mealie.state.recipes).toEqual([]);
    });

    it("says that there is no recipe on a page", async () => {
      const { mealie, connection } = await openDesk({ version, edges: { lookupHost } });
      mealie.state.pages.set(PAGE, { kind: "no-recipe" });
      const result = await connection.callTool("preview_recipe_url", { url: PAGE });
      expect(result.structuredContent).toMatchObject({ found: false });
    });

    it("does not take a page that Mealie cannot reach for one without a recipe", async () => {
      const { connection } = await openDesk({ version, edges: { lookupHost } });
      const result = await connection.callTool("preview_recipe_url", { url: PAGE });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/Mealie failed on this page/);
    });

    it.each(["http://127.0.0.1/", "http://169.254.169.254/", "http://mealie-db/", "file:///etc/passwd"])(
      "passes %s on to nobody",
      async (url) => {
        const { mealie, connection } = await openDesk({ version, edges: { lookupHost } });
        const result = await connection.callTool("preview_recipe_url", { url });
        expect(result.isError).toBe(true);
        expect(mealie.requests).toEqual([]);
      },
    );

    it("passes a public name that leads into a private network on to nobody", async () => {
      const inside = async (): Promise<readonly string[]> => ["192.168.1.10"];
      const { mealie, connection } = await openDesk({ version, edges: { lookupHost: inside } });
      const result = await connection.callTool("preview_recipe_url", { url: PAGE });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/private network/);
      expect(mealie.requests).toEqual([]);
    });
  });
});

it("passes on why Mealie refuses to fetch an address (M47)", async () => {
  const connection = await openOddDesk(
    {
      "/api/recipes/test-scrape-url": {
        status: 400,
        body: { detail: { message: "Invalid or disallowed address", error: true, exception: "secret" } },
      },
    },
    { lookupHost },
  );
  const result = await connection.callTool("preview_recipe_url", { url: PAGE });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("Invalid or disallowed address");
  expect(textOf(result)).not.toContain("secret");
});
