import { connect, type Connection } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { againstEveryServer, filledCalendar, type TestCalendar } from "./against-every-server.ts";
import { answerOf } from "./answers.ts";
import { event } from "./objects.ts";

const found = z.object({
  events: z.array(
    z.looseObject({
      id: z.string(),
      start: z.looseObject({ value: z.string() }),
      matched: z.array(z.string()),
      occurrences_in_window: z.number().optional(),
      untrusted_text: z.looseObject({ summary: z.string().optional() }),
    }),
  ),
  cursor: z.string().optional(),
});

const ENTRIES: Record<string, string> = {
  "dentist.ics": event(
    "dentist@example.org",
    "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\nSUMMARY:Zahnärztin\\, Frau Müller",
  ),
  "choir.ics": event(
    "choir@example.org",
    "DTSTART;TZID=Europe/Berlin:20200106T190000\nDTEND;TZID=Europe/Berlin:20200106T210000\nRRULE:FREQ=WEEKLY\nSUMMARY:Chor\nLOCATION:Müllerstraße 3",
    "RECURRENCE-ID;TZID=Europe/Berlin:20260928T190000\nDTSTART;TZID=Europe/Berlin:20260929T190000\nDTEND;TZID=Europe/Berlin:20260929T210000\nSUMMARY:Konzert\nLOCATION:Dom",
  ),
  "trip.ics": event(
    "trip@example.org",
    "DTSTART;VALUE=DATE:20260801\nDTEND;VALUE=DATE:20260815\nSUMMARY:Reise\nDESCRIPTION:mit den MÜLLERS",
  ),
  "other.ics": event(
    "other@example.org",
    "DTSTART:20260915T090000Z\nDTEND:20260915T100000Z\nSUMMARY:Anderes",
  ),
};

againstEveryServer((server) => {
  describe.each(["2025", "2026"] as const)("search_events on a client of revision %s", (era) => {
    const open = (): Promise<Connection> =>
      connect(startCaldavMcp(server(), { env: { CALDAV_TIMEZONE: "Europe/Berlin" } }), { era });
    const search = async (connection: Connection, calendar: TestCalendar, args: Record<string, unknown>) =>
      found.parse(await answerOf(connection, "search_events", { calendars: [calendar.id], ...args }));
    const filled = () => filledCalendar(server(), ENTRIES);

    it("finds what the server's own search would not, in whatever spelling", async () => {
      const calendar = await filled();
      await using connection = await open();
      for (const query of ["muller", "Müller", "MÜLLER"]) {
        const { events } = await search(connection, calendar, {
          query,
          from: "2026-01-01",
          to: "2027-12-31",
        });
        expect(events.map(({ untrusted_text, matched }) => [untrusted_text.summary, ...matched])).toEqual(
          [
            ["Reise", "description"],
            ["Zahnärztin, Frau Müller", "summary"],
            ["Chor", "location"],
          ].toSorted(([a], [b]) => order(a) - order(b)),
        );
      }
      const narrow = await search(connection, calendar, {
        query: "muller",
        fields: ["summary"],
        from: "2026-09-01",
        to: "2026-09-30",
      });
      expect(narrow.events).toHaveLength(1);
    });

    it("finds one occurrence that was changed on its own, and opens it by its id", async () => {
      const calendar = await filled();
      await using connection = await open();
      const { events } = await search(connection, calendar, {
        query: "konzert",
        from: "2026-09-01",
        to: "2026-10-31",
      });
      expect(events.map(({ start }) => start.value)).toEqual(["2026-09-29T19:00:00+02:00"]);
      const read = await connection.callTool("get_event", { id: events[0]?.id ?? "" });
      expect(JSON.stringify(read.structuredContent)).toContain("Konzert");
    });

    it("counts the occurrences of a series from years ago in the window only", async () => {
      const calendar = await filled();
      await using connection = await open();
      const { events } = await search(connection, calendar, {
        query: "chor",
        from: "2026-09-01",
        to: "2026-09-30",
      });
      // Mondays 7, 14 and 21; the 28th was moved and is called something else.
      expect(events.map(({ occurrences_in_window }) => occurrences_in_window)).toEqual([3]);
    });

    it("goes on with its cursor through years", async () => {
      const calendar = await filled();
      await using connection = await open();
      const args = { query: "e", limit: 1 };
      const titles: (string | undefined)[] = [];
      let page = await search(connection, calendar, { ...args, from: "2026-01-01", to: "2026-12-31" });
      for (;;) {
        titles.push(...page.events.map(({ untrusted_text }) => untrusted_text.summary));
        if (page.cursor === undefined) break;
        page = await search(connection, calendar, { ...args, cursor: page.cursor });
      }
      expect(titles).toHaveLength(4);
      expect(new Set(titles)).toEqual(new Set(["Reise", "Zahnärztin, Frau Müller", "Anderes", "Chor"]));
    });
  });
});

/** The series stands where its next occurrence is, which depends on the day of the run. */
function order(title: string | undefined): number {
  if (title === "Reise") return 0;
  return title === "Chor" && Date.now() > Date.parse("2026-09-14T10:00:00Z") ? 2 : 1;
}
