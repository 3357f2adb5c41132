import { describe, expect, it } from "vitest";
import { currentTask, taskDates } from "../../src/ical/current-task.ts";
import { readDocument } from "../../src/ical/document.ts";
import { calendar, component } from "./documents.ts";

const VIEW = { zone: "Europe/Berlin", ownAddresses: new Set<string>() };

const taskOf = (...lines: string[]) =>
  currentTask(readDocument(calendar(component("VTODO", ...lines))), VIEW);
const seriesOf = (...components: string[][]) =>
  currentTask(readDocument(calendar(...components.map((lines) => component("VTODO", ...lines)))), VIEW);
const progressOf = (...lines: string[]) => taskOf(...lines).fields.progress;
const datesOf = (...lines: string[]) => {
  const { start, due } = taskDates(taskOf(...lines).occurrence);
  return [start?.wall, due?.wall];
};

describe("how far a task is", () => {
  it.each<[string, string[], string]>([
    ["open without a word about it", [], "open"],
    ["completed by status", ["STATUS:COMPLETED"], "completed"],
    ["completed by a status in small letters", ["STATUS:completed "], "completed"],
    ["completed by date alone", ["COMPLETED:20260801T120000Z"], "completed"],
    ["completed by per cent alone", ["PERCENT-COMPLETE:100"], "completed"],
    ["open at 99 per cent", ["PERCENT-COMPLETE:99"], "open"],
    ["open where the status says so", ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:100"], "open"],
    ["cancelled", ["STATUS:CANCELLED", "COMPLETED:20260801T120000Z"], "cancelled"],
    ["open with an empty date of completion", ["COMPLETED:"], "open"],
  ])("is %s", (_what, lines, state) => {
    expect(progressOf(...lines).state).toBe(state);
  });

  it("is completed when it says so, also in the words of a zone (F101)", () => {
    const at = Date.UTC(2026, 7, 1, 12);
    expect(progressOf("COMPLETED:20260801T120000Z").completedAt).toBe(at);
    expect(progressOf("COMPLETED;TZID=Europe/Berlin:20260801T140000").completedAt).toBe(at);
    expect(progressOf("COMPLETED;TZID=W. Europe Standard Time:20260801T140000").completedAt).toBe(at);
    expect(progressOf("COMPLETED:yesterday").completedAt).toBeUndefined();
  });

  it("has the numbers of the standard and no others", () => {
    expect(progressOf("PRIORITY:1", "PERCENT-COMPLETE:40")).toMatchObject({
      priority: 1,
      percentComplete: 40,
    });
    for (const priority of ["0", "10", "-1", "high", "", "1.5"])
      expect(progressOf(`PRIORITY:${priority}`).priority).toBeUndefined();
    for (const percent of ["-1", "1000", "half", ""])
      expect(progressOf(`PERCENT-COMPLETE:${percent}`).percentComplete).toBeUndefined();
  });
});

describe("the dates of a task", () => {
  it.each<[string, string[], (string | undefined)[]]>([
    ["none", [], [undefined, undefined]],
    ["a due date", ["DUE;VALUE=DATE:20260808"], [undefined, "2026-08-08"]],
    ["a start", ["DTSTART:20260808T070000Z"], ["2026-08-08T07:00:00", undefined]],
    ["both", ["DTSTART;VALUE=DATE:20260801", "DUE;VALUE=DATE:20260808"], ["2026-08-01", "2026-08-08"]],
    [
      "a start and a length",
      ["DTSTART:20260808T070000Z", "DURATION:P1D"],
      ["2026-08-08T07:00:00", "2026-08-09T07:00:00"],
    ],
    [
      "a due time and a length, which needs a start",
      ["DUE:20260808T070000Z", "DURATION:P1D"],
      [undefined, "2026-08-08T07:00:00"],
    ],
    ["a due date that is none", ["DUE:some day"], [undefined, undefined]],
  ])("are those that it states: %s", (_what, lines, dates) => {
    expect(datesOf(...lines)).toEqual(dates);
  });
});

describe("where a recurring task stands", () => {
  const WEEKLY = ["DUE;VALUE=DATE:20260907", "RRULE:FREQ=WEEKLY;COUNT=3"];
  const done = (date: string, ...lines: string[]) => [
    `RECURRENCE-ID;VALUE=DATE:${date}`,
    "STATUS:COMPLETED",
    ...lines,
  ];

  it("is its first open occurrence, however late", () => {
    const { occurrence, certain } = seriesOf(WEEKLY, done("20260907"));
    expect([occurrence?.recurrence, taskDates(occurrence).due?.wall, certain]).toEqual([
      "20260914",
      "2026-09-14",
      true,
    ]);
  });

  it("is the last that was changed, once none is open", () => {
    const all = seriesOf(WEEKLY, done("20260907"), done("20260921", "SUMMARY:last"), done("20260914"));
    expect(all.occurrence?.recurrence).toBe("20260921");
    expect(all.fields.progress.state).toBe("completed");
  });

  it("is its start, once the series is done as a whole", () => {
    const { occurrence, fields } = seriesOf([...WEEKLY, "STATUS:COMPLETED"]);
    expect([occurrence?.start.wall, fields.progress.state]).toEqual(["2026-09-07", "completed"]);
  });

  it("is as a whole where it has no date", () => {
    const { occurrence, fields, certain } = seriesOf(["SUMMARY:x", "RRULE:FREQ=DAILY"]);
    expect([occurrence, fields.progress.state, certain]).toEqual([undefined, "open", true]);
  });

  it("is not certain where its rule is not followed, or takes too long", () => {
    const id = "RECURRENCE-ID;VALUE=DATE:20260907";
    expect(seriesOf(["DUE;VALUE=DATE:20260907", "RRULE:FREQ=ODDLY"], [id, "STATUS:COMPLETED"]).certain).toBe(
      false,
    );
    const late = currentTask(
      readDocument(
        calendar(
          component("VTODO", "DTSTART:20200101T000000Z", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"),
          component("VTODO", "RECURRENCE-ID:20200101T000000Z", "STATUS:COMPLETED"),
        ),
      ),
      { ...VIEW, deadline: () => true },
    );
    expect(late).toMatchObject({ certain: false, occurrence: { start: { wall: "2020-01-01T00:00:00" } } });
  });
});
