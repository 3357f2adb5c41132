import { describe, expect, it } from "vitest";
import { readStrongETag } from "../../src/dav/etag.ts";
import { planEntry } from "../../src/deletion/plan-entry.ts";
import { deletionQuestion } from "../../src/deletion/question.ts";
import { readDocument } from "../../src/ical/document.ts";
import type { EntryKind } from "../../src/ical/types.ts";
import { journal, todo } from "../behaviour/objects.ts";
import { aCalendar } from "../dav/samples.ts";
import { messageOf } from "../message-of.ts";

const CALENDAR = aCalendar("/cal/tasks/");
const VIEW = { zone: "Europe/Berlin", ownAddresses: new Set<string>() };

function plan(text: string, { kind = "task", recurrence }: { kind?: EntryKind; recurrence?: string }) {
  const url = new URL("one.ics", CALENDAR.url);
  const entry = { calendar: CALENDAR, resource: "one.ics", url, etag: readStrongETag('"1"'), text };
  const first = { id: "x", ref: { kind, calendar: CALENDAR, resource: "one.ics", url, recurrence } };
  const reading = { entry, document: readDocument(text), view: VIEW, now: 0 };
  return planEntry(reading, { first, group: [first], scope: undefined });
}

async function asked(...args: Parameters<typeof plan>): Promise<string> {
  const [, { kind = "task" }] = args;
  const target = { ...plan(...args), calendar: CALENDAR.id };
  return messageOf(
    deletionQuestion([target], { kind, host: "dav.example.org", scheduling: "no", zone: VIEW.zone }),
  );
}

const WEEKLY = "DUE;VALUE=DATE:20260914\nRRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:Approved already";

describe("the question about deleting a task", () => {
  it("names the date that it is due on, and not the one that it may begin on", async () => {
    const text = todo("x@example.org", "DTSTART;VALUE=DATE:20260901\nDUE;VALUE=DATE:20260914\nSUMMARY:x");
    const message = await asked(text, {});
    expect(message).toContain("delete a task");
    expect(message).toContain("Date: Mon 14 Sep 2026");
    expect(message).not.toMatch(/\b0?1 Sep|Starts on|Invited people/);
  });

  it("names no date where there is none", async () => {
    expect(await asked(todo("x@example.org", "SUMMARY:x"), {})).not.toContain("Date:");
  });

  it("counts the occurrences of a recurring one, those that are done too", async () => {
    const done = "RECURRENCE-ID;VALUE=DATE:20260914\nSTATUS:COMPLETED";
    const message = await asked(todo("x@example.org", WEEKLY, done), {});
    expect(message).toContain("delete a recurring task and all 3 of its occurrences");
    expect(message).not.toContain("Approved");
  });

  it("is about one occurrence when the id names one", async () => {
    const message = await asked(todo("x@example.org", WEEKLY), { recurrence: "20260921" });
    expect(message).toContain("delete one occurrence of a recurring task");
    const { remaining } = plan(todo("x@example.org", WEEKLY), { recurrence: "20260921" });
    expect(remaining).toContain("EXDATE;VALUE=DATE:20260921");
  });

  it("says who is invited where somebody is", async () => {
    const text = todo(
      "x@example.org",
      "SUMMARY:x\nORGANIZER:mailto:a@example.org\nATTENDEE:mailto:b@example.org",
    );
    expect(await asked(text, {})).toContain("Invited people: 1");
  });

  it("is not put for an occurrence that the series does not have", () => {
    expect(() => plan(todo("x@example.org", WEEKLY), { recurrence: "20260922" })).toThrow(
      /list the tasks again/,
    );
  });
});

describe("the question about deleting a journal entry", () => {
  it("names its date", async () => {
    const message = await asked(journal("x@example.org", "DTSTART;VALUE=DATE:20260914\nSUMMARY:x"), {
      kind: "journal",
    });
    expect(message).toContain("delete a journal entry");
    expect(message).toContain("Date: Mon 14 Sep 2026");
  });
});
