import { connect } from "confirm-guard/testing";
import { cardOf } from "server-kit/reference";
import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { createServerFactory } from "../src/server.ts";
import { TOOLS } from "../src/tools/index.ts";

const factory = createServerFactory(readConfig({}), { version: "0.0.0", log: () => undefined });

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

  it.each(TOOLS)("$name says that a person is asked first exactly if one is", ({ description, guarded }) => {
    expect(description.includes("A person is asked first")).toBe(guarded);
  });

  it("take confirm_token exactly where they ask", async () => {
    await using connection = await connect({ factory }, { era: "2025" });
    const guarded = new Set(TOOLS.filter((tool) => tool.guarded).map(({ name }) => name));
    for (const tool of await connection.listTools()) {
      const takes = JSON.stringify(tool).includes('"confirm_token"');
      expect([tool.name, takes]).toEqual([tool.name, guarded.has(tool.name)]);
    }
  });
});
