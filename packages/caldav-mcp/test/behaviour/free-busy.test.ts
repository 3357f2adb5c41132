import { connect, type Connection } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { againstEveryServer, filledCalendar, type TestCalendar } from "./against-every-server.ts";
import { answerOf } from "./answers.ts";
import { event } from "./objects.ts";

const interval = z.looseObject({ from: z.string(), to: z.string(), kind: z.string().optional() });
const answer = z.object({
  complete: z.boolean(),
  busy: z.array(interval),
  free: z.array(interval).optional(),
  calendars: z.array(z.object({ calendar_id: z.string(), computed_by: z.string(), complete: z.boolean() })),
});

const ENTRIES: Record<string, string> = {
  "series.ics": event(
    "series@example.org",
    "DTSTART;TZID=Europe/Berlin:20200106T090000\nDTEND;TZID=Europe/Berlin:20200106T100000\nRRULE:FREQ=WEEKLY\nEXDATE;TZID=Europe/Berlin:20261019T090000\nSUMMARY:Series",
    "RECURRENCE-ID;TZID=Europe/Berlin:20261026T090000\nDTSTART;TZID=Europe/Berlin:20261027T110000\nDTEND;TZID=Europe/Berlin:20261027T120000\nSUMMARY:Moved",
  ),
  "touching.ics": event("touching@example.org", "DTSTART:20261027T110000Z\nDURATION:PT30M\nSUMMARY:Touching"),
  "day.ics": event("day@example.org", "DTSTART;VALUE=DATE:20261028\nSUMMARY:Day off"),
  "tentative.ics": event(
    "tentative@example.org",
    "DTSTART:20261029T090000Z\nDTEND:20261029T100000Z\nSTATUS:TENTATIVE\nSUMMARY:Perhaps",
  ),
  "birthday.ics": event(
    "birthday@example.org",
    "DTSTART;VALUE=DATE:20261030\nTRANSP:TRANSPARENT\nSUMMARY:Birthday",
  ),
  "cancelled.ics": event(
    "cancelled@example.org",
    "DTSTART:20261030T090000Z\nDTEND:20261030T100000Z\nSTATUS:CANCELLED\nSUMMARY:Off",
  ),
};

againstEveryServer((server) => {
  describe.each(["2025", "2026"] as const)("get_free_busy on a client of revision %s", (era) => {
    const open = (): Promise<Connection> =>
      connect(startCaldavMcp(server(), { env: { CALDAV_TIMEZONE: "Europe/Berlin" } }), { era });
    const ask = async (connection: Connection, calendar: TestCalendar, args: Record<string, unknown>) =>
      answer.parse(await answerOf(connection, "get_free_busy", { calendars: [calendar.id], ...args }));
    const filled = () => filledCalendar(server(), ENTRIES);

    it("knows series, moved and excluded occurrences, whole days and what takes no time (F93, F125)", async () => {
      const calendar = await filled();
      await using connection = await open();
      const { busy, complete, calendars } = await ask(connection, calendar, {
        from: "2026-10-19",
        to: "2026-11-02",
      });
      expect(busy.map(({ from, to, kind }) => [from, to, kind])).toEqual([
        ["2026-10-27T11:00:00+01:00", "2026-10-27T12:30:00+01:00", "busy"],
        ["2026-10-28T00:00:00+01:00", "2026-10-29T00:00:00+01:00", "busy"],
        ["2026-10-29T10:00:00+01:00", "2026-10-29T11:00:00+01:00", "tentative"],
        ["2026-11-02T09:00:00+01:00", "2026-11-02T10:00:00+01:00", "busy"],
      ]);
      expect([complete, calendars]).toEqual([
        true,
        [{ calendar_id: calendar.id, computed_by: "here", complete: true }],
      ]);
    });

    it("finds the free hours of the week in which clocks change", async () => {
      const calendar = await filled();
      await using connection = await open();
      const { free } = await ask(connection, calendar, {
        from: "2026-10-24",
        to: "2026-10-27",
        free_for_minutes: 121,
        day_start: "01:00",
        day_end: "12:00",
        weekdays: ["SU", "TU"],
      });
      expect(free).toMatchObject([
        { from: "2026-10-25T01:00:00+02:00", to: "2026-10-25T12:00:00+01:00", minutes: 720 },
        { from: "2026-10-27T01:00:00+01:00", to: "2026-10-27T11:00:00+01:00", minutes: 600 },
      ]);
    });
  });
});
