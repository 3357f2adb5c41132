import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { todo } from "../behaviour/objects.ts";
import { multistatus } from "../deviations/deviations.ts";
import { type Desk, openDesk, shown } from "./desk.ts";

const HOME = "/calendars/ada/";
const desk = (): Promise<Desk> =>
  openDesk({
    calendars: [
      { name: "events", displayName: "Events", components: ["VEVENT"] },
      { name: "tasks", displayName: "Tasks", components: ["VTODO"] },
    ],
  });

type Task = { id: string; due?: { value: string; all_day: boolean } };
const tasks = async (at: Desk, args: Record<string, unknown> = {}): Promise<Task[]> =>
  shown(await at.call("list_tasks", args))["tasks"] as Task[];

describe("what people report of tasks and journals", () => {
  it("lists a task with a due time only, on a server that leaves it out of every time range (F97)", async () => {
    await using at = await desk();
    at.seed("due.ics", todo("due@example.org", "DUE:20260914T090000Z\nSUMMARY:Case"), "tasks");
    at.proxy.bend({ method: "REPORT" }, (asked, forward) =>
      asked.body.toString().includes("time-range") ? multistatus()(asked, forward) : forward(asked),
    );
    const window = { due_after: "2026-09-14", due_before: "2026-09-15" };
    expect((await tasks(at, window)).map(({ due }) => due?.value)).toEqual(["2026-09-14T11:00:00+02:00"]);
  });

  it("keeps a due date a date on its way in and out (F100)", async () => {
    await using at = await desk();
    const created = await at.call("create_task", {
      calendar_id: "tasks",
      summary: "Case",
      due: "2026-08-08",
    });
    const { id } = shown(created) as { id: string };
    const [path] = at.sandbox.store.list(`${at.sandbox.home}tasks/`);
    expect(at.sandbox.store.get(path ?? "")?.text).toContain("DUE;VALUE=DATE:20260808\r\n");
    const due = { value: "2026-08-08", all_day: true };
    for (const timezone of ["Asia/Tokyo", "America/New_York"])
      expect(await tasks(at, { timezone })).toMatchObject([{ id, due }]);
    expect(shown(await at.call("get_task", { id }))["task"]).toMatchObject({ due });
  });

  it("refuses a journal entry where no calendar takes any, before a request is made (F108)", async () => {
    await using at = await desk();
    const refused = await at.call("create_journal", { calendar_id: "tasks", summary: "Case" });
    expect([refused.isError, textOf(refused)]).toEqual([
      true,
      "This calendar takes no journal entries. No calendar of this account that can be written to takes journal entries. Nothing was changed.",
    ]);
    expect(at.proxy.count({ method: "PUT" })).toBe(0);
  });

  it("keeps tasks and events in the calendars that take them (F110)", async () => {
    await using at = await desk();
    const refused = await at.call("create_task", { calendar_id: "events", summary: "Case" });
    expect(textOf(refused)).toBe(
      `This calendar takes no tasks. These do: "${HOME}tasks/". Nothing was changed.`,
    );
    await tasks(at);
    const read = at.proxy.asked.filter(({ method }) => method === "REPORT").map(({ path }) => path);
    expect(read).toEqual([`${HOME}tasks/`]);
  });
});
