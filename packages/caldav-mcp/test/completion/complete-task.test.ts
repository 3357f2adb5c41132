import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { todo } from "../behaviour/objects.ts";
import { type Desk, shown } from "../deviations/desk.ts";
import * as bad from "../deviations/deviations.ts";
import { COMPLETED, idOf, linesOf, PLAIN, taskDesk, WEEKLY } from "../direct-edit/desk.ts";

const complete = async (desk: Desk, args: Record<string, unknown>) =>
  shown(await desk.call("complete_task", args));

const AT_NINE = { value: "2026-09-14T09:00:00+02:00", timezone: "Europe/Berlin", all_day: false };

describe("complete_task", () => {
  it("completes a task, and says what stood there before (F101)", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "plain.ics");
    expect(await complete(desk, { id })).toEqual({
      done: true,
      changed: true,
      id,
      calendar_id: `${desk.sandbox.home}events/`,
      due: { value: "2026-09-10", all_day: true },
      weekday: "Thursday",
      status: "completed",
      completed_at: AT_NINE,
      percent_complete: 100,
      overdue: false,
      recurring: false,
      verified: true,
      replaced: { status: null, completed: null, percent_complete: null },
      notes: [],
    });
    expect(linesOf(desk, "plain.ics")).toEqual(
      expect.arrayContaining(["STATUS:COMPLETED", COMPLETED, "PERCENT-COMPLETE:100", "X-FOO:bar"]),
    );
  });

  it("does not say of a task that was cancelled that it was completed", async () => {
    await using desk = await taskDesk();
    desk.seed("plain.ics", todo("plain@example.org", "SUMMARY:x\nSTATUS:CANCELLED"));
    expect(await complete(desk, { id: idOf(desk, "plain.ics") })).toMatchObject({
      done: true,
      changed: true,
      status: "completed",
    });
    desk.seed("weekly.ics", WEEKLY.replace("NEEDS-ACTION", "CANCELLED"));
    expect(await complete(desk, { id: idOf(desk, "weekly.ics") })).toMatchObject({
      done: true,
      changed: false,
      status: "cancelled",
      notes: ["Nothing of it is open: it was cancelled. Nothing was written."],
    });
  });

  it("makes it open again", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "plain.ics");
    await complete(desk, { id });
    const completed = { value: "2026-09-14T07:00:00+00:00", timezone: "UTC", all_day: false };
    expect(await complete(desk, { id, done: false })).toMatchObject({
      done: false,
      changed: true,
      status: "needs-action",
      overdue: true,
      replaced: { status: "completed", completed, percent_complete: 100 },
    });
    expect(desk.stored("plain.ics")).not.toMatch(/COMPLETED|PERCENT/);
  });

  it("writes nothing where nothing is to be changed", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "plain.ics");
    expect(await complete(desk, { id, done: false })).toMatchObject({ changed: false, replaced: {} });
    await complete(desk, { id });
    expect(await complete(desk, { id })).toMatchObject({ changed: false, status: "completed", replaced: {} });
    expect(desk.proxy.count({ method: "PUT" })).toBe(1);
  });

  it.each(["2025", "2026"] as const)("asks nobody on %s", async (era) => {
    await using desk = await taskDesk({ era });
    await complete(desk, { id: idOf(desk, "weekly.ics") });
    expect(desk.person.questions).toEqual([]);
  });

  it("completes one occurrence of a series and names the next (F105)", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics");
    expect(await complete(desk, { id })).toMatchObject({
      changed: true,
      id,
      occurrence_id: idOf(desk, "weekly.ics", "20260907T090000"),
      status: "completed",
      due: { value: "2026-09-07T18:00:00+02:00" },
      next: {
        occurrence_id: idOf(desk, "weekly.ics", "20260914T090000"),
        start: AT_NINE,
        due: { value: "2026-09-14T18:00:00+02:00" },
      },
      replaced: { status: "needs-action", completed: null, percent_complete: null },
    });
    const { tasks } = shown(await desk.call("list_tasks")) as { tasks: Record<string, unknown>[] };
    expect(tasks.find((task) => task["id"] === id)).toMatchObject({
      occurrence_id: idOf(desk, "weekly.ics", "20260914T090000"),
      status: "needs-action",
    });
  });

  it("completes the series with its last occurrence, and takes that back", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics");
    await complete(desk, { id });
    await complete(desk, { id });
    const last = await complete(desk, { id });
    expect(last).not.toHaveProperty("next");
    expect(last["notes"]).toEqual([expect.stringMatching(/No occurrence is open any more/)]);
    expect(await complete(desk, { id })).toMatchObject({ changed: false });
    expect(await complete(desk, { id, done: false })).toMatchObject({
      changed: true,
      occurrence_id: idOf(desk, "weekly.ics", "20260921T090000"),
      next: { occurrence_id: idOf(desk, "weekly.ics", "20260921T090000") },
    });
  });

  it("completes the occurrence that its id names, once", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics", "20260914T090000");
    expect(await complete(desk, { id })).toMatchObject({
      changed: true,
      occurrence_id: id,
      next: { occurrence_id: idOf(desk, "weekly.ics", "20260907T090000") },
    });
    expect(await complete(desk, { id })).toMatchObject({ changed: false, occurrence_id: id });
  });

  it("shows no text of the task", async () => {
    await using desk = await taskDesk();
    const result = await desk.call("complete_task", { id: idOf(desk, "weekly.ics") });
    expect(JSON.stringify(result)).not.toContain("Water");
  });
});

describe("complete_task refuses, and changes nothing,", () => {
  const CASES: Record<string, [(desk: Desk) => string, RegExp]> = {
    "the id of another kind": [(desk) => idOf(desk, "journal.ics"), /not name a task/],
    "what is no id": [() => "task.x.y", /not an id/],
    "an entry that is gone": [(desk) => idOf(desk, "gone.ics"), /nothing at this place/],
    "an occurrence that is none": [
      (desk) => idOf(desk, "weekly.ics", "20260908T090000"),
      /no such occurrence/,
    ],
    "an occurrence of a task that does not recur": [
      (desk) => idOf(desk, "plain.ics", "20260910"),
      /no such occurrence/,
    ],
  };
  it.each(Object.entries(CASES))("%s", async (_name, [id, says]) => {
    await using desk = await taskDesk();
    const result = await desk.call("complete_task", { id: id(desk) });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(textOf(result)).toMatch(/nothing was (?:read or )?changed/i);
    expect([desk.stored("plain.ics"), desk.stored("weekly.ics")]).toEqual([PLAIN, WEEKLY]);
  });

  it("without a strong ETag", async () => {
    await using desk = await taskDesk();
    desk.proxy.bend({}, bad.weak);
    const result = await desk.call("complete_task", { id: idOf(desk, "plain.ics") });
    expect(textOf(result)).toMatch(/no strong ETag.*Nothing was changed/);
    expect(desk.stored("plain.ics")).toBe(PLAIN);
  });

  it("when somebody was faster, and says what the task is now", async () => {
    await using desk = await taskDesk();
    const theirs = todo("plain@example.org", "SUMMARY:Bought\nDUE;VALUE=DATE:20260930");
    desk.proxy.bend({ method: "PUT" }, async (asked, forward) => {
      desk.seed("plain.ics", theirs);
      return forward(asked);
    });
    const result = await desk.call("complete_task", { id: idOf(desk, "plain.ics") });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(
      /changed by somebody else.*nothing was changed.*It is open now and due 2026-09-30\./,
    );
    expect(textOf(result)).not.toContain("Bought");
    expect(desk.stored("plain.ics")).toBe(theirs);
  });

  it("when it was deleted meanwhile", async () => {
    await using desk = await taskDesk();
    desk.proxy.bend({ method: "PUT" }, async (asked, forward) => {
      const { "if-match": _version, ...headers } = asked.headers;
      await forward({ ...asked, headers, method: "DELETE", body: Buffer.alloc(0) });
      return forward(asked);
    });
    const result = await desk.call("complete_task", { id: idOf(desk, "plain.ics") });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/nothing was changed.*not there any more/i);
    expect(desk.stored("plain.ics")).toBeUndefined();
  });
});

describe("a completion that the server confirmed", () => {
  it("is never reported as failed when it cannot be read back", async () => {
    await using desk = await taskDesk();
    desk.proxy.bend({ method: "GET" }, async (asked, forward) =>
      desk.proxy.count({ method: "PUT" }) === 0 ? forward(asked) : bad.says(500)(asked, forward),
    );
    expect(await complete(desk, { id: idOf(desk, "plain.ics") })).toMatchObject({
      changed: true,
      verified: false,
      status: "completed",
      notes: [expect.stringMatching(/confirmed the write/)],
    });
    expect(desk.stored("plain.ics")).toContain(COMPLETED);
  });
});
