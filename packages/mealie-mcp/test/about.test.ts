import { connect } from "confirm-guard/testing";
import { startStandIn } from "sandbox";
import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { createServerFactory } from "../src/server.ts";

describe("get_about", () => {
  it.each(["2.0", "3.23"] as const)(
    "says version, day and rights of Mealie %s, and no token",
    async (version) => {
      const mealie = await startStandIn({ version });
      try {
        const config = readConfig({ MEALIE_URL: mealie.url, MEALIE_API_TOKEN: mealie.token });
        const now = Date.parse("2026-11-30T12:00:00Z");
        const factory = createServerFactory(config, {
          version: "0.0.0",
          log: () => undefined,
          now: () => now,
        });
        await using connection = await connect({ factory }, { era: "2026" });
        const result = await connection.callTool("get_about", {});
        expect(JSON.stringify(result)).not.toContain(mealie.token);
        expect(result.structuredContent).toMatchObject({
          version: version === "2.0" ? "v2.0.0" : "v3.23.1",
          today: { date: "2026-11-30", weekday: "Monday", timezone: "UTC" },
          user: { admin: false, can_manage_household: true },
        });
      } finally {
        await mealie.close();
      }
    },
  );
});
