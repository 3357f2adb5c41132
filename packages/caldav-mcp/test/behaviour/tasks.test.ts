import { type Connection, connect, scriptedPerson } from "confirm-guard/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { againstEveryServer, newCalendar, onServer, type TestCalendar } from "./against-every-server.ts";
import { answerOf } from "./answers.ts";
import { todo } from "./objects.ts";

type Moment = { value: string; all_day: boolean };
type Task = {
  id: string;
  occurrence_id?: string;
  start?: Moment;
  due?: Moment;
  weekday?: string;
  status: string;
  completed_at?: Moment;
  percent_complete?: number;
  priority?: number;
  overdue: boolean;
  recurring: boolean;
  has_reminders: boolean;
  untrusted_text: { summary?: string };
};
type Listed = { tasks: Task[]; count: number; cursor?: string };
type Created = { id: string; start?: Moment; due?: Moment; verified: boolean; notes: string[] };

/** Lines of tasks by the name of what they are, which is their summary too. */
const STORED: Record<string, string[]> = {
  undated: [""],
  "due only": ["DUE;TZID=Europe/Berlin:20260914T090000"],
  "due on a date": ["DUE;VALUE=DATE:20260915"],
  "start only": ["DTSTART:20260916T070000Z"],
  "start and length": ["DTSTART:20260917T070000Z\nDURATION:PT2H"],
  recurring: [
    "DUE;TZID=Europe/Berlin:20260901T090000\nDTSTART;TZID=Europe/Berlin:20260901T080000\nRRULE:FREQ=WEEKLY;COUNT=3",
  ],
  "recurring, one done": [
    "DTSTART;VALUE=DATE:20260902\nDUE;VALUE=DATE:20260903\nRRULE:FREQ=WEEKLY;COUNT=3",
    "RECURRENCE-ID;VALUE=DATE:20260902\nDTSTART;VALUE=DATE:20260902\nDUE;VALUE=DATE:20260903\nSTATUS:COMPLETED",
  ],
  "done by status": ["STATUS:COMPLETED\nCOMPLETED:20260801T120000Z\nPERCENT-COMPLETE:100"],
  "done by date": ["COMPLETED:20260802T120000Z"],
  cancelled: ["STATUS:CANCELLED"],
  begun: ["STATUS:IN-PROCESS\nPERCENT-COMPLETE:40\nPRIORITY:1"],
};

const text = (name: string, entries: readonly string[]): string =>
  todo(
    `${name.replaceAll(/\W+/g, "-")}@example.org`,
    ...entries.map((lines) => `SUMMARY:${name.replaceAll(",", "\\,")}${lines === "" ? "" : `\n${lines}`}`),
  );

againstEveryServer((server, name) => {
  describe("the tools for tasks, by the built program", () => {
    const person = scriptedPerson(Array.from({ length: 20 }, () => "yes" as const));
    const calendars = new Map<string, TestCalendar>();
    let connection: Connection;
    beforeAll(async () => {
      for (const purpose of ["stored", "new", "deleted"])
        calendars.set(purpose, await newCalendar(server(), ["VTODO"]));
      calendars.set("events", await newCalendar(server(), ["VEVENT"]));
      const stored = calendar("stored");
      for (const [task, entries] of Object.entries(STORED))
        await server().put(stored.object(`${task.replaceAll(/\W+/g, "-")}.ics`), text(task, entries));
      const env = { CALDAV_TIMEZONE: "Europe/Berlin", TZ: "Pacific/Auckland" };
      connection = await connect(startCaldavMcp(server(), { env }), { era: "2026", person });
    });
    afterAll(() => connection.close());

    const calendar = (purpose: string): TestCalendar => {
      const made = calendars.get(purpose);
      if (made === undefined) throw new Error(`There is no calendar for ${purpose}.`);
      return made;
    };
    const call = (tool: string, args: Record<string, unknown>) => answerOf(connection, tool, args);
    const list = async (args: Record<string, unknown> = {}, purpose = "stored"): Promise<Listed> =>
      (await call("list_tasks", { calendars: [calendar(purpose).id], ...args })) as unknown as Listed;
    const summaries = ({ tasks }: Listed): (string | undefined)[] =>
      tasks.map(({ untrusted_text: { summary } }) => summary);
    const create = async (task: Record<string, unknown>): Promise<Created> =>
      (await call("create_task", {
        calendar_id: calendar("new").id,
        summary: "Made here",
        ...task,
      })) as unknown as Created;
    const detail = async (id: string): Promise<Record<string, unknown>> =>
      (await call("get_task", { id }))["task"] as Record<string, unknown>;
    const stored = async (id: string): Promise<string> => {
      const [, path = "", resource = ""] = id
        .split(".")
        .map((part) => Buffer.from(part, "base64url").toString());
      return (await server().get(path + resource)).text.replaceAll("\r\n ", "");
    };

    it("lists what is open by due date, undated ones last, a series once (F97)", async () => {
      const listed = await list();
      expect(summaries(listed).slice(0, 6)).toEqual([
        "recurring",
        "recurring, one done",
        "due only",
        "due on a date",
        "start only",
        "start and length",
      ]);
      expect(new Set(summaries(listed).slice(6))).toEqual(new Set(["begun", "undated"]));
      expect(listed.count).toBe(8);
    });

    it("shows a series at its first occurrence that is not done, with the ids of both (F105)", async () => {
      const [first, second] = (await list()).tasks;
      expect(first).toMatchObject({ recurring: true, due: { value: "2026-09-01T09:00:00+02:00" } });
      expect(second).toMatchObject({
        recurring: true,
        start: { value: "2026-09-09", all_day: true },
        due: { value: "2026-09-10", all_day: true },
        weekday: "Thursday",
      });
      expect(second?.occurrence_id).toBe(`${second?.id}.${Buffer.from("20260909").toString("base64url")}`);
      expect(await detail(second?.id ?? "")).toMatchObject({
        due: { value: "2026-09-10" },
        recurrence: { rule: "FREQ=WEEKLY;COUNT=3", edited: 1 },
      });
      const done = `${second?.id}.${Buffer.from("20260902").toString("base64url")}`;
      expect(await detail(done)).toMatchObject({ status: "completed", edited: true });
    });

    it("understands both kinds of completion", async () => {
      const { tasks } = await list({ status: "completed" });
      expect(
        tasks.map(({ status, completed_at: at, untrusted_text: { summary } }) => [
          summary,
          status,
          at?.value,
        ]),
      ).toEqual(
        expect.arrayContaining([
          ["done by status", "completed", "2026-08-01T14:00:00+02:00"],
          ["done by date", "completed", "2026-08-02T14:00:00+02:00"],
        ]),
      );
      expect(tasks).toHaveLength(2);
      expect(summaries(await list({ status: "all" }))).toContain("cancelled");
    });

    it("keeps a date a date (F100), and says how far a task is", async () => {
      const { tasks } = await list();
      const task = (summary: string) => tasks.find(({ untrusted_text: { summary: its } }) => its === summary);
      expect(task("due on a date")).toMatchObject({ due: { value: "2026-09-15", all_day: true } });
      expect(task("due only")?.start).toBeUndefined();
      expect(task("start only")?.due).toBeUndefined();
      expect(task("start and length")?.due?.value).toBe("2026-09-17T11:00:00+02:00");
      expect(task("begun")).toMatchObject({ status: "in-process", percent_complete: 40, priority: 1 });
      expect(task("undated")).toMatchObject({ status: "needs-action", overdue: false });
    });

    it("filters by due date before it pages", async () => {
      const window = { due_after: "2026-09-14", due_before: "2026-09-16" };
      expect(summaries(await list({ ...window, include_undated: false }))).toEqual([
        "due only",
        "due on a date",
      ]);
      expect(summaries(await list(window))).toContain("undated");
      const first = await list({ ...window, include_undated: false, limit: 1 });
      expect(summaries(first)).toEqual(["due only"]);
      const second = await list({ cursor: first.cursor, limit: 5 });
      expect([summaries(second), second.cursor]).toEqual([["due on a date"], undefined]);
    });

    it("shows every task exactly once in pages", async () => {
      const all = await list({ status: "all" });
      const found: (string | undefined)[] = [];
      let cursor: string | undefined;
      do {
        const page = await list(cursor === undefined ? { status: "all", limit: 3 } : { cursor, limit: 3 });
        found.push(...summaries(page));
        ({ cursor } = page);
      } while (cursor !== undefined);
      expect(found).toEqual(summaries(all));
      expect(found).toHaveLength(Object.keys(STORED).length);
    });

    it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
      ["nothing but a title", {}, {}],
      ["a due date (F100)", { due: "2026-10-01" }, { due: "2026-10-01" }],
      ["a due time", { due: "2026-10-01T18:00" }, { due: "2026-10-01T18:00:00+02:00" }],
      [
        "start and due",
        { start: "2026-10-01T09:00", due: "2026-10-02T09:00", timezone: "America/New_York" },
        { start: "2026-10-01T09:00:00-04:00", due: "2026-10-02T09:00:00-04:00" },
      ],
      ["a due instant", { due: "2026-10-01T09:00:00+10:00" }, { due: "2026-09-30T23:00:00+00:00" }],
    ])("creates a task with %s and lists it until it is deleted", async (_what, task, times) => {
      const made = await create(task);
      expect(made).toMatchObject({ verified: true, notes: [] });
      const values = {
        ...(made.start && { start: made.start.value }),
        ...(made.due && { due: made.due.value }),
      };
      expect(values).toEqual(times);
      expect((await list({}, "new")).tasks.map(({ id }) => id)).toEqual([made.id]);
      expect(await call("delete_task", { id: made.id })).toMatchObject({ deleted: 1 });
      expect((await list({}, "new")).tasks).toEqual([]);
    });

    it("stores all that was said about a task", async () => {
      const made = await create({
        due: "2026-10-01T18:00",
        description: "One\nTwo, three",
        priority: 2,
        categories: ["a", "b"],
        reminders: [{ minutes_before: 30 }],
      });
      expect(await detail(made.id)).toMatchObject({
        status: "needs-action",
        priority: 2,
        reminders: [{ action: "display", minutes_before: 30 }],
        untrusted_text: { description: "One\nTwo, three", categories: ["a", "b"] },
      });
      expect(await stored(made.id)).toMatch(/TRIGGER;RELATED=END:-PT30M/);
      await call("delete_task", { id: made.id });
    });

    it("creates a series that starts when it is due, and takes one occurrence out of it", async () => {
      const made = await create({ due: "2026-10-05", recurrence: { frequency: "weekly", count: 3 } });
      expect(made).toMatchObject({
        verified: true,
        notes: ["A series needs a start, so the task starts when it is due."],
        recurrence: { occurrences: 3 },
      });
      const [row] = (await list({}, "new")).tasks;
      expect(row).toMatchObject({ id: made.id, due: { value: "2026-10-05" } });
      await call("delete_task", { id: row?.occurrence_id });
      expect((await list({}, "new")).tasks.map(({ due }) => due?.value)).toEqual(["2026-10-12"]);
      expect(JSON.stringify(person.questions.at(-1))).toContain("delete one occurrence of a recurring task");
      await call("delete_task", { id: made.id });
      expect(JSON.stringify(person.questions.at(-1))).toContain(
        "delete a recurring task and all 2 of its occurrences",
      );
      expect((await list({}, "new")).tasks).toEqual([]);
    });

    it("takes one occurrence out of a series that has due times only", async () => {
      const series = todo(
        "chores@example.org",
        "SUMMARY:Chores\nDUE:20261005T160000Z\nRRULE:FREQ=DAILY;COUNT=3",
      );
      await server().put(calendar("deleted").object("chores.ics"), series);
      const [row] = (await list({}, "deleted")).tasks;
      expect(row).toMatchObject({ recurring: true, due: { value: "2026-10-05T18:00:00+02:00" } });
      await call("delete_task", { id: row?.occurrence_id });
      const left = (await list({}, "deleted")).tasks;
      expect(left.map(({ due }) => due?.value)).toEqual(["2026-10-06T18:00:00+02:00"]);
    });

    it("refuses a calendar that takes no tasks, and names those that do (F108, F110)", async () => {
      const refusal = create({ calendar_id: calendar("events").id });
      if (onServer(name, false, { xandikos: true })) {
        // It says of every calendar that it takes everything.
        await call("delete_task", { id: (await refusal).id });
        return;
      }
      await expect(refusal).rejects.toThrow(/takes no tasks\. These do: ".*"\. Nothing was changed\.$/);
      expect(await server().list(calendar("events").name)).toEqual([]);
    });
  });
});
