import { scriptedPerson, textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { shelves, UNKNOWN } from "../shopping/shelves.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";

againstBothVersions((version) => {
  describe("list_cookbooks", () => {
    it("lists cookbooks by name with their filter", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { cookbook } = shelves(mealie.state);
      const soups = cookbook("Soups", "soups", { queryFilterString: 'tags.name IN ["Soup"]', public: true });
      const all = cookbook("All", "all", { description: "Everything" });
      const result = await connection.callTool("list_cookbooks", {});
      expect(result.structuredContent).toMatchObject({
        cookbooks: [
          { id: all.id, is_public: false, untrusted_text: { name: "All", description: "Everything" } },
          {
            id: soups.id,
            is_public: true,
            untrusted_text: { name: "Soups", slug: "soups", query_filter: 'tags.name IN ["Soup"]' },
          },
        ],
        total: 2,
      });
    });
  });

  describe("get_cookbook", () => {
    it("shows the recipes that the cookbook chooses and no others (M25)", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { tag, recipe } = pantry(mealie.state);
      const { id } = tag("Soup", "soup");
      const miso = recipe("Miso", { tagIds: [id] });
      recipe("Cake");
      const soups = shelves(mealie.state).cookbook("Soups", "soups", {
        queryFilterString: 'tags.name IN ["Soup"]',
      });
      const result = await connection.callTool("get_cookbook", { cookbook: "soups" });
      expect(result.structuredContent).toMatchObject({
        cookbook: { id: soups.id, untrusted_text: { name: "Soups" } },
        recipes: [{ id: miso.id, untrusted_text: { name: "Miso" } }],
        total: 1,
      });
      expect(mealie.requests.at(-1)?.query + (mealie.requests.at(-2)?.query ?? "")).toContain(
        `cookbook=${soups.id}`,
      );
    });

    it("pages through its recipes", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { recipe } = pantry(mealie.state);
      for (const name of ["A", "B", "C"]) recipe(name);
      const { id } = shelves(mealie.state).cookbook("All", "all");
      const result = await connection.callTool("get_cookbook", { cookbook: id, page: 2, per_page: 2 });
      expect(result.structuredContent).toMatchObject({
        recipes: [{ untrusted_text: { name: "C" } }],
        page: 2,
        total: 3,
      });
      expect(result.structuredContent).not.toHaveProperty("next_page");
    });

    it("answers an unknown name with close ones", async () => {
      const { mealie, connection } = await openDesk({ version });
      shelves(mealie.state).cookbook("Soups", "soups");
      const result = await connection.callTool("get_cookbook", { cookbook: "Soup" });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain("Soups");
    });
  });

  describe("create_cookbook", () => {
    it("creates one that is not public, and says so", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { tag, recipe } = pantry(mealie.state);
      recipe("Miso", { tagIds: [tag("Soup", "soup").id] });
      const result = await connection.callTool("create_cookbook", {
        name: "Soups",
        query_filter: 'tags.name IN ["Soup"]',
      });
      const [made] = mealie.state.cookbooks;
      expect(result.structuredContent).toMatchObject({
        created: true,
        is_public: false,
        finds_recipes: true,
        cookbook: { id: made?.id, untrusted_text: { name: "Soups", slug: "soups" } },
      });
      expect(made).toMatchObject({ public: false, queryFilterString: 'tags.name IN ["Soup"]' });
    });

    it("says that it is public, and that its filter finds nothing", async () => {
      const { connection } = await openDesk({ version });
      const result = await connection.callTool("create_cookbook", {
        name: "Soups",
        query_filter: 'tags.name IN ["Soop"]',
        is_public: true,
      });
      expect(result.structuredContent).toMatchObject({ is_public: true, finds_recipes: false });
    });

    it.each([
      ["on which Mealie fails inside", "tags.name IN [Dessert", "list that is not closed"],
      ["that Mealie takes for one that finds nothing", "foo bar", "operator"],
      ["for a field that recipes do not have", 'nope = "x"', "Mealie cannot use this filter"],
    ])("refuses a filter %s", async (_what, query_filter, sentence) => {
      const { mealie, connection, writes } = await openDesk({ version });
      const result = await connection.callTool("create_cookbook", { name: "Bad", query_filter });
      expect(textOf(result)).toContain(sentence);
      expect(textOf(result)).toContain("Nothing was changed");
      expect(writes()).toEqual([]);
      expect(mealie.state.cookbooks).toEqual([]);
    });

    it("refuses a name that has no letter or digit", async () => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("create_cookbook", { name: "!!!" });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
    });
  });

  describe("delete_cookbook", () => {
    it("asks with the id also when the slug was given, and deletes by the id", async () => {
      const person = scriptedPerson(["yes"]);
      const { mealie, connection, writes } = await openDesk({ version, connect: { era: "2026", person } });
      const { id } = shelves(mealie.state).cookbook("Soups", "soups", { public: true });
      pantry(mealie.state).recipe("Miso");
      const result = await connection.callTool("delete_cookbook", { cookbook_id: "soups" });
      expect(result.structuredContent).toEqual({ deleted: true, id });
      expect(writes()).toMatchObject([{ method: "DELETE", path: `/api/households/cookbooks/${id}` }]);
      expect(mealie.state.recipes).toHaveLength(1);
      const [question] = person.questions;
      expect(question?.message).toContain(`Cookbook: ${id}`);
      expect(question?.message).toContain("Public: yes");
      expect(question?.message).not.toMatch(/soups/i);
    });

    it("refuses an unknown one before anybody is asked", async () => {
      const person = scriptedPerson([]);
      const { connection, writes } = await openDesk({ version, connect: { era: "2026", person } });
      const result = await connection.callTool("delete_cookbook", { cookbook_id: UNKNOWN });
      expect(textOf(result)).toMatch(/no such cookbook.*nothing was changed/i);
      expect(person.questions).toEqual([]);
      expect(writes()).toEqual([]);
    });

    it("takes no yes for a cookbook that was changed meanwhile", async () => {
      const person = scriptedPerson([
        {
          answer: ({ choices }) => {
            soups.queryFilterString = 'tags.name IN ["Stew"]';
            return { action: "accept", content: { decision: choices.at(-1) } };
          },
        },
      ]);
      const { mealie, connection, writes } = await openDesk({ version, connect: { era: "2025", person } });
      const soups = shelves(mealie.state).cookbook("Soups", "soups");
      const result = await connection.callTool("delete_cookbook", { cookbook_id: soups.id });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
      expect(mealie.state.cookbooks).toHaveLength(1);
    });
  });
});
