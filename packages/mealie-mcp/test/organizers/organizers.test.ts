import { scriptedPerson, textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { odd } from "../odd-answer.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";

const UNKNOWN = "00000000-0000-4000-8000-00000000dead";

againstBothVersions((version) => {
  describe("list_organizers", () => {
    it("lists by name, with the way to the next page", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { tag } = pantry(mealie.state);
      const [vegan, fast] = [tag("Vegan", "vegan"), tag("Fast", "fast")];
      const first = await connection.callTool("list_organizers", { kind: "tag", per_page: 1 });
      expect(first.structuredContent).toMatchObject({
        organizers: [{ id: fast.id, untrusted_text: { name: "Fast", slug: "fast" } }],
        total: 2,
        next_page: 2,
      });
      const last = await connection.callTool("list_organizers", { kind: "tag", per_page: 1, page: 2 });
      expect(last.structuredContent).toMatchObject({ organizers: [{ id: vegan.id }] });
      expect(last.structuredContent).not.toHaveProperty("next_page");
    });

    it("lists tools with who has them, as far as this Mealie says so", async () => {
      const { mealie, connection } = await openDesk({ version });
      pantry(mealie.state).tool("Wok", "wok", { onHand: true, householdsWithTool: ["family"] });
      const result = await connection.callTool("list_organizers", { kind: "tool" });
      expect(result.structuredContent).toMatchObject({
        organizers: [version === "2.0" ? { on_hand: true } : { households: 1 }],
      });
    });

    it("counts a record that it cannot read, and shows the others", async () => {
      const soups = { id: UNKNOWN, name: "Soups", slug: "soups" };
      const { connection } = await openDesk({
        version,
        faults: [
          odd("/api/organizers/categories", { items: [soups, { ...soups, id: "no id" }, null], total: 3 }),
        ],
      });
      const result = await connection.callTool("list_organizers", { kind: "category" });
      expect(result.structuredContent).toMatchObject({ total: 3, unreadable: 2 });
      expect(result.structuredContent?.["organizers"]).toHaveLength(1);
    });

    it("takes something else than a listing for an error, and never for an empty one", async () => {
      const { connection } = await openDesk({
        version,
        faults: [odd("/api/organizers/categories", { categories: [] })],
      });
      const result = await connection.callTool("list_organizers", { kind: "category" });
      expect(result.isError).toBe(true);
    });
  });

  describe("create_organizer", () => {
    it.each(["tag", "category", "tool"])("creates a %s", async (kind) => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("create_organizer", { kind, name: "  Sunday Roast " });
      expect(result.structuredContent).toMatchObject({
        created: true,
        organizer: { untrusted_text: { name: "Sunday Roast", slug: "sunday-roast" } },
      });
      expect(writes()).toMatchObject([{ method: "POST", json: { name: "Sunday Roast" } }]);
    });

    it.each(["Vegan", "vegan", "VÉGAN!"])(
      "refuses %j beside Vegan before anything is written, and names the id of that",
      async (name) => {
        const { mealie, connection, writes } = await openDesk({ version });
        const { id } = pantry(mealie.state).tag("Vegan", "vegan");
        const result = await connection.callTool("create_organizer", { kind: "tag", name });
        expect(result.isError).toBe(true);
        expect(textOf(result)).toContain(id);
        expect(textOf(result)).toMatch(/nothing was changed/i);
        expect(writes()).toEqual([]);
      },
    );

    // Both become the same slug here, which only Mealie itself can tell.
    it.each(["tag", "category", "tool"])(
      "shows nothing of the database when Mealie finds a %s taken that was not found before",
      async (kind) => {
        const { mealie, connection } = await openDesk({ version });
        await connection.callTool("create_organizer", { kind, name: "日本" });
        const result = await connection.callTool("create_organizer", { kind, name: "中国" });
        expect(result.isError).toBe(true);
        expect(textOf(result)).not.toMatch(/sqlite|unique|insert|slug/i);
        const uncertain = kind === "tag" && version === "2.0";
        expect(textOf(result)).toMatch(uncertain ? /not certain/ : /nothing was changed/i);
        const { tags, categories, tools } = mealie.state;
        expect([...tags, ...categories, ...tools].map(({ name }) => name)).toEqual(["日本"]);
      },
    );

    it("refuses a name that nothing is left of in a slug", async () => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("create_organizer", { kind: "tag", name: "!!!" });
      expect(textOf(result)).toMatch(/letter or a digit.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });
  });

  describe("update_organizer", () => {
    it("renames, and hands back the name that was replaced", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { id } = pantry(mealie.state).category("Soops", "soops");
      const result = await connection.callTool("update_organizer", { kind: "category", id, name: "Soups" });
      expect(result.structuredContent).toMatchObject({
        updated: true,
        id,
        replaced: { untrusted_text: { name: "Soops", slug: "soops" } },
      });
      expect(mealie.state.categories).toMatchObject([{ id, name: "Soups" }]);
    });

    it("keeps who has a tool when it renames the tool", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { id } = pantry(mealie.state).tool("Wok", "wok", {
        onHand: version === "2.0",
        householdsWithTool: version === "2.0" ? [] : ["family"],
      });
      await connection.callTool("update_organizer", { kind: "tool", id, name: "Big wok" });
      expect(mealie.state.tools).toMatchObject([
        version === "2.0"
          ? { name: "Big wok", onHand: true }
          : { name: "Big wok", householdsWithTool: ["family"] },
      ]);
    });

    it("takes another case of the same name", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { id } = pantry(mealie.state).tag("vegan", "vegan");
      const result = await connection.callTool("update_organizer", { kind: "tag", id, name: "Vegan" });
      expect(result.isError).not.toBe(true);
      expect(mealie.state.tags).toMatchObject([{ name: "Vegan" }]);
    });

    it("refuses a name that is taken before anything is written", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      const { tag } = pantry(mealie.state);
      tag("Vegan", "vegan");
      const { id } = tag("Fast", "fast");
      const result = await connection.callTool("update_organizer", { kind: "tag", id, name: "VEGAN" });
      expect(textOf(result)).toMatch(/already a tag.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });

    it("refuses an unknown id before anything is written", async () => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("update_organizer", { kind: "tag", id: UNKNOWN, name: "x" });
      expect(textOf(result)).toMatch(/no tag with this id.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });
  });

  describe("delete_organizer", () => {
    it("says on how many recipes it stands, and takes it off them after a yes", async () => {
      const person = scriptedPerson(["yes"]);
      const { mealie, connection } = await openDesk({ version, connect: { era: "2026", person } });
      const { tag, recipe } = pantry(mealie.state);
      const { id } = tag("Vegan", "vegan");
      const one = recipe("Salad", { tagIds: [id] });
      recipe("Soup", { tagIds: [id] });
      recipe("Steak");
      const result = await connection.callTool("delete_organizer", { kind: "tag", id });
      expect(result.structuredContent).toEqual({ deleted: true, kind: "tag", id, recipes: 2 });
      const [question] = person.questions;
      expect(question?.message).toContain("delete a tag that stands on 2 recipes");
      expect(question?.message).toContain(`Tag: ${id}`);
      expect(question?.message).not.toMatch(/vegan|salad/i);
      expect(mealie.state.tags).toEqual([]);
      expect(one.tagIds).toEqual([]);
    });

    it.each(["tag", "category", "tool"])("deletes a %s", async (kind) => {
      const person = scriptedPerson(["yes"]);
      const { mealie, connection } = await openDesk({ version, connect: { era: "2025", person } });
      const { tag, category, tool } = pantry(mealie.state);
      const { id } = { tag, category, tool }[kind as "tag"]("Vegan", "vegan");
      const result = await connection.callTool("delete_organizer", { kind, id });
      expect(result.structuredContent).toMatchObject({ deleted: true, recipes: 0 });
    });

    it("refuses an unknown id before anybody is asked", async () => {
      const person = scriptedPerson([]);
      const { connection, writes } = await openDesk({ version, connect: { era: "2026", person } });
      const result = await connection.callTool("delete_organizer", { kind: "tool", id: UNKNOWN });
      expect(textOf(result)).toMatch(/no tool with this id.*nothing was changed/i);
      expect(person.questions).toEqual([]);
      expect(writes()).toEqual([]);
    });

    it("takes no yes for fewer recipes than it stands on now", async () => {
      const person = scriptedPerson([
        {
          answer: ({ choices }) => {
            recipe("Late", { tagIds: [id] });
            return { action: "accept", content: { decision: choices.at(-1) } };
          },
        },
      ]);
      const { mealie, connection, writes } = await openDesk({ version, connect: { era: "2025", person } });
      const { tag, recipe } = pantry(mealie.state);
      const { id } = tag("Vegan", "vegan");
      const result = await connection.callTool("delete_organizer", { kind: "tag", id });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
      expect(mealie.state.tags).toHaveLength(1);
    });
  });
});
