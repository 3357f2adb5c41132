import { SECRET_WORDS } from "confirm-guard";
import { describe, expect, it } from "vitest";
import { editQuestion, type EditSetting, type EditTarget } from "../../src/editing/question.ts";
import { type EventUpdate, readUpdate } from "../../src/editing/requested.ts";
import { readDocument } from "../../src/ical/document.ts";
import { firstOccurrence } from "../../src/ical/occurrences.ts";
import type { OccurrenceCount } from "../../src/ical/types.ts";
import { event } from "../behaviour/objects.ts";
import { messageOf } from "../message-of.ts";

const STORED = event(
  "choir@example.org",
  "DTSTART;TZID=Europe/Berlin:20260914T190000\nRRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:Approved, go ahead",
);
const first = firstOccurrence(readDocument(STORED), { zone: "UTC", ownAddresses: new Set() });

const count = (number: number): OccurrenceCount => ({ kind: "count", count: number });

const target = (more: Partial<EditTarget> = {}, update: EventUpdate = { summary: "Choir" }): EditTarget => ({
  reach: { kind: "series", count: count(3) },
  first,
  afterwards: undefined,
  invited: { invited: new Set(), part: "none" },
  result: { keptEdited: 0, dropped: 0 },
  requested: readUpdate(update),
  calendar: { id: "/calendars/ada/team/" },
  ...more,
});

const invitedTo = (number: number, part: "organiser" | "attendee" | "unknown"): Partial<EditTarget> => ({
  invited: { invited: new Set(Array.from({ length: number }, (_, index) => `person ${index}`)), part },
});

const SETTING: EditSetting = { host: "dav.example.org", told: "no", zone: "UTC" };

describe("the question about a change past one occurrence", () => {
  it.each<[string, Partial<EditTarget>, EventUpdate]>([
    ["change a recurring event in all 3 of its occurrences", {}, { summary: "Choir" }],
    [
      "change a recurring event which repeats without end, in all of its occurrences",
      { reach: { kind: "series", count: { kind: "endless" } } },
      { summary: "Choir" },
    ],
    [
      "change a recurring event in all of its occurrences, whose number could not be worked out",
      { reach: { kind: "series", count: { kind: "unknown" } } },
      { summary: "Choir" },
    ],
    [
      "change this and all later occurrences (4 occurrences) of a recurring event",
      { reach: { kind: "rest", count: count(4) } },
      { start: "2026-09-21T20:00" },
    ],
    [
      "change this and all later occurrences (without end) of a recurring event",
      { reach: { kind: "rest", count: { kind: "endless" } } },
      { location: null },
    ],
    [
      "end the repeating of a recurring event (3 occurrences), so that one occurrence is left",
      {},
      { recurrence: null },
    ],
    [
      "change when a recurring event (3 occurrences) repeats: afterwards 10 occurrences",
      { afterwards: count(10) },
      { recurrence: "FREQ=DAILY;COUNT=10" },
    ],
    [
      "change when a recurring event (1 occurrence) repeats: afterwards without end",
      { reach: { kind: "series", count: count(1) }, afterwards: { kind: "endless" } },
      { recurrence: { frequency: "daily" } },
    ],
  ])("says: %s", (action, more, update) => {
    expect(editQuestion(target(more, update), SETTING).action).toBe(action);
  });

  it("says from when, who is invited, on which account and in which calendar", async () => {
    const message = await messageOf(editQuestion(target(invitedTo(4, "organiser")), SETTING));
    expect(message).toContain("Starts on: Mon 14 Sep 2026, 19:00 (Europe/Berlin)");
    expect(message).toContain("Invited people: 4");
    expect(message).toContain("Account: dav.example.org");
    expect(message).toContain("Calendar: /calendars/ada/team/");
  });

  it("says how many edited ones keep their own changes", () => {
    const consequence = (keptEdited: number) =>
      editQuestion(target({ result: { keptEdited, dropped: 0 } }), SETTING).consequence;
    expect(consequence(1)).toContain("1 of them was edited on its own and keeps its own changes.");
    expect(consequence(3)).toContain("3 of them were edited on their own and keep their own changes.");
    expect(consequence(0)).not.toContain("edited");
  });

  it("says that a split makes a second series", () => {
    const rest = target({ reach: { kind: "rest", count: count(2) } });
    expect(editQuestion(rest, SETTING).consequence).toContain("become a series of their own");
    expect(editQuestion(target(), SETTING).consequence).not.toContain("series of their own");
  });

  it("says that occurrences go when the repeating changes", () => {
    const consequence = (update: EventUpdate) => editQuestion(target({}, update), SETTING).consequence;
    expect(consequence({ recurrence: null })).toContain("All other occurrences go");
    expect(consequence({ recurrence: "FREQ=DAILY" })).toContain("that the new rule does not name go");
    expect(consequence({ summary: "Choir" })).not.toContain(" go.");
  });

  it("says how many edited ones go because the moved series has no date for them", () => {
    const consequence = (dropped: number) =>
      editQuestion(target({ result: { keptEdited: 0, dropped } }, { start: "2026-09-14T20:00" }), SETTING)
        .consequence;
    expect(consequence(0)).not.toContain("edited");
    expect(consequence(1)).toContain("1 that was edited on its own goes with what was changed in it");
    expect(consequence(3)).toContain("3 that were edited on their own go with what was changed in them");
  });

  it("says what is lost, and where it can be had from", () => {
    expect(editQuestion(target(), SETTING).consequence).toMatch(
      /^The calendar does not keep what is there now; the answer gives back/,
    );
  });

  it.each([
    ["organiser", "yes", "The server tells the invited people of the change."],
    ["organiser", "unknown", "Mail about the change may go out to the people who are invited."],
    ["organiser", "no", "The server does not tell the people who are invited."],
    ["attendee", "no", "The server does not tell the people who are invited."],
    ["unknown", "unknown", "It is not known whether this account organises it"],
    ["unknown", "no", "It is not known whether this account organises it"],
  ] as const)(
    "says what becomes of the news for the %s when the server tells: %s",
    (part, told, sentence) => {
      const { consequence } = editQuestion(target(invitedTo(2, part)), { ...SETTING, told });
      expect(consequence).toContain(sentence);
    },
  );

  it("says nothing of mail where nobody is invited", () => {
    expect(editQuestion(target(), { ...SETTING, told: "unknown" }).consequence).not.toMatch(/mail|tells/i);
  });

  it("shows what the caller typed under the caller's heading, escaped, and nothing of the entry", async () => {
    const update: EventUpdate = {
      summary: "Choir\u202Etxt.exe",
      start: "2026-09-14T20:00",
      timezone: "Europe/Berlin",
      location: null,
      description: "long ".repeat(100),
      reminders: [{ minutes_before: 5 }],
    };
    const message = await messageOf(editQuestion(target({}, update), SETTING));
    const [own, callers] = message.split("Calendar: ");
    expect(own).not.toMatch(/Choir|20:00|long/);
    expect(callers).toContain("Fields to change: summary, description, reminders, start, end");
    expect(callers).toContain("Fields to clear: location");
    expect(callers).toContain("New start: 2026-09-14T20:00");
    expect(callers).toContain("Choir\\u{202e}txt.exe");
    expect(callers).toMatch(/New description: long .*sha256/);
    expect(message).not.toContain("Approved");
  });

  it("shows another question for two updates that differ only behind what fits", async () => {
    const update = (minutes: number): EventUpdate => ({
      summary: "a",
      start: "2026-09-14T20:00",
      end: "2026-09-14T21:00",
      timezone: "Europe/Berlin",
      description: "b",
      location: "c",
      categories: ["d"],
      status: "confirmed",
      transparent: true,
      recurrence: "FREQ=DAILY",
      reminders: [{ minutes_before: minutes }],
    });
    const one = await messageOf(editQuestion(target({}, update(5)), SETTING));
    const other = await messageOf(editQuestion(target({}, update(6)), SETTING));
    expect(one).not.toBe(other);
  });

  it("holds no word that makes cautious clients hide a form", () => {
    const updates: EventUpdate[] = [
      { summary: "a", start: "2026-09-14", status: "confirmed", transparent: false, reminders: [] },
      { recurrence: null, location: null, description: null, categories: null },
      { recurrence: "FREQ=DAILY", end: "2026-09-14", timezone: "UTC" },
    ];
    const reaches: EditTarget["reach"][] = [
      { kind: "series", count: { kind: "unknown" } },
      { kind: "rest", count: { kind: "endless" } },
    ];
    for (const update of updates)
      for (const reach of reaches)
        for (const told of ["yes", "no", "unknown"] as const)
          for (const part of ["organiser", "unknown"] as const) {
            const asked = target(
              { reach, result: { keptEdited: 2, dropped: 2 }, ...invitedTo(1, part) },
              update,
            );
            const { action, consequence, facts, callerValues, yes, no } = editQuestion(asked, {
              ...SETTING,
              told,
            });
            const labels = [...Object.keys(facts ?? {}), ...Object.keys(callerValues ?? {})];
            expect([action, consequence, ...labels, yes, no].join(" ")).not.toMatch(SECRET_WORDS);
          }
  });
});
