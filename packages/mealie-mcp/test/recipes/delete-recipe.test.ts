import { randomUUID } from "node:crypto";
import { scriptedPerson, textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";

const AT = "2026-11-01T08:00:00.000Z";

againstBothVersions((version) => {
  async function openSoup(script: Parameters<typeof scriptedPerson>[0] = []) {
    const person = scriptedPerson(script);
    const desk = await openDesk({ version, connect: { era: "2025", person } });
    const { state } = desk.mealie;
    const shelf = pantry(state);
    const [soup, stew] = [shelf.recipe("Zyzzyva soup", { slug: "zyzzyva" }), shelf.recipe("Stew")];
    const [ada, grace] = state.users;
    const comment = (recipeId: string, userId: string) => {
      const made = { id: randomUUID(), recipeId, userId, text: "Zyzzyva!", createdAt: AT, updatedAt: AT };
      state.comments.push(made);
      return made;
    };
    return { ...desk, person, state, shelf, soup, stew, ada, grace, comment };
  }

  describe("delete_recipe", () => {
    it("says by number what goes with the recipe, never what it is called, and deletes after a yes", async () => {
      const desk = await openSoup(["yes"]);
      const { state, soup, stew, person, shelf, connection } = desk;
      desk.comment(soup.id, soup.userId);
      desk.comment(soup.id, soup.userId);
      desk.comment(stew.id, soup.userId);
      shelf.entry("2026-12-01", { recipeId: soup.id });
      shelf.entry("2026-12-02", { recipeId: stew.id });
      for (const recipeId of [soup.id, soup.id, soup.id, stew.id])
        state.shares.push({ id: randomUUID(), recipeId, expiresAt: AT, createdAt: AT });
      await connection.callTool("create_timeline_event", { recipe: soup.id, subject: "Cooked" });
      const result = await connection.callTool("delete_recipe", { recipe: "zyzzyva" });
      expect(result.structuredContent).toEqual({
        deleted: true,
        id: soup.id,
        comments: 2,
        timeline_events: 1,
        plan_entries: 1,
        share_links: 3,
      });
      const message = person.questions[0]?.message ?? "";
      for (const line of [
        `Recipe: ${soup.id}`,
        "Comments: 2",
        "Timeline events: 1",
        "Meal plan entries: 1",
        "Share links: 3",
      ])
        expect(message).toContain(line);
      expect(message).not.toMatch(/zyzzyva/i);
      expect(state.recipes).toEqual([stew]);
      expect(state.planEntries.map(({ recipeId }) => recipeId)).toEqual([stew.id]);
    });

    it("asks again when another comment has come meanwhile", async () => {
      const desk: Awaited<ReturnType<typeof openSoup>> = await openSoup([
        {
          answer: ({ choices }) => {
            desk.comment(desk.soup.id, desk.soup.userId);
            return { action: "accept", content: { decision: choices.at(-1) } };
          },
        },
        "no",
      ]);
      await desk.connection.callTool("delete_recipe", { recipe: desk.soup.id });
      expect(desk.person.questions.map(({ message }) => /Comments: (\d)/.exec(message)?.[1])).toEqual([
        "0",
        "1",
      ]);
      expect(desk.writes()).toEqual([]);
    });

    it("deletes nothing when the slug names another recipe by the time of the yes", async () => {
      const desk: Awaited<ReturnType<typeof openSoup>> = await openSoup([
        {
          answer: ({ choices }) => {
            desk.soup.slug = "other";
            desk.stew.slug = "zyzzyva";
            return { action: "accept", content: { decision: choices.at(-1) } };
          },
        },
        "no",
      ]);
      await desk.connection.callTool("delete_recipe", { recipe: "zyzzyva" });
      expect(desk.person.questions.map(({ message }) => /Recipe: (\S+)/.exec(message)?.[1])).toEqual([
        desk.soup.id,
        desk.stew.id,
      ]);
      expect(desk.writes()).toEqual([]);
    });

    it("asks nobody about a recipe that is locked by somebody else (M43)", async () => {
      const { soup, grace, connection, person, writes } = await openSoup();
      soup.settings.locked = true;
      soup.userId = grace?.id ?? "";
      const result = await connection.callTool("delete_recipe", { recipe: soup.id });
      expect(textOf(result)).toMatch(/locked.*nothing was changed/i);
      expect([person.questions, writes()]).toEqual([[], []]);
    });

    it("asks nobody about a recipe that does not exist", async () => {
      const { connection, person } = await openSoup();
      const result = await connection.callTool("delete_recipe", { recipe: randomUUID() });
      expect(textOf(result)).toMatch(/no recipe.*nothing was changed/i);
      expect(person.questions).toEqual([]);
    });

    it("is not certain, rather than done, when Mealie fails and the recipe is still there", async () => {
      const { soup, state, connection } = await openSoup(["yes"]);
      state.ratings.push({ userId: randomUUID(), recipeId: soup.id, rating: 3, isFavorite: false });
      const result = await connection.callTool("delete_recipe", { recipe: soup.id });
      expect(textOf(result)).toMatch(version === "2.0" ? /not certain/i : /"deleted":\s*true/);
      expect(state.recipes.includes(soup)).toBe(version === "2.0");
    });
  });

  describe("delete_recipe_comment", () => {
    it("deletes one's own after a yes, and says on which recipe it is", async () => {
      const { comment, soup, ada, connection, person, state } = await openSoup(["yes"]);
      const { id } = comment(soup.id, ada?.id ?? "");
      const result = await connection.callTool("delete_recipe_comment", { comment_id: id.toUpperCase() });
      expect(result.structuredContent).toEqual({ deleted: true, id });
      expect(state.comments).toEqual([]);
      const message = person.questions[0]?.message ?? "";
      expect(message).toContain(`On recipe: ${soup.id}`);
      expect(message).not.toMatch(/zyzzyva|\bada\b/i);
    });

    it("asks nobody about somebody else's, on which Mealie would fail, nor about one that is gone", async () => {
      const { comment, soup, grace, connection, person, writes } = await openSoup();
      const { id } = comment(soup.id, grace?.id ?? "");
      const other = await connection.callTool("delete_recipe_comment", { comment_id: id });
      expect(textOf(other)).toMatch(/somebody else's.*nothing was changed/i);
      const gone = await connection.callTool("delete_recipe_comment", { comment_id: randomUUID() });
      expect(textOf(gone)).toMatch(/no comment.*nothing was changed/i);
      expect([person.questions, writes()]).toEqual([[], []]);
    });

    it("lets an administrator delete anybody's, and says that it is somebody else's", async () => {
      const { comment, soup, ada, grace, connection, person, state } = await openSoup(["yes"]);
      if (ada !== undefined) ada.admin = true;
      const { id } = comment(soup.id, grace?.id ?? "");
      await connection.callTool("delete_recipe_comment", { comment_id: id });
      expect(person.questions[0]?.message).toContain("somebody else's comment");
      expect(state.comments).toEqual([]);
    });
  });
});
