import { randomUUID } from "node:crypto";
import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";

againstBothVersions((version) => {
  describe("list_foods", () => {
    it("shows a food with its other names and its label", async () => {
      const { mealie, connection } = await openDesk({ version });
      const label = { id: randomUUID(), groupId: mealie.state.group.id, name: "Greens", color: "#959595" };
      mealie.state.labels.push(label);
      const { id } = pantry(mealie.state).food("Tomato", {
        pluralName: "Tomatoes",
        aliases: [{ name: "Love apple" }],
        labelId: label.id,
      });
      const result = await connection.callTool("list_foods", {});
      expect(result.structuredContent).toMatchObject({
        foods: [
          {
            id,
            label_id: label.id,
            untrusted_text: {
              name: "Tomato",
              plural_name: "Tomatoes",
              aliases: ["Love apple"],
              label: "Greens",
            },
          },
        ],
        total: 1,
      });
    });

    it("leaves the order of what was searched for to Mealie, and else orders by name", async () => {
      const { mealie, connection } = await openDesk({ version });
      await connection.callTool("list_foods", { search: "tomato" });
      await connection.callTool("list_foods", { order_direction: "desc", per_page: 5, page: 2 });
      expect(mealie.requests.map(({ query }) => query)).toEqual([
        "?search=tomato&page=1&perPage=100",
        "?page=2&perPage=5&orderBy=name&orderDirection=desc",
      ]);
    });
  });

  describe("list_units", () => {
    it("shows a unit with its abbreviations", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { unit } = pantry(mealie.state);
      const { id } = unit("gram", { abbreviation: "g", standardQuantity: 1, standardUnit: "gram" });
      const result = await connection.callTool("list_units", {});
      expect(result.structuredContent).toMatchObject({
        units: [
          {
            id,
            fraction: true,
            ...(version === "2.0" ? {} : { standard_quantity: 1 }),
            untrusted_text: { name: "gram", abbreviation: "g" },
          },
        ],
      });
    });
  });

  describe("create_food", () => {
    it("creates a food with a label", async () => {
      const { mealie, connection } = await openDesk({ version });
      const label = { id: randomUUID(), groupId: mealie.state.group.id, name: "Greens", color: "#959595" };
      mealie.state.labels.push(label);
      const result = await connection.callTool("create_food", {
        name: "Tomato",
        plural_name: "Tomatoes",
        label_id: label.id,
      });
      expect(result.structuredContent).toMatchObject({
        created: true,
        food: { label_id: label.id, untrusted_text: { name: "Tomato", plural_name: "Tomatoes" } },
      });
    });

    it.each(["Tomato", "tomato"])(
      "refuses %j beside Tomato, which Mealie would make a double of",
      async (name) => {
        const { mealie, connection, writes } = await openDesk({ version });
        const { id } = pantry(mealie.state).food("Tomato");
        const result = await connection.callTool("create_food", { name });
        expect(textOf(result)).toContain(id);
        expect(textOf(result)).toMatch(/nothing was changed/i);
        expect(writes()).toEqual([]);
      },
    );

    it("refuses a label that does not exist, which Mealie would take", async () => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("create_food", { name: "Tomato", label_id: randomUUID() });
      expect(textOf(result)).toMatch(/no label.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });

    it("refuses an empty name, which Mealie would take", async () => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("create_food", { name: "  " });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
    });
  });

  describe("create_unit", () => {
    it("sends what was given and nothing else", async () => {
      const { connection, writes } = await openDesk({ version });
      const result = await connection.callTool("create_unit", {
        name: "gram",
        abbreviation: "g",
        use_abbreviation: true,
        fraction: false,
      });
      expect(result.structuredContent).toMatchObject({
        created: true,
        unit: {
          use_abbreviation: true,
          fraction: false,
          untrusted_text: { name: "gram", abbreviation: "g" },
        },
      });
      expect(writes()).toEqual([
        {
          method: "POST",
          path: "/api/units",
          json: { name: "gram", abbreviation: "g", useAbbreviation: true, fraction: false },
        },
      ]);
    });

    it("refuses one that is there already", async () => {
      const { mealie, connection, writes } = await openDesk({ version });
      pantry(mealie.state).unit("gram");
      const result = await connection.callTool("create_unit", { name: "Gram" });
      expect(textOf(result)).toMatch(/already a unit.*nothing was changed/i);
      expect(writes()).toEqual([]);
    });
  });

  describe("parse_ingredients", () => {
    it("says which parts Mealie knows, and stores nothing", async () => {
      const { mealie, connection } = await openDesk({ version });
      const { food, unit } = pantry(mealie.state);
      const [quark, gram] = [food("quark"), unit("gram", { abbreviation: "g" })];
      const result = await connection.callTool("parse_ingredients", {
        ingredients: ["500 g quark", "2 tbsp olive oil"],
      });
      expect(result.structuredContent).toMatchObject({
        lines: [
          { number: 1, parsed: true, quantity: 500, food_id: quark.id, unit_id: gram.id, confidence: 0.9 },
          { number: 2, parsed: true, quantity: 2, untrusted_text: { unit: "tbsp", food: "olive oil" } },
        ],
      });
      expect(result.structuredContent?.["lines"]).not.toHaveProperty("1.food_id");
      expect(mealie.state.foods).toHaveLength(1);
    });

    it("reads the answer of a parser that is sure of nothing", async () => {
      const { connection } = await openDesk({ version });
      const result = await connection.callTool("parse_ingredients", {
        ingredients: ["salt"],
        parser: "brute",
      });
      expect(result.structuredContent).toEqual({
        ...result.structuredContent,
        lines: [{ number: 1, parsed: true, quantity: 0, untrusted_text: { line: "salt", food: "salt" } }],
      });
    });

    it("finds the one line that makes Mealie fail on all of them", async () => {
      const { connection } = await openDesk({ version });
      const ingredients = ["salt", "1 g a", "1⁄⁄2 cup milk", "2 g b", "3 g c"];
      const result = await connection.callTool("parse_ingredients", { ingredients });
      const lines = result.structuredContent?.["lines"] as { parsed: boolean; quantity?: number }[];
      expect(lines.map(({ parsed }) => parsed)).toEqual([true, true, false, true, true]);
      expect(lines.map(({ quantity }) => quantity)).toEqual([0, 1, undefined, 2, 3]);
    });

    it("names the other parser when this one fails on every line", async () => {
      const { connection } = await openDesk({ version });
      const result = await connection.callTool("parse_ingredients", { ingredients: ["⁄⁄", "⁄⁄ again"] });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain('try `parser` "brute"');
    });

    it("asks a bounded number of times, however many lines fail", async () => {
      const { mealie, connection } = await openDesk({ version });
      await connection.callTool("parse_ingredients", {
        ingredients: Array.from({ length: 100 }, () => "⁄⁄"),
      });
      expect(mealie.requests.length).toBeLessThanOrEqual(32);
    });
  });
});
