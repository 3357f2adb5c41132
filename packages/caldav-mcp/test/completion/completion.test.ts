import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CaldavError } from "../../src/errors.ts";
import type { EntryComponent } from "../../src/ical/component.ts";
import { readDocument } from "../../src/ical/document.ts";
import {
  completedPatch,
  type CompletionPatch,
  type ProgressInput,
  progressPatch,
  reopenedPatch,
  repairPatch,
  saysDone,
} from "../../src/ical/edit/completion.ts";
import { type TaskState, taskStateOf } from "../../src/ical/task-state.ts";
import { UTC } from "../../src/ical/zone.ts";

const NOW = Date.UTC(2026, 8, 14, 7);
const OPTIONS = { now: NOW, viewer: UTC };
const DONE = { status: "completed", completed: NOW, percentComplete: 100 };
const UNDONE = { status: "needs-action", completed: null, percentComplete: null };
const EARLIER = "COMPLETED:20260901T080000Z";

function task(...lines: string[]): EntryComponent {
  const text = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", ...lines, "END:VTODO", "END:VCALENDAR", ""];
  const { master } = readDocument(text.join("\r\n"));
  if (master === undefined) throw new Error("The task has no component.");
  return master;
}

describe("completing a task", () => {
  it("sets status, time and percentage together", () => {
    expect(completedPatch(task(), OPTIONS)).toEqual(DONE);
    expect(completedPatch(task("STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"), OPTIONS)).toEqual(DONE);
    expect(completedPatch(task("STATUS:CANCELLED"), OPTIONS)).toEqual(DONE);
  });

  it("leaves one alone that is completed in all three", () => {
    expect(completedPatch(task("STATUS:COMPLETED", EARLIER, "PERCENT-COMPLETE:100"), OPTIONS)).toEqual({});
    expect(completedPatch(task("STATUS:COMPLETED", EARLIER), OPTIONS)).toEqual({});
  });

  it("adds the status to a time, the time to a status, and both to a percentage", () => {
    expect(completedPatch(task(EARLIER), OPTIONS)).toEqual({ status: "completed", percentComplete: 100 });
    expect(completedPatch(task("STATUS:COMPLETED"), OPTIONS)).toEqual({
      completed: NOW,
      percentComplete: 100,
    });
    expect(completedPatch(task("PERCENT-COMPLETE:100"), OPTIONS)).toEqual({
      status: "completed",
      completed: NOW,
    });
  });

  it("takes the time for a new one where the status says that the task was open", () => {
    expect(completedPatch(task("STATUS:NEEDS-ACTION", EARLIER), OPTIONS)).toEqual(DONE);
  });

  it("writes a local time of completion as the instant that it names (F101)", () => {
    const local = task("STATUS:COMPLETED", "COMPLETED;TZID=Europe/Berlin:20260901T100000");
    expect(repairPatch(local, OPTIONS)).toEqual({ completed: Date.UTC(2026, 8, 1, 8) });
    const date = task("STATUS:COMPLETED", "COMPLETED;VALUE=DATE:20260901");
    expect(repairPatch(date, OPTIONS)).toEqual({ completed: Date.UTC(2026, 8, 1) });
  });

  it("takes a time that cannot be read, or an empty one, for none (F107)", () => {
    for (const line of ["COMPLETED:", "COMPLETED:yesterday"])
      expect(repairPatch(task("STATUS:COMPLETED", line, "PERCENT-COMPLETE:100"), OPTIONS)).toEqual({
        completed: NOW,
      });
  });

  it("repairs nothing in a task that is not completed", () => {
    expect(repairPatch(task("STATUS:IN-PROCESS", EARLIER), OPTIONS)).toEqual({});
    expect(repairPatch(task("STATUS:CANCELLED", EARLIER), OPTIONS)).toEqual({});
  });
});

describe("reopening a task", () => {
  it("undoes all three, whichever of them says that it is done", () => {
    for (const lines of [
      ["STATUS:COMPLETED"],
      [EARLIER],
      ["PERCENT-COMPLETE:100"],
      ["STATUS:NEEDS-ACTION", EARLIER],
    ])
      expect(reopenedPatch(task(...lines))).toEqual(UNDONE);
  });

  it("changes nothing in a task that is open or cancelled", () => {
    for (const lines of [[], ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"], ["STATUS:CANCELLED", EARLIER]])
      expect(reopenedPatch(task(...lines))).toEqual({});
  });
});

describe("a status or a percentage", () => {
  it("completes by either of the two (F104)", () => {
    expect(progressPatch(task(), { status: "completed" }, OPTIONS)).toEqual(DONE);
    expect(progressPatch(task(), { percentComplete: 100 }, OPTIONS)).toEqual(DONE);
    expect(progressPatch(task(), { status: "completed", percentComplete: 100 }, OPTIONS)).toEqual(DONE);
  });

  it("clears the time of completion when it leaves completed", () => {
    const done = task("STATUS:COMPLETED", EARLIER, "PERCENT-COMPLETE:100");
    expect(progressPatch(done, { status: "cancelled" }, OPTIONS)).toEqual({
      status: "cancelled",
      completed: null,
      percentComplete: null,
    });
    expect(progressPatch(done, { percentComplete: 60 }, OPTIONS)).toEqual({
      status: "in-process",
      completed: null,
      percentComplete: 60,
    });
    expect(progressPatch(done, { percentComplete: 0 }, OPTIONS)).toMatchObject({ status: "needs-action" });
    expect(progressPatch(done, { status: null }, OPTIONS)).toEqual({
      status: null,
      completed: null,
      percentComplete: null,
    });
  });

  it("of an open task changes no more than was asked for", () => {
    const open = task("STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:20");
    expect(progressPatch(open, { percentComplete: 60 }, OPTIONS)).toEqual({ percentComplete: 60 });
    expect(progressPatch(open, { percentComplete: null }, OPTIONS)).toEqual({ percentComplete: null });
    expect(progressPatch(open, { status: "in-process" }, OPTIONS)).toEqual({ status: "in-process" });
    expect(progressPatch(open, {}, OPTIONS)).toEqual({});
  });

  it.each([
    { status: "completed", percentComplete: 50 },
    { status: "completed", percentComplete: null },
    { status: "in-process", percentComplete: 100 },
    { status: null, percentComplete: 100 },
  ] as const)("is refused where the two contradict each other: %j", (input) => {
    expect(() => progressPatch(task(), input, OPTIONS)).toThrow(CaldavError);
    expect(() => progressPatch(task(), input, OPTIONS)).toThrow(/Nothing was changed/);
  });

  it("leaves a task that is done exactly when it said so, whatever stood there", () => {
    const lines = fc.subarray([
      "STATUS:COMPLETED",
      "STATUS:IN-PROCESS",
      "STATUS:CANCELLED",
      EARLIER,
      "COMPLETED;TZID=Europe/Berlin:20260901T100000",
      "PERCENT-COMPLETE:100",
      "PERCENT-COMPLETE:30",
    ]);
    const input = fc.record(
      {
        status: fc.constantFrom("needs-action", "in-process", "completed", "cancelled"),
        percentComplete: fc.constantFrom(0, 50, 100),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(lines, input, (stored, asked) => {
        const before = task(...stored);
        const patch = patchOrRefusal(before, asked);
        const after = patch === "refused" ? undefined : taskStateOf(task(...written(stored, patch)));
        expect(after).toBe(patch === "refused" ? undefined : expectedState(before, asked));
      }),
    );
  });
});

function patchOrRefusal(before: EntryComponent, asked: ProgressInput): CompletionPatch | "refused" {
  try {
    return progressPatch(before, asked, OPTIONS);
  } catch (error) {
    if (error instanceof CaldavError) return "refused";
    throw error;
  }
}

/** A status decides; a percentage makes a task open or done, but does not bring a cancelled one back. */
function expectedState(before: EntryComponent, asked: ProgressInput): TaskState {
  if (saysDone(asked)) return "completed";
  if (asked.status === "cancelled") return "cancelled";
  const was = taskStateOf(before);
  if (asked.status !== undefined) return "open";
  return asked.percentComplete !== undefined && was === "completed" ? "open" : was;
}

/** The stored lines after a patch, as far as these three properties go. */
function written(stored: readonly string[], patch: CompletionPatch): string[] {
  const names = { status: "STATUS", completed: "COMPLETED", percentComplete: "PERCENT-COMPLETE" } as const;
  let lines = [...stored];
  for (const [field, name] of Object.entries(names)) {
    const value = patch[field as keyof CompletionPatch];
    if (value === undefined) continue;
    lines = lines.filter((line) => line.split(/[;:]/, 1)[0] !== name);
    if (field === "completed" && value !== null) lines.push("COMPLETED:20260914T070000Z");
    else if (value !== null) lines.push(`${name}:${String(value).toUpperCase()}`);
  }
  return lines;
}
