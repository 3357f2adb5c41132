import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { endOfDay, noonOf } from "../../src/moments.ts";
import { dayOf } from "../../src/view/instants.ts";
import { pantry } from "../pantry.ts";
import { againstBothVersions, NOW, openDesk } from "../stand-in.ts";

againstBothVersions((version) => {
  async function openSoup(timezone = "UTC") {
    const desk = await openDesk({ version, settings: { MEALIE_TIMEZONE: timezone } });
    const soup = pantry(desk.mealie.state).recipe("Soup", { slug: "soup" });
    return { ...desk, soup };
  }

  describe("set_recipe_last_made", () => {
    it.each(["America/Los_Angeles", "Europe/Berlin", "Pacific/Auckland"])(
      "means a day in %s, not midnight somewhere else (M18)",
      async (timezone) => {
        const { connection, soup } = await openSoup(timezone);
        const result = await connection.callTool("set_recipe_last_made", {
          recipe: "soup",
          timestamp: "2026-08-18",
        });
        expect(dayOf(soup.lastMade ?? "", timezone)).toBe("2026-08-18");
        expect(result.structuredContent).toMatchObject({
          last_made_on: "2026-08-18",
          timezone,
          replaced: { last_made_on: null },
        });
        const read = await connection.callTool("get_recipe", { recipe: "soup" });
        expect(read.structuredContent).toMatchObject({ recipe: { last_made_on: "2026-08-18" } });
      },
    );

    it("means today in the configured zone, and says what it replaced (M17)", async () => {
      // Noon in UTC is the next day there.
      const { connection, soup } = await openSoup("Pacific/Kiritimati");
      soup.lastMade = "2026-10-01T12:00:00Z";
      const { structuredContent } = await connection.callTool("set_recipe_last_made", { recipe: soup.id });
      expect(structuredContent).toMatchObject({
        last_made_on: "2026-12-01",
        replaced: { last_made_on: "2026-10-02" },
      });
    });

    it("takes an instant as it is", async () => {
      const { connection, soup } = await openSoup("America/Los_Angeles");
      const timestamp = "2026-08-18T01:30:00+02:00";
      const result = await connection.callTool("set_recipe_last_made", { recipe: "soup", timestamp });
      expect(soup.lastMade).toBe("2026-08-17T23:30:00.000Z");
      expect(result.structuredContent).toMatchObject({ last_made_on: "2026-08-17" });
    });

    it("refuses a day that has not come, and what is no day", async () => {
      const { connection, writes } = await openSoup();
      for (const timestamp of ["2026-12-01", "2026-02-30", "tomorrow at noon", "2026-08-18T10:00:00"]) {
        const result = await connection.callTool("set_recipe_last_made", { recipe: "soup", timestamp });
        expect(result.isError).toBe(true);
      }
      expect(writes()).toEqual([]);
    });
  });

  describe("create_timeline_event", () => {
    it("always sends when it was", async () => {
      const { connection, mealie, soup } = await openSoup();
      const now = await connection.callTool("create_timeline_event", { recipe: "soup", subject: "Cooked" });
      const then = await connection.callTool("create_timeline_event", {
        recipe: soup.id,
        subject: "Cooked",
        message: "For six.",
        timestamp: "2026-08-18",
      });
      expect(mealie.state.timeline).toMatchObject([
        { recipeId: soup.id, timestamp: new Date(NOW).toISOString(), eventMessage: null },
        { timestamp: "2026-08-18T12:00:00.000Z", eventMessage: "For six.", eventType: "comment" },
      ]);
      expect(now.structuredContent).toMatchObject({ created: true, date: "2026-11-30" });
      expect(then.structuredContent).toMatchObject({ id: mealie.state.timeline[1]?.id, date: "2026-08-18" });
    });
  });

  describe("add_recipe_comment", () => {
    it("comments by the recipe's id, which alone is taken (M35)", async () => {
      const { connection, mealie, soup } = await openSoup();
      const result = await connection.callTool("add_recipe_comment", { recipe: "soup", text: "Salty." });
      expect(mealie.state.comments).toMatchObject([{ recipeId: soup.id, text: "Salty." }]);
      expect(result.structuredContent).toEqual({
        created: true,
        id: mealie.state.comments[0]?.id,
        recipe_id: soup.id,
      });
    });

    it.each(["", "a\u0000b", "x".repeat(10_001)])("refuses a text that cannot be stored", async (text) => {
      const { connection, writes } = await openSoup();
      const result = await connection.callTool("add_recipe_comment", { recipe: "soup", text });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
    });
  });

  describe("set_recipe_rating", () => {
    it("rates as the user of the token, by the route for users (M9)", async () => {
      const { connection, mealie, soup, writes } = await openSoup();
      const result = await connection.callTool("set_recipe_rating", { recipe: "soup", rating: 4 });
      const [user] = mealie.state.users;
      expect(writes()).toEqual([
        { method: "POST", path: `/api/users/${user?.id}/ratings/${soup.id}`, json: { rating: 4 } },
      ]);
      expect(result.structuredContent).toEqual({
        updated: true,
        id: soup.id,
        rating: 4,
        replaced: { rating: null },
      });
    });

    it("keeps what is not given, and says what it replaced", async () => {
      const { connection, mealie } = await openSoup();
      await connection.callTool("set_recipe_rating", { recipe: "soup", rating: 0, is_favorite: true });
      const result = await connection.callTool("set_recipe_rating", { recipe: "soup", rating: 5 });
      expect(mealie.state.ratings).toMatchObject([{ rating: 5, isFavorite: true }]);
      expect(result.structuredContent).toMatchObject({ replaced: { rating: 0 } });
    });

    it.each([{}, { rating: 6 }, { rating: -1 }])("refuses %j", async (args) => {
      const { connection, writes } = await openSoup();
      const result = await connection.callTool("set_recipe_rating", { recipe: "soup", ...args });
      expect(textOf(result)).toMatch(/nothing was (?:done|changed)/i);
      expect(writes()).toEqual([]);
    });
  });
});

describe("a day in a zone", () => {
  it.each([
    ["2026-03-29", "Europe/Berlin", "2026-03-29T10:00:00Z", "2026-03-29T21:59:59Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-25T11:00:00Z", "2026-10-25T22:59:59Z"],
    ["2026-03-08", "America/Los_Angeles", "2026-03-08T19:00:00Z", "2026-03-09T06:59:59Z"],
    ["2026-11-30", "Pacific/Kiritimati", "2026-11-29T22:00:00Z", "2026-11-30T09:59:59Z"],
    ["2026-11-30", "Asia/Kathmandu", "2026-11-30T06:15:00Z", "2026-11-30T18:14:59Z"],
  ])("%s in %s has its noon at %s and ends at %s", (date, zone, noon, end) => {
    expect([noonOf(date, zone), endOfDay(date, zone)]).toEqual([noon, end]);
  });
});
