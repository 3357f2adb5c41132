import { type Connection, connect, scriptedPerson } from "confirm-guard/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { againstEveryServer, newCalendar, type TestCalendar } from "./against-every-server.ts";
import { answerOf } from "./answers.ts";
import { todo, uidOf } from "./objects.ts";

type Moment = { value: string; all_day: boolean };
type Changed = {
  id: string;
  occurrence_id?: string;
  status: string;
  completed_at?: Moment;
  due?: Moment;
  start?: Moment;
  next?: { occurrence_id: string; due?: Moment };
  verified: boolean;
  replaced: Record<string, unknown>;
  notes: string[];
};
type Row = { id: string; occurrence_id?: string; due?: Moment; status: string };

const WEEKLY = [
  "SUMMARY:Water the plants",
  "DTSTART;TZID=Europe/Berlin:20261019T090000",
  "DUE;TZID=Europe/Berlin:20261019T180000",
  "RRULE:FREQ=WEEKLY;COUNT=3",
  "STATUS:NEEDS-ACTION",
  "X-SHELF:left",
].join("\n");

againstEveryServer((server) => {
  describe("the tools that change tasks, by the built program", () => {
    let calendar: TestCalendar;
    let connection: Connection;
    beforeAll(async () => {
      calendar = await newCalendar(server(), ["VTODO"]);
      const env = { CALDAV_TIMEZONE: "Europe/Berlin", TZ: "Pacific/Auckland" };
      connection = await connect(startCaldavMcp(server(), { env }), {
        era: "2026",
        person: scriptedPerson([]),
      });
    });
    afterAll(() => connection.close());

    const idOf = (name: string, recurrence?: string): string =>
      encodeEntryId({ kind: "task", calendar: calendar.id, resource: name, recurrence });
    const seed = async (name: string, ...entries: string[]): Promise<string> => {
      await server().put(calendar.object(name), todo(uidOf(name), ...entries));
      return idOf(name);
    };
    const call = async (tool: string, args: Record<string, unknown>): Promise<Changed> => {
      return (await answerOf(connection, tool, args)) as unknown as Changed;
    };
    const stored = async (name: string): Promise<string> =>
      (await server().get(calendar.object(name))).text.replaceAll("\r\n ", "");
    const listed = async (id: string, status = "open"): Promise<Row | undefined> => {
      const { tasks } = await answerOf(connection, "list_tasks", { calendars: [calendar.id], status });
      return (tasks as Row[]).find((row) => row.id === id);
    };

    it("completes a task in all three properties, with the time in UTC (F101)", async () => {
      const id = await seed("bread.ics", "SUMMARY:Bread\nDUE;VALUE=DATE:20261020\nX-SHELF:left");
      expect(await call("complete_task", { id })).toMatchObject({
        changed: true,
        status: "completed",
        due: { value: "2026-10-20", all_day: true },
        verified: true,
        notes: [],
      });
      const text = await stored("bread.ics");
      expect(text).toMatch(/^STATUS:COMPLETED\r?$/m);
      expect(text).toMatch(/^COMPLETED:\d{8}T\d{6}Z\r?$/m);
      expect(text).toMatch(/^PERCENT-COMPLETE:100\r?$/m);
      expect(text).toContain("X-SHELF:left");
      expect(await listed(id)).toBeUndefined();
      expect(await listed(id, "completed")).toMatchObject({ status: "completed" });
    });

    it("makes it open again", async () => {
      const id = await seed("milk.ics", "SUMMARY:Milk\nSTATUS:COMPLETED\nCOMPLETED:20261001T080000Z");
      expect(await call("complete_task", { id, done: false })).toMatchObject({
        status: "needs-action",
        verified: true,
        replaced: { status: "completed", completed: { value: "2026-10-01T08:00:00+00:00" } },
      });
      expect(await stored("milk.ics")).not.toContain("COMPLETED:");
      expect(await listed(id)).toMatchObject({ status: "needs-action" });
    });

    it("completes a series occurrence by occurrence, over the clock change, and then as a whole (F105)", async () => {
      const id = await seed("plants.ics", WEEKLY);
      const dues: (string | undefined)[] = [];
      for (let step = 0; step < 3; step += 1) {
        const row = await listed(id);
        const done = await call("complete_task", { id });
        expect(done).toMatchObject({ occurrence_id: row?.occurrence_id, verified: true });
        dues.push(done.due?.value);
      }
      expect(dues).toEqual([
        "2026-10-19T18:00:00+02:00",
        "2026-10-26T18:00:00+01:00",
        "2026-11-02T18:00:00+01:00",
      ]);
      expect(await listed(id)).toBeUndefined();
      expect(await call("complete_task", { id })).toMatchObject({ changed: false });
      const back = await call("complete_task", { id, done: false });
      expect(back.next?.due?.value).toBe("2026-11-02T18:00:00+01:00");
      expect(await listed(id)).toMatchObject({ due: { value: "2026-11-02T18:00:00+01:00" } });
    });

    it("completes a series that has due times only (F97)", async () => {
      const id = await seed(
        "bins.ics",
        "SUMMARY:Bins\nDUE;TZID=Europe/Berlin:20261019T070000\nRRULE:FREQ=DAILY",
      );
      const done = await call("complete_task", { id });
      expect(done.next?.due?.value).toBe("2026-10-20T07:00:00+02:00");
      expect(await listed(id)).toMatchObject({ due: { value: "2026-10-20T07:00:00+02:00" } });
    });

    it("completes by a status or a percentage as well (F104)", async () => {
      const one = await seed("one.ics", "SUMMARY:One");
      await call("update_task", { id: one, status: "completed" });
      expect(await stored("one.ics")).toMatch(/^COMPLETED:\d{8}T\d{6}Z\r?$/m);
      const two = await seed("two.ics", WEEKLY);
      const done = await call("update_task", { id: two, percent_complete: 100 });
      expect(done.next?.due?.value).toBe("2026-10-26T18:00:00+01:00");
    });

    it("changes only what it is asked to change (F96)", async () => {
      const id = await seed("letter.ics", "SUMMARY:Letter\nDUE:20261019T160000Z\nPRIORITY:5\nX-SHELF:left");
      expect(
        await call("update_task", { id, summary: "Letter, by hand", priority: null, percent_complete: 40 }),
      ).toMatchObject({
        updated: true,
        percent_complete: 40,
        verified: true,
        notes: [],
        replaced: { priority: 5, percent_complete: null, untrusted_text: { summary: "Letter" } },
      });
      const text = await stored("letter.ics");
      expect(text).toContain("SUMMARY:Letter\\, by hand");
      expect(text).toContain("DUE:20261019T160000Z");
      expect(text).toContain("X-SHELF:left");
      expect(text).not.toContain("PRIORITY");
    });

    it("moves a task, by a date and by a time (F100)", async () => {
      const id = await seed("tax.ics", "SUMMARY:Tax\nDUE;VALUE=DATE:20261019");
      const moved = await call("update_task", { id, due: "2026-10-21" });
      expect(moved).toMatchObject({
        due: { value: "2026-10-21", all_day: true },
        replaced: { start: null, due: { value: "2026-10-19", all_day: true } },
      });
      expect(await stored("tax.ics")).toContain("DUE;VALUE=DATE:20261021");
      const cleared = await call("update_task", { id, due: null });
      expect(cleared).not.toHaveProperty("due");
      expect(await stored("tax.ics")).not.toContain("DUE");
    });

    it("moves one occurrence of a series, and leaves the others where they are", async () => {
      const id = await seed("choir.ics", WEEKLY);
      const second = idOf("choir.ics", "20261026T090000");
      const moved = await call("update_task", { id: second, due: "2026-10-27T20:00" });
      expect(moved).toMatchObject({ occurrence_id: second, due: { value: "2026-10-27T20:00:00+01:00" } });
      expect(await listed(id)).toMatchObject({ due: { value: "2026-10-19T18:00:00+02:00" } });
      await call("complete_task", { id });
      expect(await listed(id)).toMatchObject({ due: { value: "2026-10-27T20:00:00+01:00" } });
    });

    it("moves a series with what was done of it", async () => {
      const id = await seed("news.ics", WEEKLY);
      await call("complete_task", { id });
      await call("update_task", { id, start: "2026-10-27T09:00" });
      expect(await listed(id)).toMatchObject({ due: { value: "2026-10-27T18:00:00+01:00" } });
    });
  });
});
