import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { currentTask, taskDates } from "../../src/ical/current-task.ts";
import { readDocument } from "../../src/ical/document.ts";
import { composeNewJournal, type JournalInput } from "../../src/ical/new-journal.ts";
import { composeNewTask, type TaskInput } from "../../src/ical/new-task.ts";
import { NOW } from "./new-event.ts";
import { contentLines } from "./documents.ts";

const OPTIONS = { zone: "Europe/Berlin", uid: "0b9cbd61-0a5c-4c6f-8f0e-6a8ad8f6e0a1", now: NOW };

const newTask = (input: Partial<TaskInput>, zone = OPTIONS.zone) =>
  composeNewTask({ summary: "Water the plants", ...input }, { ...OPTIONS, zone });
const newJournal = (input: Partial<JournalInput>, zone = OPTIONS.zone) =>
  composeNewJournal({ summary: "A day", ...input }, { ...OPTIONS, zone });

/** The content lines of the entry itself, unfolded. */
function linesOf(text: string, component: "VTODO" | "VJOURNAL"): string[] {
  const lines = contentLines(text);
  return lines.slice(lines.indexOf(`BEGIN:${component}`) + 1, lines.indexOf(`END:${component}`));
}

const task = async (input: Partial<TaskInput>, zone?: string): Promise<string[]> =>
  linesOf((await newTask(input, zone)).text, "VTODO");
const timesOf = (lines: readonly string[]): string[] => lines.filter((line) => /^(?:DTSTART|DUE)/.test(line));

describe("a new task", () => {
  it("has no date, when none is given, and is open", async () => {
    const { text, notes, series } = await newTask({});
    expect([notes, series]).toEqual([[], undefined]);
    expect(linesOf(text, "VTODO")).toEqual([
      `UID:${OPTIONS.uid}`,
      "DTSTAMP:20260102T030405Z",
      "CREATED:20260102T030405Z",
      "SEQUENCE:0",
      "SUMMARY:Water the plants",
      "STATUS:NEEDS-ACTION",
    ]);
    expect(text).not.toContain("VTIMEZONE");
  });

  it.each<[string, Partial<TaskInput>, string[]]>([
    ["a date (F100)", { due: "2026-08-08" }, ["DUE;VALUE=DATE:20260808"]],
    ["a local time", { due: "2026-08-08T09:00" }, ["DUE;TZID=Europe/Berlin:20260808T090000"]],
    ["an instant", { due: "2026-08-08T09:00Z" }, ["DUE:20260808T090000Z"]],
    [
      "a time elsewhere",
      { due: "2026-08-08T09:00", timezone: "America/New_York" },
      ["DUE;TZID=America/New_York:20260808T090000"],
    ],
    [
      "a start too",
      { start: "2026-08-01", due: "2026-08-08" },
      ["DTSTART;VALUE=DATE:20260801", "DUE;VALUE=DATE:20260808"],
    ],
    ["a start alone", { start: "2026-08-01T09:00" }, ["DTSTART;TZID=Europe/Berlin:20260801T090000"]],
    [
      "a start on the day it is due",
      { start: "2026-08-08", due: "2026-08-08" },
      ["DTSTART;VALUE=DATE:20260808", "DUE;VALUE=DATE:20260808"],
    ],
  ])("is due as it was said: %s", async (_what, input, lines) => {
    expect(timesOf(await task(input))).toEqual(lines);
  });

  it("defines the zone of its due time", async () => {
    const { text } = await newTask({ due: "2026-08-08T09:00" });
    expect(text).toContain("TZID:Europe/Berlin");
    const todo = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vtodo");
    expect(todo?.getFirstPropertyValue("due")?.toString()).toBe("2026-08-08T09:00:00");
  });

  it("says what became of a time that clocks skip, show twice, or show for the second time", async () => {
    expect((await newTask({ due: "2026-03-29T02:30" })).notes).toEqual([expect.stringContaining("skip")]);
    expect((await newTask({ due: "2026-10-25T02:30" })).notes).toEqual([expect.stringContaining("twice")]);
    const second = await newTask({ due: "2026-10-25T02:30+01:00", timezone: "Europe/Berlin" });
    expect(timesOf(linesOf(second.text, "VTODO"))).toEqual(["DUE:20261025T013000Z"]);
    expect(second.notes).toEqual([expect.stringContaining("second one is meant")]);
  });

  it("keeps what was said about it", async () => {
    const lines = await task({
      description: "One\nTwo; three, four",
      priority: 0,
      categories: ["home", "a,b"],
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        "DESCRIPTION:One\\nTwo\\; three\\, four",
        "PRIORITY:0",
        "CATEGORIES:home,a\\,b",
      ]),
    );
  });

  it("is reminded of before its start, or before it is due when it has none", async () => {
    const trigger = async (input: Partial<TaskInput>): Promise<string | undefined> =>
      (await task({ reminders: [{ minutes_before: 30 }], ...input })).find((line) =>
        line.startsWith("TRIGGER"),
      );
    expect(await trigger({ due: "2026-08-08T09:00" })).toBe("TRIGGER;RELATED=END:-PT30M");
    expect(await trigger({ start: "2026-08-07T09:00", due: "2026-08-08T09:00" })).toBe("TRIGGER:-PT30M");
    expect(await trigger({ reminders: [{ at: "2026-08-08T08:00" }] })).toBe(
      "TRIGGER;VALUE=DATE-TIME:20260808T060000Z",
    );
    await expect(trigger({})).rejects.toThrow(/needs a task with a `start` or a `due`. Nothing was changed/);
  });

  it("starts a series when it is due, where it has no start, since a rule needs one", async () => {
    const { text, series, notes } = await newTask({
      due: "2026-09-14",
      recurrence: { frequency: "weekly", count: 3 },
    });
    expect(timesOf(linesOf(text, "VTODO"))).toEqual([
      "DTSTART;VALUE=DATE:20260914",
      "DUE;VALUE=DATE:20260914",
    ]);
    expect(series).toMatchObject({ rule: "FREQ=WEEKLY;COUNT=3", occurrences: 3 });
    expect(series?.first.map(({ value }) => value)).toEqual(["2026-09-14", "2026-09-21", "2026-09-28"]);
    expect(notes).toEqual(["A series needs a start, so the task starts when it is due."]);
    const { occurrence } = currentTask(readDocument(text), { zone: "UTC", ownAddresses: new Set() });
    expect(taskDates(occurrence).due?.wall).toBe("2026-09-14");
  });

  it("repeats by its start, and is due as long after each", async () => {
    const { text, notes } = await newTask({
      start: "2026-03-23T09:00",
      due: "2026-03-24T18:00",
      recurrence: "FREQ=WEEKLY;COUNT=2",
    });
    expect(notes).toEqual([]);
    const second = text.replace("STATUS:NEEDS-ACTION", "EXDATE;TZID=Europe/Berlin:20260323T090000");
    const { occurrence } = currentTask(readDocument(second), { zone: "UTC", ownAddresses: new Set() });
    expect(taskDates(occurrence)).toMatchObject({
      start: { wall: "2026-03-30T09:00:00" },
      due: { wall: "2026-03-31T18:00:00" },
    });
  });

  it.each<[Partial<TaskInput>, RegExp]>([
    [{ start: "2026-08-09", due: "2026-08-08" }, /`due` must not be before `start`/],
    [{ start: "2026-08-08", due: "2026-08-08T09:00" }, /must be dates, or both times/],
    [{ recurrence: "FREQ=DAILY" }, /needs a `start` or a `due`/],
    [{ due: "2026-02-30" }, /does not exist/],
    [{ due: "9999-12-31T23:30", timezone: "UTC" }, /too far in the future/],
    [{ due: "2026-08-08", timezone: "Nowhere/Land" }, /IANA name/],
    [{ due: "2026-10-25T01:30Z", recurrence: "FREQ=DAILY" }, /cannot start at the second one/],
    [{ due: "2026-08-08", recurrence: "FREQ=HOURLY" }, /repeats by days/],
    [{ due: "2026-08-08T09:00", recurrence: "FREQ=SECONDLY" }, /more times in a year/],
    [{ summary: "x\r\nSTATUS:COMPLETED" }, /control characters/],
  ])("is refused in one sentence: %j", async (input, why) => {
    await expect(newTask(input)).rejects.toThrow(why);
    await expect(newTask(input)).rejects.toThrow(/Nothing was changed\.$/);
  });
});

describe("a new journal entry", () => {
  it.each<[string, Partial<JournalInput>, string[]]>([
    ["none", {}, []],
    ["a day", { date: "2026-08-08" }, ["DTSTART;VALUE=DATE:20260808"]],
    ["a moment", { date: "2026-08-08T21:00" }, ["DTSTART;TZID=Europe/Berlin:20260808T210000"]],
    ["an instant", { date: "2026-08-08T21:00+02:00" }, ["DTSTART:20260808T190000Z"]],
    [
      "a moment elsewhere",
      { date: "2026-01-01T00:30", timezone: "Pacific/Auckland" },
      ["DTSTART;TZID=Pacific/Auckland:20260101T003000"],
    ],
  ])("has the date that was given: %s", async (_what, input, lines) => {
    const { text, notes } = await newJournal(input);
    const written = linesOf(text, "VJOURNAL");
    expect(written.filter((line) => line.startsWith("DTSTART"))).toEqual(lines);
    expect(notes).toEqual([]);
    for (const [, tzid] of lines.join("\n").matchAll(/TZID=([^:]+)/g)) expect(text).toContain(`TZID:${tzid}`);
  });

  it("has one description, however long and of however many lines", async () => {
    const description = "Line, one; two\n".repeat(6_000).trim();
    const { text } = await newJournal({ description, categories: ["x"] });
    const read = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vjournal");
    expect(read?.getAllProperties("description")).toHaveLength(1);
    expect(read?.getFirstPropertyValue("description")).toBe(description);
    await expect(newJournal({ description: "x".repeat(100_001) })).rejects.toThrow(/longer than 100,000/);
  });

  it("says what became of a time that is not on the clock once", async () => {
    expect((await newJournal({ date: "2026-03-29T02:30" })).notes).toEqual([expect.stringContaining("skip")]);
    expect((await newJournal({ date: "2026-10-25T01:30Z", timezone: "UTC" })).notes).toEqual([]);
  });
});
