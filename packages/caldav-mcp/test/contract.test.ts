import { connect } from "confirm-guard/testing";
import { cardOf } from "server-kit/reference";
import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { createServerFactory } from "../src/server.ts";
import { TOOLS } from "../src/tools/index.ts";

const factory = createServerFactory(readConfig({}), { version: "0.0.0", log: () => undefined });

/** Those of the specification: a tool that is not there yet is not missed, one that is not named here may not ask. */
const ASKING = [
  "update_event",
  "delete_event",
  "move_event",
  "respond_to_event",
  "delete_task",
  "delete_journal",
];
const ESSENTIAL = [
  "list_calendars",
  "list_events",
  "get_event",
  "search_events",
  "get_free_busy",
  "create_event",
  "update_event",
];

/** readOnly, destructive, idempotent; nothing reaches past the one account. */
const HINTS: Record<string, readonly [boolean, boolean, boolean]> = {
  list: [true, false, true],
  get: [true, false, true],
  search: [true, false, true],
  create: [false, false, false],
  update: [false, true, true],
  delete: [false, true, true],
  move: [false, true, false],
  respond: [false, false, true],
  complete: [false, false, false],
  // Of a series, `completed` twice completes two occurrences.
  update_task: [false, true, false],
};

describe("the tools as clients see them", () => {
  it("stand on the cards with which the server starts, one to a line", async () => {
    const lines = TOOLS.map((tool) => JSON.stringify(cardOf(tool)));
    await expect(`[\n${lines.join(",\n")}\n]\n`).toMatchFileSnapshot("../src/tools/cards.json");
  });

  it.each(TOOLS)("$name keeps its contract", async (tool) => {
    await using connection = await connect({ factory }, { era: "2026" });
    const shown = (await connection.listTools()).find(({ name }) => name === tool.name);
    expect(cardOf(tool)).toMatchObject({ ...shown });
    await expect(`${JSON.stringify({ ...shown, guarded: tool.guarded }, null, 2)}\n`).toMatchFileSnapshot(
      `tools/${tool.name}.json`,
    );
  });

  it("are the same on both revisions", async () => {
    await using pushed = await connect({ factory }, { era: "2025" });
    await using retried = await connect({ factory }, { era: "2026" });
    expect(await pushed.listTools()).toEqual(await retried.listTools());
  });

  it("ask exactly where they should", () => {
    const offered = TOOLS.map(({ name }) => name);
    expect(TOOLS.filter(({ guarded }) => guarded).map(({ name }) => name)).toEqual(
      ASKING.filter((name) => offered.includes(name)),
    );
  });

  it.each(TOOLS)("$name says that a person is asked first exactly if one is", ({ description, guarded }) => {
    expect(description.includes("A person is asked first")).toBe(guarded);
  });

  it("offer the essential preset", () => {
    const offered = TOOLS.map(({ name }) => name);
    expect(TOOLS.filter(({ essential }) => essential).map(({ name }) => name)).toEqual(
      ESSENTIAL.filter((name) => offered.includes(name)),
    );
  });

  it.each(TOOLS)("$name declares all four annotations by what it does", ({ name, annotations }) => {
    const [readOnlyHint, destructiveHint, idempotentHint] =
      HINTS[name] ?? HINTS[name.split("_")[0] ?? ""] ?? [];
    expect(annotations).toEqual({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint: false });
  });

  it("take confirm_token exactly where they ask", async () => {
    await using connection = await connect({ factory }, { era: "2025" });
    for (const tool of await connection.listTools()) {
      const takes = JSON.stringify(tool).includes('"confirm_token"');
      expect([tool.name, takes]).toEqual([tool.name, ASKING.includes(tool.name)]);
    }
  });
});
