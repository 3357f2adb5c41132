import { describe, expect, it } from "vitest";
import { countEventFacts, eventsInMonth, rowsOf } from "../../src/benchmarks/tokens/facts.ts";
import { countRecipeFacts } from "../../src/benchmarks/tokens/recipe-facts.ts";
import { measureToolList } from "../../src/benchmarks/tokens/tool-list.ts";

const SHORT = {
  uid: "event-0@example.org",
  summary: "Meeting event-0",
  start: "2026-09-01T08:00:00.000Z",
  end: "2026-09-01T08:45:00.000Z",
};
const LONG = { ...SHORT, weekday: "Tuesday", attendees: 1, untrusted_text: { location: "Small hall" } };

describe("the facts of a listing", () => {
  it("are counted in each event alone", () => {
    expect(countEventFacts(rowsOf(JSON.stringify([SHORT])))).toBe(4);
    expect(countEventFacts(rowsOf(JSON.stringify([SHORT, LONG])))).toBe(4 + 7);
  });

  it("are the same in a list, in an object with a list, and in lines of text", () => {
    const text = ["[BEGIN]", `f00| ${JSON.stringify(LONG)}`, "[END]"].join("\n");
    const forms = [JSON.stringify([LONG]), JSON.stringify({ count: 1, events: [LONG] }), text];
    expect(forms.map((form) => countEventFacts(rowsOf(form)))).toEqual([7, 7, 7]);
  });

  it("leave out what speaks of no event", () => {
    expect(rowsOf("today.weekday: Monday\ntimezone: UTC")).toEqual([]);
  });
});

it("puts half of the events in the month", () => {
  expect(eventsInMonth(100)).toBe(50);
});

it("counts the words and numbers of a recipe that an answer says, whatever its form", () => {
  const recipe = {
    name: "Soup",
    description: "Thick and warm.",
    servings: 4,
    totalTime: "",
    categoriesAndTags: ["Dinner"],
    ingredients: [
      { quantity: 0.5, words: ["litre", "stock"] },
      { quantity: null, words: ["salt"] },
    ],
    steps: ["Stir."],
  };
  const whole = {
    name: "Soup",
    recipeServings: 4,
    description: "Thick and warm.",
    tags: ["Dinner"],
    steps: ["Stir."],
  };
  const ingredients = [{ quantity: 0.5, unit: "litre", food: "stock" }, { food: "salt" }];
  expect(countRecipeFacts(JSON.stringify({ ...whole, ingredients }), recipe)).toBe(9);
  expect(countRecipeFacts("servings: 4\nquantity: 0.55\nfood: stock", recipe)).toBe(2);
});

it("counts tools and arguments, and apart from all of a tool list what clients show a model", () => {
  const either = { anyOf: [{ properties: { d: {} } }, { oneOf: [{ properties: { e: {} } }, {}] }] };
  const nested = { properties: { a: {}, b: { items: { properties: { c: {} } } }, either } };
  const shown = [
    { name: "list", description: "Lists.", inputSchema: nested },
    { name: "ping", description: "Pings.", inputSchema: {} },
  ];
  const tools = shown.map((tool) => ({ ...tool, outputSchema: { type: "object" } }));
  expect(measureToolList({ tools })).toEqual({
    tools: 2,
    facts: 2 + 6,
    all: JSON.stringify(tools).length,
    shown: JSON.stringify(shown).length,
  });
});
