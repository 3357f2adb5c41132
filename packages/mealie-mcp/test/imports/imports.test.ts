import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { againstBothVersions, openDesk } from "../stand-in.ts";

const PAGE = "https://recipes.example.org/soup";
const lookupHost = async (host: string): Promise<readonly string[]> =>
  host === "inside.example.org" ? ["10.0.0.7"] : ["2000::7"];
const SOUP = {
  "@type": "Recipe",
  name: "Soup",
  recipeIngredient: ["2 leeks"],
  recipeInstructions: [{ "@type": "HowToStep", text: "Cook." }],
  keywords: "warm, quick",
  recipeCategory: ["Dinner"],
};
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]).toString("base64");

againstBothVersions((version) => {
  const open = () => openDesk({ version, edges: { lookupHost } });

  describe("import_recipe_from_url", () => {
    it("imports what is on a page and gives the id of the recipe", async () => {
      const { connection, mealie } = await open();
      mealie.state.pages.set(PAGE, { kind: "recipe", schema: SOUP });
      const result = await connection.callTool("import_recipe_from_url", { url: PAGE });
      const [recipe] = mealie.state.recipes;
      expect(result.structuredContent).toMatchObject({
        imported: true,
        id: recipe?.id,
        ingredient_count: 1,
        step_count: 1,
        untrusted_text: { name: "Soup", slug: "soup" },
      });
      expect(mealie.state.tags).toEqual([]);
    });

    it("reports a recipe as imported also when it cannot be read back", async () => {
      const { connection, mealie } = await openDesk({
        version,
        edges: { lookupHost },
        faults: [
          {
            method: "GET",
            path: "/api/recipes/{slug}",
            answer: { kind: "reply", status: 500, type: "text/plain", body: "Internal Server Error" },
          },
        ],
      });
      mealie.state.pages.set(PAGE, { kind: "recipe", schema: SOUP });
      const result = await connection.callTool("import_recipe_from_url", { url: PAGE });
      expect(result.isError).not.toBe(true);
      expect(result.structuredContent).toMatchObject({
        imported: true,
        verified: false,
        notes: [expect.stringMatching(/could not be read back/)],
        untrusted_text: { slug: "soup" },
      });
    });

    it("takes over tags and categories when that is asked for", async () => {
      const { connection, mealie } = await open();
      mealie.state.pages.set(PAGE, { kind: "recipe", schema: SOUP });
      await connection.callTool("import_recipe_from_url", {
        url: PAGE,
        include_tags: true,
        ...(version === "2.0" ? {} : { include_categories: true }),
      });
      expect(mealie.state.tags.map(({ name }) => name)).toEqual(["warm", "quick"]);
      expect(mealie.state.categories.map(({ name }) => name)).toEqual(version === "2.0" ? [] : ["Dinner"]);
    });

    it.each([
      "http://127.0.0.1:9000/",
      "http://169.254.169.254/latest/meta-data/",
      "http://mealie:9000/",
      "http://inside.example.org/soup",
      "https://ada:secret@recipes.example.org/",
      "file:///etc/hostname",
    ])("never hands %s to Mealie (M47)", async (url) => {
      const { connection, mealie } = await open();
      const result = await connection.callTool("import_recipe_from_url", { url });
      expect(textOf(result)).toMatch(/nothing was changed/i);
      expect(mealie.requests).toEqual([]);
    });

    it("says that a page without a recipe holds none, not Mealie's own word for it (M28)", async () => {
      const { connection, mealie } = await open();
      mealie.state.pages.set(PAGE, { kind: "no-recipe" });
      const result = await connection.callTool("import_recipe_from_url", { url: PAGE });
      expect(textOf(result)).toMatch(/^Mealie made no recipe of this page.*Nothing was changed\./);
      expect(mealie.state.recipes).toEqual([]);
    });

    it("tells giving up from a failure inside, after which it is not certain", async () => {
      const { connection, mealie } = await open();
      mealie.state.pages.set(PAGE, { kind: "too-slow" });
      const slow = await connection.callTool("import_recipe_from_url", { url: PAGE });
      expect(textOf(slow)).toMatch(/gave up waiting.*nothing was changed/i);
      const gone = await connection.callTool("import_recipe_from_url", { url: `${PAGE}/none` });
      expect(textOf(gone)).toMatch(/not certain.*cannot reach a page/i);
    });
  });

  describe("import_recipe_from_html_or_json", () => {
    const page = `<html><script type="application/ld+json">${JSON.stringify(SOUP)}</script></html>`;

    it.each([
      ["a recipe", JSON.stringify(SOUP)],
      ["a recipe after blanks and a mark of order", `\uFEFF \n ${JSON.stringify(SOUP)}\n`],
      ["a list", JSON.stringify([{ "@type": "WebSite" }, SOUP])],
      ["a graph", JSON.stringify({ "@graph": [{ "@type": "WebPage", mainEntity: SOUP }] })],
      ["several types", JSON.stringify({ ...SOUP, "@type": ["Article", "https://schema.org/Recipe"] })],
      ["a page", `\n${page}`],
    ])("takes %s", async (_what, data) => {
      const { connection, mealie } = await open();
      const result = await connection.callTool("import_recipe_from_html_or_json", { data });
      expect(result.structuredContent).toMatchObject({ imported: true, id: mealie.state.recipes[0]?.id });
      const [sent] = mealie.requests.filter(({ method }) => method === "POST");
      expect(Object(sent?.json).data).toMatch(/^[{<]/);
    });

    it("imports the first of several recipes and says that there are more", async () => {
      const { connection, mealie } = await open();
      const data = JSON.stringify([SOUP, { ...SOUP, name: "Stew" }]);
      const { structuredContent } = await connection.callTool("import_recipe_from_html_or_json", { data });
      expect(structuredContent).toMatchObject({ notes: [expect.stringMatching(/holds 2 recipes/)] });
      expect(mealie.state.recipes.map(({ name }) => name)).toEqual(["Soup"]);
    });

    it.each([
      ["plain text", "Boil the leeks."],
      ["broken JSON", '{"@type": "Recipe", "name"'],
      ["JSON without a recipe", '{"a": 1}'],
      ["an empty list", "[]"],
      ["a picture inside the network", JSON.stringify({ ...SOUP, image: "http://10.0.0.7/a.jpg" })],
      ["a host inside the network", JSON.stringify({ ...SOUP, image: ["https://inside.example.org/a"] })],
      ["escaped slashes", page.replace("2 leeks", "http:\\/\\/169.254.169.254\\/a")],
    ])("refuses %s with a sentence, before Mealie sees it", async (_what, data) => {
      const { connection, writes } = await open();
      const result = await connection.callTool("import_recipe_from_html_or_json", { data });
      expect(textOf(result)).toMatch(/nothing was changed/i);
      expect(writes()).toEqual([]);
    });

    it("says that a page without schema.org data holds no recipe (M28)", async () => {
      const { connection } = await open();
      const data = "<html><body>nothing</body></html>";
      const result = await connection.callTool("import_recipe_from_html_or_json", { data });
      expect(textOf(result)).toMatch(/^Mealie found no recipe in this: it needs schema\.org data\./);
    });
  });

  describe("import_recipe_from_image", () => {
    it("tries the newer route and falls back on the older one (M31)", async () => {
      const { connection, mealie } = await open();
      mealie.state.aiEnabled = true;
      const result = await connection.callTool("import_recipe_from_image", {
        image_base64: PNG,
        format: "png",
        translate_language: "de-DE",
      });
      expect(result.structuredContent).toMatchObject({ imported: true, id: mealie.state.recipes[0]?.id });
      const posts = mealie.requests.filter(({ method }) => method === "POST").map(({ path }) => path);
      expect(posts).toEqual(
        version === "2.0"
          ? ["/api/recipes/create/ai", "/api/recipes/create/image"]
          : ["/api/recipes/create/ai"],
      );
    });

    it("says that Mealie has no AI provider", async () => {
      const { connection } = await open();
      const result = await connection.callTool("import_recipe_from_image", { image_base64: PNG });
      expect(textOf(result)).toMatch(/no AI provider is set up.*Nothing was changed/);
    });

    it("refuses a picture that is not what the caller takes it for", async () => {
      const { connection, mealie } = await open();
      const args = { image_base64: PNG, format: "jpeg" };
      const result = await connection.callTool("import_recipe_from_image", args);
      expect(textOf(result)).toMatch(/another format.*nothing was changed/i);
      expect(mealie.requests).toEqual([]);
    });

    it.each([
      ["no base64", "???"],
      ["a data: address", `data:image/png;base64,${PNG}`],
      ["something else than a picture", Buffer.from("<html></html>.....").toString("base64")],
      ["a picture in another format", Buffer.from("GIF89a......").toString("base64")],
    ])("refuses %s", async (_what, image_base64) => {
      const { connection, mealie } = await open();
      const result = await connection.callTool("import_recipe_from_image", { image_base64 });
      expect(textOf(result)).toMatch(/nothing was changed/i);
      expect(mealie.requests).toEqual([]);
    });
  });
});
