import { describe, expect, it } from "vitest";
import { readJournalUpdate, readTaskUpdate } from "../../src/direct-edit/requested.ts";

describe("what a caller wants changed", () => {
  it("names the fields, and leaves out what is to stay", () => {
    expect(readTaskUpdate({ summary: "x", due: null, priority: 0, status: "completed" })).toEqual({
      change: {
        patch: { summary: "x", priority: 0 },
        times: { start: undefined, end: null, timezone: undefined },
      },
      progress: { status: "completed", percentComplete: undefined },
      fields: ["summary", "priority", "start", "due"],
    });
  });

  it("takes an empty text or list for null, since calendars do not tell them apart", () => {
    expect(readTaskUpdate({ description: "", categories: [], reminders: [] }).change.patch).toEqual({
      description: null,
      categories: null,
      reminders: null,
    });
  });

  it("reads the date of a journal entry as its start", () => {
    expect(readJournalUpdate({ date: "2026-09-14", timezone: "Europe/Berlin" })).toEqual({
      change: { times: { start: "2026-09-14", timezone: "Europe/Berlin" } },
      progress: undefined,
      fields: ["start"],
    });
  });

  it("is nothing without a field, or with a zone for no time", () => {
    expect(() => readTaskUpdate({})).toThrow(/at least one field.*Nothing was changed/);
    expect(() => readJournalUpdate({})).toThrow(/at least one field/);
    expect(() => readTaskUpdate({ summary: "x", timezone: "UTC" })).toThrow(
      /`timezone`.*Nothing was changed/,
    );
  });
});
