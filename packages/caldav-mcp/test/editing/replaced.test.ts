import { untrustedResult } from "confirm-guard";
import { describe, expect, it } from "vitest";
import { replacedOf, type ReplacedField } from "../../src/editing/replaced.ts";
import { readDocument } from "../../src/ical/document.ts";
import { occurrenceAt } from "../../src/ical/occurrences.ts";
import { replaced as replacedSchema } from "../../src/tools/schemas.ts";
import { event, journal, todo } from "../behaviour/objects.ts";

const view = { zone: "Europe/Berlin", ownAddresses: new Set<string>() };

/** As a result shows it; what people wrote must be framed there, and the output schema must know all of it. */
function replacedIn(text: string, fields: ReplacedField[], recurrence?: string): Record<string, unknown> {
  const document = readDocument(text);
  const component = document.master ?? document.overrides[0];
  if (component === undefined) throw new Error("no component");
  const placed = recurrence === undefined ? undefined : occurrenceAt(document, recurrence, view);
  const replaced = replacedOf({ document, component, placed, view }, fields);
  const { structuredContent } = untrustedResult({ replaced }, { source: "caldav" });
  const shown = structuredContent?.["replaced"] as Record<string, unknown>;
  expect(replacedSchema.strict().parse(shown)).toEqual(shown);
  return shown;
}

const LUNCH = event(
  "a@example.org",
  [
    "DTSTART;TZID=Europe/Berlin:20260914T120000",
    "DURATION:PT45M",
    "SUMMARY:Lunch\\, with soup",
    "CATEGORIES:food,team",
    "STATUS:TENTATIVE",
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Reminder",
    "TRIGGER:-PT15M",
    "END:VALARM",
    "BEGIN:VALARM",
    "ACTION:EMAIL",
    "TRIGGER:-PT1H",
    "END:VALARM",
  ].join("\n"),
);

describe("what the changed fields of an event held", () => {
  it("holds only those fields, what people wrote under untrusted_text", () => {
    expect(replacedIn(LUNCH, ["summary", "categories", "status"])).toEqual({
      status: "tentative",
      untrusted_text: { summary: "Lunch, with soup", categories: ["food", "team"] },
    });
  });

  it("says null for what was not there", () => {
    const bare = event("b@example.org", "DTSTART:20260914T090000Z");
    const fields: ReplacedField[] = [
      "summary",
      "description",
      "location",
      "categories",
      "status",
      "transparent",
      "recurrence",
      "reminders",
    ];
    expect(replacedIn(bare, fields)).toEqual({
      status: null,
      transparent: null,
      recurrence: null,
      reminders: null,
      untrusted_text: { summary: null, description: null, location: null, categories: null },
    });
  });

  it("shows times in the event's own zone, and an end that was written as a length (F64)", () => {
    expect(replacedIn(LUNCH, ["start", "end", "transparent"])).toEqual({
      start: { value: "2026-09-14T12:00:00+02:00", timezone: "Europe/Berlin", all_day: false },
      end: { value: "2026-09-14T12:45:00+02:00", timezone: "Europe/Berlin", all_day: false },
      transparent: true,
    });
  });

  it("names the reminders that a change replaces, and no others", () => {
    expect(replacedIn(LUNCH, ["reminders"])).toEqual({ reminders: [{ minutes_before: 15 }] });
  });

  it("shows of an occurrence its own times", () => {
    const series = event(
      "c@example.org",
      "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\nRRULE:FREQ=DAILY;COUNT=4",
    );
    expect(replacedIn(series, ["start"], "20260916T090000Z")).toMatchObject({
      start: { value: "2026-09-16T09:00:00+00:00" },
    });
  });

  it("holds a rule with the dates beside it, written anew", () => {
    const series = event(
      "d@example.org",
      "DTSTART;VALUE=DATE:20260914\nRRULE:FREQ=FORTNIGHTLY;BYDAY=MO\nEXDATE;VALUE=DATE:20260921",
    );
    expect(replacedIn(series, ["recurrence"])).toEqual({
      recurrence: {
        words: "by a rule that this program does not follow",
        excluded: [{ value: "2026-09-21", all_day: true }],
        edited: 0,
      },
    });
    expect(replacedIn(series.replace("FORTNIGHTLY", "WEEKLY"), ["recurrence"])).toMatchObject({
      recurrence: { words: "every week on Monday", rule: "FREQ=WEEKLY;BYDAY=MO" },
    });
  });
});

describe("what the changed fields of other entries held", () => {
  it("keeps the due time of a task apart from a start that it does not have", () => {
    const task = todo(
      "t@example.org",
      "DUE;VALUE=DATE:20260808\nPRIORITY:5\nPERCENT-COMPLETE:40\nSTATUS:IN-PROCESS\nCOMPLETED:20260801T080000Z",
    );
    expect(replacedIn(task, ["start", "due", "priority", "percent_complete", "status", "completed"])).toEqual(
      {
        start: null,
        due: { value: "2026-08-08", all_day: true },
        priority: 5,
        percent_complete: 40,
        status: "in-process",
        completed: { value: "2026-08-01T08:00:00+00:00", timezone: "UTC", all_day: false },
      },
    );
  });

  it("holds nothing of an undated task but nulls", () => {
    expect(replacedIn(todo("u@example.org", "SUMMARY:Some day"), ["start", "due", "priority"])).toEqual({
      start: null,
      due: null,
      priority: null,
    });
  });

  it("holds all descriptions of a journal entry", () => {
    const entry = journal("j@example.org", "DTSTART;VALUE=DATE:20260914\nDESCRIPTION:One\nDESCRIPTION:Two");
    expect(replacedIn(entry, ["description", "start"])).toEqual({
      start: { value: "2026-09-14", all_day: true },
      untrusted_text: { description: "One\nTwo" },
    });
  });
});
