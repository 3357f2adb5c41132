import { describe, expect, it } from "vitest";
import { currentTask } from "../../src/ical/current-task.ts";
import { readDocument } from "../../src/ical/document.ts";
import { taskDetail, taskRow } from "../../src/view/task.ts";
import { calendar, component } from "../ical/documents.ts";

const ZONE = "Europe/Berlin";
const shownAt = (now: string) => ({
  id: "task.x.y",
  calendar: "/cal/tasks/",
  recurs: false,
  occurrenceId: undefined,
  zone: ZONE,
  now: Date.parse(now),
});
const taskOf = (...lines: string[]) =>
  currentTask(readDocument(calendar(component("VTODO", ...lines))), { zone: ZONE, ownAddresses: new Set() });
const overdue = (now: string, ...lines: string[]): unknown =>
  taskRow(taskOf(...lines), shownAt(now))["overdue"];

describe("a task is overdue", () => {
  it("once its due time is over", () => {
    const due = "DUE;TZID=Europe/Berlin:20260914T090000";
    expect(overdue("2026-09-14T07:00:00Z", due)).toBe(false);
    expect(overdue("2026-09-14T07:00:01Z", due)).toBe(true);
  });

  it("once the day that it is due on is over in the zone of the listing", () => {
    const due = "DUE;VALUE=DATE:20260914";
    expect(overdue("2026-09-14T21:59:59Z", due)).toBe(false);
    expect(overdue("2026-09-14T22:00:00Z", due)).toBe(true);
  });

  it("never when it is done, cancelled, or not due", () => {
    const now = "2027-01-01T00:00:00Z";
    for (const more of ["STATUS:COMPLETED", "STATUS:CANCELLED", "COMPLETED:20260914T080000Z"])
      expect(overdue(now, "DUE:20260914T070000Z", more)).toBe(false);
    expect(overdue(now, "DTSTART:20260914T070000Z")).toBe(false);
    expect(overdue(now, "SUMMARY:some day")).toBe(false);
  });
});

describe("a task as it is shown", () => {
  const NOW = shownAt("2026-09-01T00:00:00Z");

  it("has one status, however its program marks it", () => {
    const status = (...lines: string[]): unknown => taskRow(taskOf(...lines), NOW)["status"];
    expect(status("COMPLETED:20260914T080000Z")).toBe("completed");
    expect(status("PERCENT-COMPLETE:100")).toBe("completed");
    expect(status("STATUS:IN-PROCESS")).toBe("in-process");
    expect(status("STATUS:DRAFT")).toBe("needs-action");
    expect(status()).toBe("needs-action");
  });

  it("has its times in the zone of a listing, and by itself in its own", () => {
    const task = taskOf("DUE;TZID=America/New_York:20260914T090000");
    expect(taskRow(task, NOW)).toMatchObject({
      due: { value: "2026-09-14T15:00:00+02:00" },
      weekday: "Monday",
    });
    expect(taskDetail(task, NOW)).toMatchObject({ due: { value: "2026-09-14T09:00:00-04:00" } });
  });

  it("leaves out what it does not have", () => {
    expect(Object.keys(taskRow(taskOf(), NOW))).toEqual([
      "id",
      "calendar_id",
      "status",
      "overdue",
      "recurring",
      "has_reminders",
      "untrusted_text",
    ]);
  });
});
