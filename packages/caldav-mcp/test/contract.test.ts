import { connect } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { createServerFactory } from "../src/server.ts";
import { TOOLS } from "../src/tools/index.ts";

const factory = createServerFactory(readConfig({}), { version: "0.0.0", log: () => undefined });

const ASKING = ["delete_event", "move_event"];

describe("the tools as clients see them", () => {
  it.each(TOOLS.map(({ name, guarded }) => ({ name, guarded })))(
    "$name keeps its contract",
    async ({ name, guarded }) => {
      await using connection = await connect({ factory }, { era: "2026" });
      const tool = (await connection.listTools()).find((listed) => listed.name === name);
      const contract = { ...tool, guarded };
      await expect(`${JSON.stringify(contract, null, 2)}\n`).toMatchFileSnapshot(`tools/${name}.json`);
    },
  );

  it("are the same on both revisions", async () => {
    await using pushed = await connect({ factory }, { era: "2025" });
    await using retried = await connect({ factory }, { era: "2026" });
    expect(await pushed.listTools()).toEqual(await retried.listTools());
  });

  it("ask exactly where they should", () => {
    expect(TOOLS.filter(({ guarded }) => guarded).map(({ name }) => name)).toEqual(ASKING);
  });

  it("offer the essential preset", () => {
    expect(TOOLS.filter(({ essential }) => essential).map(({ name }) => name)).toEqual([
      "list_calendars",
      "list_events",
      "get_event",
      "create_event",
    ]);
  });

  it("declare all four annotations by what they do", () => {
    const hints = Object.fromEntries(TOOLS.map(({ name, annotations }) => [name, annotations]));
    const read = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    expect(hints).toEqual({
      list_calendars: read,
      get_server_info: read,
      list_events: read,
      get_event: read,
      create_event: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
      delete_event: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
        openWorldHint: false,
      },
      move_event: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: false,
      },
    });
  });

  it("take confirm_token exactly where they ask", async () => {
    await using connection = await connect({ factory }, { era: "2025" });
    for (const tool of await connection.listTools()) {
      const takes = JSON.stringify(tool).includes('"confirm_token"');
      expect([tool.name, takes]).toEqual([tool.name, ASKING.includes(tool.name)]);
    }
  });
});
