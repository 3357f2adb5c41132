import { type Connection, connect, scriptedPerson } from "confirm-guard/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { againstEveryServer, newCalendar, onServer, type TestCalendar } from "./against-every-server.ts";
import { answerOf } from "./answers.ts";
import { journal, uidOf } from "./objects.ts";

/** RFC 5545 section 3.6.3 allows several descriptions; two of the servers store no such entry. */
const SEVERAL = ["First part", "Second part"];
const ONE = ["First part"];

againstEveryServer((server, name) => {
  const descriptions = onServer(name, SEVERAL, { radicale: ONE, cyrus: ONE });
  const lines = [
    "SUMMARY:Rehearsal",
    "DTSTART;VALUE=DATE:20261019",
    ...descriptions.map((description) => `DESCRIPTION:${description}`),
    "X-SHELF:left",
  ];

  describe("update_journal, by the built program", () => {
    let calendar: TestCalendar;
    let connection: Connection;
    beforeAll(async () => {
      calendar = await newCalendar(server(), ["VJOURNAL"]);
      const env = { CALDAV_TIMEZONE: "Europe/Berlin", TZ: "Pacific/Auckland" };
      connection = await connect(startCaldavMcp(server(), { env }), {
        era: "2026",
        person: scriptedPerson([]),
      });
    });
    afterAll(() => connection.close());

    const seed = async (resource: string): Promise<string> => {
      await server().put(calendar.object(resource), journal(uidOf(resource), lines.join("\n")));
      return encodeEntryId({ kind: "journal", calendar: calendar.id, resource });
    };
    const update = (args: Record<string, unknown>) => answerOf(connection, "update_journal", args);
    const stored = async (resource: string): Promise<string> =>
      (await server().get(calendar.object(resource))).text.replaceAll("\r\n ", "");

    it("keeps every description while something else is changed", async () => {
      const id = await seed("kept.ics");
      expect(await update({ id, summary: "Dress rehearsal", categories: ["music"] })).toMatchObject({
        updated: true,
        date: { value: "2026-10-19", all_day: true },
        verified: true,
        notes: [],
        replaced: { untrusted_text: { summary: "Rehearsal", categories: null } },
      });
      const text = await stored("kept.ics");
      for (const line of lines.slice(1)) expect(text).toContain(line);
      expect(text).toContain("SUMMARY:Dress rehearsal");
    });

    it("puts one description in the place of all, and hands them back", async () => {
      const id = await seed("one.ics");
      expect(await update({ id, description: "Both parts" })).toMatchObject({
        replaced: { untrusted_text: { descriptions } },
      });
      expect((await stored("one.ics")).match(/^DESCRIPTION.*$/gm)?.map((line) => line.trim())).toEqual([
        "DESCRIPTION:Both parts",
      ]);
    });

    it("takes the date away, and gives one", async () => {
      const id = await seed("dated.ics");
      expect(await update({ id, date: null })).toMatchObject({ replaced: { date: { value: "2026-10-19" } } });
      expect(await stored("dated.ics")).not.toContain("DTSTART");
      expect(await update({ id, date: "2026-10-21T20:00" })).toMatchObject({
        date: { value: "2026-10-21T20:00:00+02:00" },
        replaced: { date: null },
      });
    });
  });
});
