import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { todo } from "../behaviour/objects.ts";
import { type Desk, shown } from "../deviations/desk.ts";
import * as bad from "../deviations/deviations.ts";
import { contentLines } from "../ical/documents.ts";
import { COMPLETED, idOf, linesOf, PLAIN, taskDesk, WEEKLY } from "./desk.ts";

const update = async (desk: Desk, args: Record<string, unknown>) =>
  shown(await desk.call("update_task", args));

const STAMPS = /^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE)[:;]/;
const withoutStamps = (lines: readonly string[]): string[] => lines.filter((line) => !STAMPS.test(line));

const FULL = todo(
  "plain@example.org",
  [
    "SUMMARY;LANGUAGE=en:Buy bread",
    "DTSTART;TZID=Europe/Berlin:20260910T090000",
    "DUE;TZID=Europe/Berlin:20260910T180000",
    "DESCRIPTION:Rye",
    "CATEGORIES:shop,home",
    "PRIORITY:5",
    "STATUS:IN-PROCESS",
    "PERCENT-COMPLETE:20",
    "ORGANIZER:mailto:ada@example.org",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bob@example.org",
    "X-APPLE-SORT-ORDER:17",
    "RELATED-TO:parent@example.org",
    "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Reminder\nTRIGGER:-PT15M\nEND:VALARM",
    "BEGIN:VALARM\nACTION:EMAIL\nSUMMARY:x\nDESCRIPTION:y\nATTENDEE:mailto:ada@example.org\nTRIGGER:-PT1H\nEND:VALARM",
  ].join("\n"),
);

/** An object that holds the component of another one as well. */
const withComponent = (text: string, other: string): string =>
  text.replace(
    "END:VCALENDAR",
    other.slice(other.indexOf("BEGIN:VTODO"), other.indexOf("END:VCALENDAR")) + "END:VCALENDAR",
  );

describe("update_task", () => {
  it("changes the fields that are given, and says what they held", async () => {
    await using desk = await taskDesk();
    desk.seed("plain.ics", FULL);
    const id = idOf(desk, "plain.ics");
    expect(
      await update(desk, {
        id,
        summary: "Buy rolls",
        description: null,
        priority: 1,
        categories: ["shop"],
        reminders: [{ minutes_before: 30 }],
      }),
    ).toMatchObject({
      updated: true,
      id,
      priority: 1,
      status: "in-process",
      verified: true,
      replaced: {
        priority: 5,
        reminders: [{ minutes_before: 15 }],
        untrusted_text: {
          summary: "Buy bread",
          description: "Rye",
          categories: ["shop", "home"],
        },
      },
    });
    const lines = linesOf(desk, "plain.ics");
    expect(lines).toEqual(expect.arrayContaining(["SUMMARY:Buy rolls", "CATEGORIES:shop", "PRIORITY:1"]));
    expect(lines.join("\n")).not.toMatch(/Rye|PT15M/);
    expect(lines.join("\n")).toMatch(/PT30M/);
  });

  it("changes only one line, and the stamps, for one field (F96)", async () => {
    await using desk = await taskDesk();
    desk.seed("plain.ics", FULL);
    await update(desk, { id: idOf(desk, "plain.ics"), summary: "Buy rolls" });
    const asked = FULL.replace("SUMMARY;LANGUAGE=en:Buy bread", "SUMMARY:Buy rolls");
    expect(withoutStamps(linesOf(desk, "plain.ics"))).toEqual(withoutStamps(contentLines(asked)));
  });

  it("writes nothing when everything is like this already", async () => {
    await using desk = await taskDesk();
    desk.seed("plain.ics", FULL);
    expect(
      await update(desk, {
        id: idOf(desk, "plain.ics"),
        summary: "Buy bread",
        priority: 5,
        due: "2026-09-10T18:00",
        status: "in-process",
      }),
    ).toMatchObject({ updated: false, replaced: {}, notes: [expect.stringMatching(/nothing was written/)] });
    expect(desk.stored("plain.ics")).toBe(FULL);
    expect(desk.proxy.count({ method: "PUT" })).toBe(0);
  });

  it.each([{ status: "completed" }, { percent_complete: 100 }])("completes by %j (F104)", async (done) => {
    await using desk = await taskDesk();
    const id = idOf(desk, "plain.ics");
    expect(await update(desk, { id, ...done })).toMatchObject({
      updated: true,
      status: "completed",
      percent_complete: 100,
      completed_at: { value: "2026-09-14T09:00:00+02:00" },
      replaced: { status: null, completed: null, percent_complete: null },
    });
    expect(linesOf(desk, "plain.ics")).toEqual(
      expect.arrayContaining(["STATUS:COMPLETED", COMPLETED, "PERCENT-COMPLETE:100"]),
    );
  });

  it("clears the time of completion when it leaves completed", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "plain.ics");
    await update(desk, { id, status: "completed" });
    expect(await update(desk, { id, percent_complete: 60 })).toMatchObject({
      status: "in-process",
      percent_complete: 60,
      replaced: {
        status: "completed",
        completed: { value: "2026-09-14T07:00:00+00:00" },
        percent_complete: 100,
      },
    });
    expect(desk.stored("plain.ics")).not.toMatch(/^COMPLETED/m);
  });

  it("repairs half a completion with whatever else is written", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "plain.ics");
    desk.seed("plain.ics", todo("plain@example.org", "SUMMARY:Buy bread\nCOMPLETED:20260901T080000Z"));
    expect(await update(desk, { id, summary: "Buy rolls" })).toMatchObject({ status: "completed" });
    expect(linesOf(desk, "plain.ics")).toEqual(
      expect.arrayContaining(["STATUS:COMPLETED", "COMPLETED:20260901T080000Z", "PERCENT-COMPLETE:100"]),
    );
    desk.seed("plain.ics", todo("plain@example.org", "SUMMARY:Buy bread\nSTATUS:COMPLETED"));
    await update(desk, { id, summary: "Buy rolls" });
    expect(linesOf(desk, "plain.ics")).toContain(COMPLETED);
  });

  it("drops an empty date with whatever else is written (F107)", async () => {
    await using desk = await taskDesk();
    desk.seed("plain.ics", todo("plain@example.org", "SUMMARY:Buy bread\nCREATED:\nDUE:"));
    await update(desk, { id: idOf(desk, "plain.ics"), summary: "Buy rolls" });
    expect(desk.stored("plain.ics")).not.toMatch(/CREATED|DUE/);
  });

  it("keeps the time between start and due when the start moves", async () => {
    await using desk = await taskDesk();
    desk.seed("plain.ics", FULL);
    expect(await update(desk, { id: idOf(desk, "plain.ics"), start: "2026-09-11T08:00" })).toMatchObject({
      start: { value: "2026-09-11T08:00:00+02:00" },
      due: { value: "2026-09-11T17:00:00+02:00" },
      replaced: {
        start: { value: "2026-09-10T09:00:00+02:00" },
        due: { value: "2026-09-10T18:00:00+02:00" },
      },
    });
  });

  it("takes the dates away, and gives a date (F100)", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "plain.ics");
    expect(await update(desk, { id, due: null })).not.toHaveProperty("due");
    expect(await update(desk, { id, due: "2026-09-12" })).toMatchObject({
      due: { value: "2026-09-12", all_day: true },
      replaced: { start: null, due: null },
    });
    expect(linesOf(desk, "plain.ics")).toContain("DUE;VALUE=DATE:20260912");
  });

  it("makes a task repeat, and ends that again", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "plain.ics");
    expect(await update(desk, { id, recurrence: { frequency: "weekly" } })).toMatchObject({
      recurring: true,
      next: { due: { value: "2026-09-10" } },
      replaced: { recurrence: null },
    });
    expect(await update(desk, { id, recurrence: null })).toMatchObject({
      recurring: false,
      replaced: { recurrence: { rule: "FREQ=WEEKLY" } },
    });
  });
});

describe("update_task of a series", () => {
  it("moves all of it by as much as its next occurrence, also what was done (F105)", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics");
    shown(await desk.call("complete_task", { id }));
    expect(await update(desk, { id, start: "2026-09-15T09:00" })).toMatchObject({
      updated: true,
      id,
      occurrence_id: idOf(desk, "weekly.ics", "20260915T090000"),
      due: { value: "2026-09-15T18:00:00+02:00" },
      replaced: {
        start: { value: "2026-09-14T09:00:00+02:00" },
        due: { value: "2026-09-14T18:00:00+02:00" },
      },
    });
    expect(linesOf(desk, "weekly.ics")).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20260908T090000");
    const back = { id, start: "2026-09-14T09:00", due: "2026-09-14T18:00" };
    expect(await update(desk, back)).toMatchObject({ due: { value: "2026-09-14T18:00:00+02:00" } });
    expect(linesOf(desk, "weekly.ics")).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20260907T090000");
  });

  it("says how far the next occurrence is, and not the ones after it", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics");
    expect(await update(desk, { id, percent_complete: 50, status: "in-process" })).toMatchObject({
      occurrence_id: idOf(desk, "weekly.ics", "20260907T090000"),
      percent_complete: 50,
      replaced: { status: "needs-action", completed: null, percent_complete: null },
    });
    expect(await update(desk, { id, status: "completed" })).toMatchObject({
      occurrence_id: idOf(desk, "weekly.ics", "20260907T090000"),
      next: { occurrence_id: idOf(desk, "weekly.ics", "20260914T090000") },
    });
    expect(linesOf(desk, "weekly.ics").filter((line) => line.startsWith("STATUS"))).toEqual([
      "STATUS:NEEDS-ACTION",
      "STATUS:COMPLETED",
    ]);
  });

  it("makes a series that is done open again, at what was completed last", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics");
    for (let step = 0; step < 3; step += 1) shown(await desk.call("complete_task", { id }));
    expect(await update(desk, { id, percent_complete: 80 })).toMatchObject({
      occurrence_id: idOf(desk, "weekly.ics", "20260921T090000"),
      status: "in-process",
      percent_complete: 80,
      replaced: { status: "completed", percent_complete: 100 },
    });
  });

  it("cancels all of it, and takes that back", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics");
    expect(await update(desk, { id, status: "cancelled" })).not.toHaveProperty("next");
    expect(linesOf(desk, "weekly.ics")).toContain("STATUS:CANCELLED");
    expect(await update(desk, { id, status: "needs-action" })).toMatchObject({
      next: { occurrence_id: idOf(desk, "weekly.ics", "20260907T090000") },
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ["ends the repeating", { recurrence: null }],
    ["gives another rule", { recurrence: { frequency: "monthly" } }],
    ["ends before it", { recurrence: { frequency: "weekly", until: "2026-09-10" } }],
  ])("%s only where that loses nothing of what was done", async (_what, args) => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics");
    shown(await desk.call("complete_task", { id: idOf(desk, "weekly.ics", "20260914T090000") }));
    const stored = desk.stored("weekly.ics");
    const result = await desk.call("update_task", { id, ...args });
    expect(textOf(result)).toBe(
      "This would take away 1 occurrence with a status or progress of its own, such as that it was completed, and nobody is asked here. To end a series and keep what was done, give a `recurrence` with an `until`. To give that up, use delete_task first, which asks. Nothing was changed.",
    );
    expect(desk.stored("weekly.ics")).toBe(stored);
    expect(desk.proxy.count({ method: "PUT" })).toBe(1);
  });

  it.each(["cancelled", "in-process"])("takes no occurrence away that is %s on its own", async (status) => {
    await using desk = await taskDesk();
    const named = idOf(desk, "weekly.ics", "20260914T090000");
    // Only a status: what an occurrence says besides its progress is looked at apart from it.
    const percent = status === "in-process" ? { percent_complete: 20 } : {};
    await update(desk, { id: named, status, ...percent });
    const stored = desk.stored("weekly.ics");
    const result = await desk.call("update_task", { id: idOf(desk, "weekly.ics"), recurrence: null });
    expect(textOf(result)).toMatch(/status or progress of its own.*Nothing was changed/);
    expect(desk.stored("weekly.ics")).toBe(stored);
  });

  it("ends a series with `until` and keeps what was done, as the refusal says", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics");
    shown(await desk.call("complete_task", { id }));
    const done = linesOf(desk, "weekly.ics").filter((line) => /^(?:RECURRENCE-ID|COMPLETED)/.test(line));
    const recurrence = { frequency: "weekly", until: "2026-09-14" };
    expect(await update(desk, { id, recurrence })).toMatchObject({
      updated: true,
      next: { occurrence_id: idOf(desk, "weekly.ics", "20260914T090000") },
    });
    const kept = linesOf(desk, "weekly.ics");
    expect(done).toEqual(["RECURRENCE-ID;TZID=Europe/Berlin:20260907T090000", COMPLETED]);
    expect(kept).toEqual(expect.arrayContaining(done));
    shown(await desk.call("complete_task", { id }));
    expect(shown(await desk.call("get_task", { id }))).toMatchObject({ task: { status: "completed" } });
  });

  it.each(["STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:0", "CREATED:20260101T000000Z"])(
    "takes away a component that says %s and nothing else of its own",
    async (says) => {
      await using desk = await taskDesk();
      const own = `SUMMARY:Water the plants\nRECURRENCE-ID;TZID=Europe/Berlin:20260914T090000\nDTSTART;TZID=Europe/Berlin:20260914T090000\nDUE;TZID=Europe/Berlin:20260914T180000`;
      desk.seed("weekly.ics", withComponent(WEEKLY, todo("weekly@example.org", `${own}\n${says}`)));
      expect(await update(desk, { id: idOf(desk, "weekly.ics"), recurrence: null })).toMatchObject({
        updated: true,
        recurring: false,
      });
      expect(desk.stored("weekly.ics")).not.toContain("RECURRENCE-ID");
    },
  );

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["other words", { description: "Ask the neighbour" }, { recurrence: null }],
    ["another time", { start: "2026-09-15T09:00" }, { recurrence: null }],
    ["another length", { due: "2026-09-14T12:00" }, { recurrence: { frequency: "monthly" } }],
    ["reminders", { reminders: [{ minutes_before: 5 }] }, { recurrence: null, summary: "x" }],
  ])("takes no occurrence away that was given %s, since nobody is asked", async (_what, own, args) => {
    await using desk = await taskDesk();
    const named = idOf(desk, "weekly.ics", "20260914T090000");
    await update(desk, { id: named, ...own });
    const stored = desk.stored("weekly.ics");
    const result = await desk.call("update_task", { id: idOf(desk, "weekly.ics"), ...args });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(
      "This would take away 1 occurrence that was changed on its own, and nobody is asked here. Delete it with delete_task first, which asks. Nothing was changed.",
    );
    expect(desk.stored("weekly.ics")).toBe(stored);
  });

  it("moves to dates that some months do not have only when no changed occurrence is among these", async () => {
    const monthly = todo(
      "weekly@example.org",
      "SUMMARY:Accounts\nDTSTART:20260830T090000Z\nDUE:20260830T180000Z\nRRULE:FREQ=MONTHLY",
    );
    const override = todo(
      "weekly@example.org",
      "RECURRENCE-ID:20260930T090000Z\nDTSTART:20260930T090000Z\nDUE:20260930T180000Z\nSUMMARY:Bring the ledger",
    );
    const edited = withComponent(monthly, override);
    const moved = async (text: string) => {
      await using desk = await taskDesk();
      desk.seed("weekly.ics", text);
      const args = { id: idOf(desk, "weekly.ics"), start: "2026-08-31T09:00:00Z" };
      const result = await desk.call("update_task", args);
      return { refused: result.isError === true, untouched: desk.stored("weekly.ics") === text };
    };
    expect(await moved(monthly)).toEqual({ refused: false, untouched: false });
    expect(await moved(edited)).toEqual({ refused: true, untouched: true });
  });

  it("changes one occurrence by its id", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics", "20260914T090000");
    expect(await update(desk, { id, summary: "Water the cactus", status: "in-process" })).toMatchObject({
      updated: true,
      id: idOf(desk, "weekly.ics"),
      occurrence_id: id,
      status: "in-process",
      due: { value: "2026-09-14T18:00:00+02:00" },
      next: { occurrence_id: idOf(desk, "weekly.ics", "20260907T090000") },
      replaced: { status: "needs-action", untrusted_text: { summary: "Water the plants" } },
    });
    expect(linesOf(desk, "weekly.ics")).toEqual(
      expect.arrayContaining(["SUMMARY:Water the plants", "SUMMARY:Water the cactus"]),
    );
  });

  it("changes the series and completes the next occurrence in one write (F104)", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics");
    expect(await update(desk, { id, summary: "Water all", status: "completed" })).toMatchObject({
      occurrence_id: idOf(desk, "weekly.ics", "20260907T090000"),
      status: "completed",
      next: { occurrence_id: idOf(desk, "weekly.ics", "20260914T090000") },
      replaced: { status: "needs-action", untrusted_text: { summary: "Water the plants" } },
    });
    expect(desk.proxy.count({ method: "PUT" })).toBe(1);
    expect(linesOf(desk, "weekly.ics").filter((line) => line === "SUMMARY:Water all")).toHaveLength(2);
  });

  it("completes the occurrence that its id names", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics", "20260914T090000");
    expect(await update(desk, { id, percent_complete: 100 })).toMatchObject({
      occurrence_id: id,
      status: "completed",
    });
  });
});

describe("update_task refuses, and changes nothing,", () => {
  const CASES: Record<string, [Record<string, unknown>, RegExp]> = {
    "a call without a field": [{}, /at least one field/],
    "a zone without a time": [{ timezone: "Europe/Berlin" }, /`timezone` says how a time is read/],
    "a contradiction": [
      { status: "in-process", percent_complete: 100 },
      /exactly when `percent_complete` is 100/,
    ],
    "a due time before the start": [{ start: "2026-09-12", due: "2026-09-11" }, /not be before `start`/],
    "a date that does not exist": [{ due: "2026-02-30" }, /does not exist/],
    "control characters (F116)": [{ summary: "x\r\nATTENDEE:mailto:b@example.org" }, /control characters/],
    "a rule that is none": [{ recurrence: "FREQ=NEVER" }, /recurrence/],
  };
  it.each(Object.entries(CASES))("%s", async (_name, [args, says]) => {
    await using desk = await taskDesk();
    const result = await desk.call("update_task", { id: idOf(desk, "plain.ics"), ...args });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(textOf(result)).toMatch(/nothing was changed/i);
    expect(desk.stored("plain.ics")).toBe(PLAIN);
    expect(desk.proxy.count({ method: "PUT" })).toBe(0);
  });

  it("how one occurrence repeats", async () => {
    await using desk = await taskDesk();
    const id = idOf(desk, "weekly.ics", "20260914T090000");
    const result = await desk.call("update_task", { id, recurrence: "FREQ=DAILY" });
    expect(textOf(result)).toMatch(/whole series only.*Nothing was changed/);
    expect(desk.stored("weekly.ics")).toBe(WEEKLY);
  });

  it("what the organiser of an assigned task decides, but not how far it is", async () => {
    await using desk = await taskDesk({ env: { CALDAV_USER_EMAIL: "me@example.org" } });
    const assigned = todo(
      "plain@example.org",
      "SUMMARY:Report\nSEQUENCE:3\nORGANIZER:mailto:boss@example.org\nATTENDEE;PARTSTAT=ACCEPTED:mailto:me@example.org",
    );
    desk.seed("plain.ics", assigned);
    const id = idOf(desk, "plain.ics");
    const result = await desk.call("update_task", { id, summary: "No report" });
    expect(textOf(result)).toMatch(/organiser's copy wins.*Nothing was changed/);
    expect(desk.stored("plain.ics")).toBe(assigned);
    await update(desk, { id, percent_complete: 50 });
    expect(linesOf(desk, "plain.ics")).toEqual(
      expect.arrayContaining([
        "PERCENT-COMPLETE:50",
        "SEQUENCE:3",
        "ORGANIZER:mailto:boss@example.org",
        "ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@example.org",
      ]),
    );
  });

  it("when somebody was faster, and says what the task is now", async () => {
    await using desk = await taskDesk();
    const theirs = todo("plain@example.org", "SUMMARY:Bought\nSTATUS:COMPLETED");
    desk.proxy.bend(
      { method: "PUT" },
      bad.after(() => desk.seed("plain.ics", theirs)),
    );
    const result = await desk.call("update_task", { id: idOf(desk, "plain.ics"), priority: 1 });
    expect(textOf(result)).toMatch(/changed by somebody else.*nothing was changed.*It is now completed\./);
    expect(desk.stored("plain.ics")).toBe(theirs);
  });
});
