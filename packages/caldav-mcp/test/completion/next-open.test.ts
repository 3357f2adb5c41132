import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { nextOpen } from "../../src/ical/next-open.ts";

const VIEW = { zone: "Europe/Berlin", ownAddresses: new Set<string>() };
const WEEKLY = ["DUE;TZID=Europe/Berlin:20260907T090000", "RRULE:FREQ=WEEKLY;COUNT=3"];

function taskOf(...components: string[][]): string {
  const todos = components.flatMap((lines) => ["BEGIN:VTODO", "UID:series", ...lines, "END:VTODO"]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...todos, "END:VCALENDAR", ""].join("\r\n");
}

function nextOf(...components: string[][]): string {
  const next = nextOpen(readDocument(taskOf(...components)), VIEW);
  if (next.kind === "unknown") return `unknown: ${next.why}`;
  return next.kind === "open" ? (next.occurrence.recurrence ?? "no name") : next.kind;
}

const done = (id: string, ...lines: string[]): string[] => [
  `RECURRENCE-ID;TZID=Europe/Berlin:${id}`,
  ...(lines.length > 0 ? lines : ["STATUS:COMPLETED"]),
];

describe("the next open occurrence of a recurring task", () => {
  it("is the first one, however long ago it was due", () => {
    expect(nextOf(WEEKLY)).toBe("20260907T090000");
  });

  it("is the one after those that are completed or cancelled (F105)", () => {
    expect(nextOf(WEEKLY, done("20260907T090000"))).toBe("20260914T090000");
    expect(nextOf(WEEKLY, done("20260907T090000"), done("20260914T090000", "STATUS:CANCELLED"))).toBe(
      "20260921T090000",
    );
  });

  it("counts an occurrence as done that only says when", () => {
    expect(nextOf(WEEKLY, done("20260907T090000", "COMPLETED:20260907T080000Z"))).toBe("20260914T090000");
    expect(nextOf(WEEKLY, done("20260907T090000", "PERCENT-COMPLETE:100"))).toBe("20260914T090000");
  });

  it("lets the status decide where it contradicts a time of completion", () => {
    const open = done("20260907T090000", "STATUS:IN-PROCESS", "COMPLETED:20260907T080000Z");
    expect(nextOf(WEEKLY, open)).toBe("20260907T090000");
  });

  it("passes over what was skipped or left out before", () => {
    expect(nextOf([...WEEKLY, "EXDATE;TZID=Europe/Berlin:20260907T090000"])).toBe("20260914T090000");
  });

  it("takes a moved occurrence where it stands now", () => {
    const early = done("20260921T090000", "DUE;TZID=Europe/Berlin:20260901T090000");
    expect(nextOf(WEEKLY, early)).toBe("20260921T090000");
    const late = done("20260907T090000", "DUE;TZID=Europe/Berlin:20260915T090000");
    expect(nextOf(WEEKLY, late)).toBe("20260914T090000");
  });

  it("is none when all are done, or the series as a whole", () => {
    expect(nextOf(WEEKLY, done("20260907T090000"), done("20260914T090000"), done("20260921T090000"))).toBe(
      "none",
    );
    expect(nextOf([...WEEKLY, "STATUS:COMPLETED"])).toBe("none");
  });

  it("is one that was reopened in a series that is done", () => {
    expect(nextOf([...WEEKLY, "STATUS:COMPLETED"], done("20260914T090000", "STATUS:NEEDS-ACTION"))).toBe(
      "20260914T090000",
    );
  });

  it("is not known where the rule is not followed, except for the start", () => {
    const odd = ["DUE:20260907T070000Z", "RRULE:FREQ=FORTNIGHTLY"];
    expect(nextOf(odd)).toBe("20260907T070000Z");
    expect(nextOf(odd, ["RECURRENCE-ID:20260907T070000Z", "STATUS:COMPLETED"])).toBe(
      "unknown: unreadable-rule",
    );
  });

  it("does not exist for a rule without any date", () => {
    expect(nextOf(["RRULE:FREQ=DAILY"])).toBe("undated");
  });

  it("is found among stored occurrences whose series stays elsewhere", () => {
    expect(nextOf(done("20260907T090000"), done("20260914T090000", "SUMMARY:x"))).toBe("20260914T090000");
  });

  it("is not looked for without end in a rule that never comes to a date", () => {
    expect(
      nextOf(
        ["DTSTART:20260907T070000Z", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"],
        ["RECURRENCE-ID:20260907T070000Z", "STATUS:COMPLETED"],
      ),
    ).toBe("unknown: too-costly");
  });
});
