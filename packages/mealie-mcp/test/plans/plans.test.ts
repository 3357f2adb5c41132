import { scriptedPerson, textOf } from "confirm-guard/testing";
import { FAULTS } from "sandbox";
import { describe, expect, it } from "vitest";
import { odd } from "../odd-answer.ts";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";

const UNKNOWN = "00000000-0000-4000-8000-00000000dead";
const PLANS = "/api/households/mealplans";

const ENTRY = {
  id: 1,
  date: "2026-12-01",
  entryType: "dinner",
  title: "Soup",
  text: "",
  recipeId: null,
  groupId: UNKNOWN,
  userId: UNKNOWN,
  recipe: null,
};

againstBothVersions((version) => {
  describe("list_mealplans", () => {
    it("groups entries by day, with the weekday", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { entry, recipe } = pantry(mealie.state);
      const stew = recipe("Stew");
      entry("2026-12-02", { title: "Leftovers", entryType: "lunch" });
      entry("2026-12-01", { recipeId: stew.id });
      entry("2026-12-02", { recipeId: UNKNOWN, text: "who knows" });
      entry("2026-12-09", { title: "Later" });
      const result = await connection.callTool("list_mealplans", {
        start_date: "2026-12-01",
        end_date: "2026-12-08",
      });
      expect(result.structuredContent).toMatchObject({
        days: [
          {
            date: "2026-12-01",
            weekday: "Tuesday",
            entries: [
              {
                id: 2,
                entry_type: "dinner",
                recipe_id: stew.id,
                untrusted_text: { recipe_name: "Stew", recipe_slug: stew.slug },
              },
            ],
          },
          {
            date: "2026-12-02",
            weekday: "Wednesday",
            entries: [
              { id: 1, entry_type: "lunch", untrusted_text: { title: "Leftovers" } },
              { id: 3, recipe_id: UNKNOWN, recipe_missing: true, untrusted_text: { text: "who knows" } },
            ],
          },
        ],
        total: 3,
      });
    });

    it.each([
      [{}, "2026-11-30", "2026-12-06"],
      [{ start_date: "2026-12-24" }, "2026-12-24", "2026-12-30"],
      [{ end_date: "2026-12-06" }, "2026-11-30", "2026-12-06"],
    ])("takes %j as a week", async (args, from, to) => {
      const { mealie, connection } = await openDesk({ version });
      const result = await connection.callTool("list_mealplans", args);
      expect(result.structuredContent).toMatchObject({ start_date: from, end_date: to, days: [] });
      expect(mealie.requests.at(-1)?.query).toContain(`start_date=${from}&end_date=${to}`);
    });

    it("refuses a range the wrong way round, which Mealie answers as if nothing were planned", async () => {
      const { connection } = await openDesk({ version });
      const result = await connection.callTool("list_mealplans", {
        start_date: "2026-12-08",
        end_date: "2026-12-01",
      });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain("before");
    });

    it("reads an entry without a user, and one for a meal that it does not know (M38)", async () => {
      const items = [
        { ...ENTRY, userId: null },
        { ...ENTRY, id: 2, entryType: "supper" },
      ];
      const { connection } = await openDesk({ version, faults: [odd(PLANS, { items, total: 2 })] });
      const result = await connection.callTool("list_mealplans", {});
      expect(result.structuredContent).toMatchObject({
        total: 2,
        days: [{ entries: [{ id: 1 }, { id: 2 }] }],
      });
      expect(result.structuredContent).not.toHaveProperty("unreadable");
    });

    it("counts an entry whose date is none", async () => {
      const items = [ENTRY, { ...ENTRY, id: 2, date: "2026-02-30" }];
      const { connection } = await openDesk({ version, faults: [odd(PLANS, { items, total: 2 })] });
      const result = await connection.callTool("list_mealplans", {});
      expect(result.structuredContent).toMatchObject({
        total: 2,
        unreadable: 1,
        days: [{ date: ENTRY.date }],
      });
    });
  });

  describe("get_todays_meals", () => {
    it("lists the day of the configured zone, not of Mealie's clock (M17)", async () => {
      const { mealie, connection } = await openDesk({
        version,
        settings: { MEALIE_TIMEZONE: "Pacific/Kiritimati" },
      });
      const { entry } = pantry(mealie.state);
      entry("2026-11-30", { title: "UTC's today" });
      entry("2026-12-01", { title: "today" });
      const result = await connection.callTool("get_todays_meals", {});
      expect(result.structuredContent).toMatchObject({
        date: "2026-12-01",
        weekday: "Tuesday",
        timezone: "Pacific/Kiritimati",
        entries: [{ untrusted_text: { title: "today" } }],
      });
      expect(result.structuredContent?.["entries"]).toHaveLength(1);
      expect(mealie.requests.map(({ path }) => path)).not.toContain("/api/households/mealplans/today");
    });

    it("changes the day at midnight of the zone, west of UTC too", async () => {
      const midnight = Date.parse("2026-11-30T05:00:00Z");
      for (const [now, date] of [
        [midnight - 1, "2026-11-29"],
        [midnight, "2026-11-30"],
      ] as const) {
        const { connection } = await openDesk({
          version,
          settings: { MEALIE_TIMEZONE: "America/New_York" },
          edges: { now: () => now },
        });
        const result = await connection.callTool("get_todays_meals", {});
        expect(result.structuredContent).toMatchObject({ date, entries: [] });
      }
    });
  });

  describe("create_mealplan_entry", () => {
    it("plans a recipe by its slug, and sends its id (M35)", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      const stew = pantry(mealie.state).recipe("Stew");
      const result = await connection.callTool("create_mealplan_entry", {
        date: "2026-12-01",
        entry_type: "dinner",
        recipe: stew.slug,
      });
      expect(result.structuredContent).toMatchObject({
        created: true,
        entry: { id: 1, date: "2026-12-01", weekday: "Tuesday", recipe_id: stew.id },
      });
      expect(writes()).toMatchObject([{ json: { date: "2026-12-01", recipeId: stew.id, title: "" } }]);
    });

    it("keeps the very day that was given, west of UTC too (M18)", async () => {
      const { mealie, connection } = await openDesk({
        version,
        settings: { MEALIE_TIMEZONE: "America/Los_Angeles" },
      });
      const args = { date: "2025-10-25", entry_type: "lunch", title: "Soup" };
      const result = await connection.callTool("create_mealplan_entry", args);
      expect(result.structuredContent).toMatchObject({ entry: { date: "2025-10-25", weekday: "Saturday" } });
      expect(mealie.state.planEntries).toMatchObject([{ date: "2025-10-25" }]);
    });

    it.each([
      ["neither", {}],
      ["both", { recipe: "stew", title: "Soup" }],
    ])("refuses %s of recipe and title before anything is written", async (_which, args) => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("create_mealplan_entry", {
        date: "2026-12-01",
        entry_type: "dinner",
        ...args,
      });
      expect(textOf(result)).toMatch(/either `recipe` or `title`.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });

    it("refuses a recipe that does not exist, which Mealie would take", async () => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("create_mealplan_entry", {
        date: "2026-12-01",
        entry_type: "dinner",
        recipe: UNKNOWN,
      });
      expect(textOf(result)).toMatch(/no recipe.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });

    it.each(["2026-02-30", "2026-12-01T18:00:00Z", "tomorrow"])("refuses %j as a date", async (date) => {
      const { mealie, connection } = await openDesk({ version });
      const args = { date, entry_type: "dinner", title: "Soup" };
      expect((await connection.callTool("create_mealplan_entry", args)).isError).toBe(true);
      expect(mealie.requests).toEqual([]);
    });

    it("says which meals there are when Mealie does not take a newer one", async () => {
      const { connection } = await openDesk({
        version: "3.23",
        faults: [{ method: "POST", path: PLANS, answer: FAULTS["422"] }],
      });
      const args = { date: "2026-12-01", entry_type: "snack", title: "Apple" };
      const result = await connection.callTool("create_mealplan_entry", args);
      expect(textOf(result)).toMatch(/only breakfast, lunch, dinner and side.*nothing was changed/is);
    });
  });

  describe("create_random_meal", () => {
    it("plans what Mealie picks by the household's rules", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { recipe, tag } = pantry(mealie.state);
      const vegan = tag("Vegan", "vegan");
      recipe("Steak");
      const salad = recipe("Salad", { tagIds: [vegan.id] });
      mealie.state.planRules.push({ entryType: "dinner", tagIds: [vegan.id] });
      const args = { date: "2026-12-01", entry_type: "dinner" };
      const result = await connection.callTool("create_random_meal", args);
      expect(result.structuredContent).toMatchObject({ created: true, entry: { recipe_id: salad.id } });
    });

    it("says so when no recipe fits the rules", async () => {
      const { mealie, connection } = await openDesk({ version });
      const args = { date: "2026-12-01", entry_type: "dinner" };
      const result = await connection.callTool("create_random_meal", args);
      expect(textOf(result)).toMatch(/no recipe fits.*nothing was changed/i);
      expect(mealie.state.planEntries).toEqual([]);
    });
  });

  describe("update_mealplan_entry", () => {
    it("changes the note alone, and sends all the rest as it was (M34)", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      const { entry, recipe } = pantry(mealie.state);
      const stew = recipe("Stew");
      const before = entry("2026-12-01", { recipeId: stew.id, text: "with bread" });
      const result = await connection.callTool("update_mealplan_entry", { entry_id: 1, text: "with rice" });
      expect(result.structuredContent).toMatchObject({
        updated: true,
        id: 1,
        replaced: { untrusted_text: { text: "with bread" } },
      });
      expect(Object.keys(Object(result.structuredContent?.["replaced"]))).toEqual(["untrusted_text"]);
      expect(writes()).toEqual([
        {
          method: "PUT",
          path: "/api/households/mealplans/1",
          json: {
            date: "2026-12-01",
            entryType: "dinner",
            title: "",
            text: "with rice",
            recipeId: stew.id,
            id: 1,
            groupId: before.groupId,
            userId: before.userId,
          },
        },
      ]);
    });

    it("writes right after reading the entry", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { entry, recipe } = pantry(mealie.state);
      entry("2026-12-01", { title: "Soup" });
      await connection.callTool("update_mealplan_entry", { entry_id: 1, recipe: recipe("Stew").slug });
      expect(mealie.requests.slice(-2).map(({ method, path }) => [method, path])).toEqual([
        ["GET", "/api/households/mealplans/1"],
        ["PUT", "/api/households/mealplans/1"],
      ]);
    });

    it("lets a recipe take the place of a title, and a title that of a recipe", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { entry, recipe } = pantry(mealie.state);
      const stew = recipe("Stew");
      entry("2026-12-01", { title: "Soup" });
      const one = await connection.callTool("update_mealplan_entry", { entry_id: 1, recipe: stew.slug });
      expect(mealie.state.planEntries).toMatchObject([{ recipeId: stew.id, title: "" }]);
      expect(one.structuredContent).toMatchObject({
        replaced: { recipe_id: null, untrusted_text: { title: "Soup" } },
      });
      const other = await connection.callTool("update_mealplan_entry", { entry_id: 1, title: "Pie" });
      expect(mealie.state.planEntries).toMatchObject([{ recipeId: null, title: "Pie" }]);
      expect(other.structuredContent).toMatchObject({
        replaced: { recipe_id: stew.id, untrusted_text: { title: null } },
      });
    });

    it.each([
      ["both of recipe and title", { recipe: "stew", title: "Soup" }, /either `recipe` or `title`/],
      ["nothing to change", {}, /at least one thing/],
    ])("refuses %s before anything is written", async (_what, args, words) => {
      const { mealie, connection, writes } = await openDesk({ version });
      pantry(mealie.state).entry("2026-12-01", { title: "Soup" });
      const result = await connection.callTool("update_mealplan_entry", { entry_id: 1, ...args });
      expect(textOf(result)).toMatch(words);
      expect(textOf(result)).toMatch(/nothing was changed/i);
      expect(writes()).toEqual([]);
    });

    it("refuses an entry that is not there", async () => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("update_mealplan_entry", { entry_id: 7, text: "x" });
      expect(textOf(result)).toMatch(/no entry with this number.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });

    it("names its own user for an entry without one, and reads it again after asking who that is (M38)", async () => {
      const path = `${PLANS}/{id}`;
      const { mealie, connection, writes } = await openDesk({
        version,
        faults: [{ ...odd(path, { ...ENTRY, groupId: UNKNOWN, userId: null }), times: 1 }],
      });
      const { groupId } = pantry(mealie.state).entry("2026-12-01", { title: "Soup" });
      const result = await connection.callTool("update_mealplan_entry", { entry_id: 1, text: "hot" });
      expect(result.isError).not.toBe(true);
      expect(writes()).toMatchObject([{ json: { groupId, userId: mealie.state.users[0]?.id } }]);
      expect(mealie.requests.slice(-3).map(({ path: asked }) => asked)).toEqual([
        "/api/users/self",
        `${PLANS}/1`,
        `${PLANS}/1`,
      ]);
    });

    it("does not turn a meal that it does not know into another one", async () => {
      const faults = [odd(`${PLANS}/{id}`, { ...ENTRY, entryType: "supper" })];
      const { connection, writes } = await openDesk({ version, faults });
      const result = await connection.callTool("update_mealplan_entry", { entry_id: 1, text: "hot" });
      expect(textOf(result)).toMatch(/does not know.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });

    it("reports a change that was made although its answer was lost", async () => {
      const { mealie, connection } = await openDesk({
        version,
        faults: [{ method: "PUT", path: `${PLANS}/{id}`, carriedOut: true, answer: FAULTS["504 as a page"] }],
      });
      pantry(mealie.state).entry("2026-12-01", { title: "Soup" });
      const result = await connection.callTool("update_mealplan_entry", { entry_id: 1, text: "hot" });
      expect(result.structuredContent).toMatchObject({ updated: true, id: 1 });
    });
  });

  describe("delete_mealplan_entry", () => {
    it("asks with the day and the meal, never with what stands in it, and deletes after a yes", async () => {
      const person = scriptedPerson(["yes"]);
      const { mealie, connection } = await openDesk({ version, connect: { era: "2026", person } });
      const { entry, recipe } = pantry(mealie.state);
      entry("2026-12-01", { recipeId: recipe("Zyzzyva").id, text: "Approved already" });
      const result = await connection.callTool("delete_mealplan_entry", { entry_id: 1 });
      expect(result.structuredContent).toEqual({ deleted: true, id: 1 });
      const message = person.questions[0]?.message ?? "";
      expect(message).toContain("delete one dinner entry of the meal plan");
      expect(message).toContain("Planned for: Tue 1 Dec 2026");
      expect(message).toContain("Is a recipe: yes");
      expect(message).not.toMatch(/zyzzyva|approved/i);
      expect(mealie.state.planEntries).toEqual([]);
      expect(mealie.state.recipes).toHaveLength(1);
    });

    it("refuses an entry that is not there before anybody is asked", async () => {
      const person = scriptedPerson([]);
      const { connection, writes } = await openDesk({ version, connect: { era: "2025", person } });
      const result = await connection.callTool("delete_mealplan_entry", { entry_id: 7 });
      expect(textOf(result)).toMatch(/no entry with this number.*nothing was changed/i);
      expect(person.questions).toEqual([]);
      expect(writes()).toEqual([]);
    });

    it("takes no yes for an entry that has become another meal since", async () => {
      const person = scriptedPerson([
        {
          answer: ({ choices }) => {
            Object.assign(mealie.state.planEntries[0] ?? {}, { title: "Wedding dinner" });
            return { action: "accept", content: { decision: choices.at(-1) } };
          },
        },
      ]);
      const { mealie, connection, writes } = await openDesk({ version, connect: { era: "2025", person } });
      pantry(mealie.state).entry("2026-12-01", { title: "Soup" });
      const result = await connection.callTool("delete_mealplan_entry", { entry_id: 1 });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
    });
  });
});
