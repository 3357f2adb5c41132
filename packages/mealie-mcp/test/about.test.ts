import { expect, it } from "vitest";
import { againstBothVersions, openDesk } from "./stand-in.ts";

againstBothVersions((version) => {
  it("get_about says version, day and rights, and no token", async () => {
    const { connection, mealie } = await openDesk({ version });
    const result = await connection.callTool("get_about", {});
    expect(JSON.stringify(result)).not.toContain(mealie.token);
    expect(result.structuredContent).toMatchObject({
      version: version === "2.0" ? "v2.0.0" : "v3.23.1",
      today: { date: "2026-11-30", weekday: "Monday", timezone: "UTC" },
      user: { admin: false, can_manage_household: true },
    });
  });
});
