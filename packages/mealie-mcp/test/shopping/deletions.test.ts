import { scriptedPerson, textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { againstBothVersions, openDesk } from "../stand-in.ts";
import { shelves, UNKNOWN } from "./shelves.ts";

const YES = { action: "accept" } as const;

againstBothVersions((version) => {
  describe("delete_shopping_list", () => {
    it("says how many items go with it and how many are not ticked, and nothing that people wrote", async () => {
      const person = scriptedPerson(["yes"]);
      const { mealie, connection } = await openDesk({ version, connect: { era: "2026", person } });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      item(market, "milk");
      item(market, "eggs", { checked: true });
      const other = item(list("Other"), "soap");
      const result = await connection.callTool("delete_shopping_list", { list_id: market.id });
      expect(result.structuredContent).toEqual({ deleted: true, list_id: market.id, items: 2 });
      expect(mealie.state.listItems).toEqual([other]);
      const [question] = person.questions;
      expect(question?.message).toContain("delete a shopping list with 2 items, 1 of them not ticked");
      expect(question?.message).toContain(`List: ${market.id}`);
      expect(question?.message).not.toMatch(/market|milk|eggs/i);
    });

    it("takes no yes for a list on which something was put meanwhile", async () => {
      const person = scriptedPerson([
        {
          answer: ({ choices }) => {
            item(market, "late");
            return { ...YES, content: { decision: choices.at(-1) } };
          },
        },
      ]);
      const { mealie, connection, writes } = await openDesk({ version, connect: { era: "2025", person } });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      item(market, "milk");
      const result = await connection.callTool("delete_shopping_list", { list_id: market.id });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
    });

    it("refuses an unknown list before anybody is asked", async () => {
      const person = scriptedPerson([]);
      const { connection } = await openDesk({ version, connect: { era: "2026", person } });
      const result = await connection.callTool("delete_shopping_list", { list_id: UNKNOWN });
      expect(textOf(result)).toMatch(/no shopping list.*nothing was changed/i);
      expect(person.questions).toEqual([]);
    });

    it("finds out that the list is gone when the answer got lost", async () => {
      const person = scriptedPerson(["yes"]);
      const { mealie, connection } = await openDesk({
        version,
        connect: { era: "2026", person },
        faults: [{ method: "DELETE", carriedOut: true, answer: { kind: "cut" } }],
      });
      const market = shelves(mealie.state).list("Market");
      const result = await connection.callTool("delete_shopping_list", { list_id: market.id });
      expect(result.structuredContent).toMatchObject({ deleted: true });
    });
  });

  describe("delete_shopping_list_items", () => {
    it("counts each existing item once, also when its id is given twice", async () => {
      const person = scriptedPerson(["yes"]);
      const { mealie, connection } = await openDesk({ version, connect: { era: "2026", person } });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const milk = item(market, "milk");
      const eggs = item(market, "eggs", { checked: true });
      const bread = item(market, "bread");
      const result = await connection.callTool("delete_shopping_list_items", {
        item_ids: [milk.id, eggs.id, milk.id, milk.id.toUpperCase()],
      });
      expect(result.structuredContent).toEqual({
        deleted: true,
        list_id: market.id,
        item_ids: [milk.id, eggs.id],
      });
      expect(mealie.state.listItems).toEqual([bread]);
      const [question] = person.questions;
      expect(question?.message).toContain("delete 2 items of a shopping list, 1 of them not ticked");
      expect(question?.message).toContain("with one item on it");
      expect(question?.message).not.toMatch(/market|milk|eggs|bread/i);
    });

    it.each([
      ["first", [UNKNOWN, "milk"]],
      ["last", ["milk", UNKNOWN]],
    ])("refuses an unknown id, be it the %s, before anybody is asked", async (_place, wanted) => {
      const person = scriptedPerson([]);
      const { mealie, connection, writes } = await openDesk({ version, connect: { era: "2026", person } });
      const { list, item } = shelves(mealie.state);
      const milk = item(list("Market"), "milk");
      const result = await connection.callTool("delete_shopping_list_items", {
        item_ids: wanted.map((id) => (id === "milk" ? milk.id : id)),
      });
      expect(textOf(result)).toMatch(/no item with the id.*nothing was changed/i);
      expect(person.questions).toEqual([]);
      expect(writes()).toEqual([]);
    });

    it("refuses items of two lists, since the question is about one", async () => {
      const person = scriptedPerson([]);
      const { mealie, connection, writes } = await openDesk({ version, connect: { era: "2026", person } });
      const { list, item } = shelves(mealie.state);
      const result = await connection.callTool("delete_shopping_list_items", {
        item_ids: [item(list("Market"), "milk").id, item(list("Other"), "soap").id],
      });
      expect(textOf(result)).toMatch(/more than one list.*nothing was changed/i);
      expect(person.questions).toEqual([]);
      expect(writes()).toEqual([]);
    });

    it("takes a token for the one set only, in any order", async () => {
      const { mealie, connection } = await openDesk({
        version,
        connect: { era: "2026" },
        settings: { ELICITATION: "false" },
      });
      const { list, item } = shelves(mealie.state);
      const market = list("Market");
      const [milk, eggs] = [item(market, "milk"), item(market, "eggs")];
      const asked = await connection.callTool("delete_shopping_list_items", { item_ids: [milk.id] });
      const token = /confirm_token "([^"]+)"/.exec(textOf(asked))?.[1];
      expect(token).toBeDefined();
      const wider = await connection.callTool("delete_shopping_list_items", {
        item_ids: [milk.id, eggs.id],
        confirm_token: token,
      });
      expect(wider.structuredContent).not.toMatchObject({ deleted: true });
      expect(mealie.state.listItems).toHaveLength(2);
    });

    it("takes no yes for an item that was changed meanwhile", async () => {
      const person = scriptedPerson([
        {
          answer: ({ choices }) => {
            milk.note = "champagne";
            return { ...YES, content: { decision: choices.at(-1) } };
          },
        },
      ]);
      const { mealie, connection, writes } = await openDesk({ version, connect: { era: "2025", person } });
      const { list, item } = shelves(mealie.state);
      const milk = item(list("Market"), "milk");
      const result = await connection.callTool("delete_shopping_list_items", { item_ids: [milk.id] });
      expect(result.isError).toBe(true);
      expect(writes()).toEqual([]);
    });

    it("does not call it done when Mealie failed and the items are still there", async () => {
      const person = scriptedPerson(["yes"]);
      const { mealie, connection } = await openDesk({
        version,
        connect: { era: "2026", person },
        faults: [
          { method: "DELETE", answer: { kind: "reply", status: 500, type: "text/plain", body: "Internal" } },
        ],
      });
      const { list, item } = shelves(mealie.state);
      const milk = item(list("Market"), "milk");
      const result = await connection.callTool("delete_shopping_list_items", { item_ids: [milk.id] });
      expect(result.isError).toBe(true);
      expect(mealie.state.listItems).toHaveLength(1);
    });
  });
});
