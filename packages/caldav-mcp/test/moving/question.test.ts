import { SECRET_WORDS } from "confirm-guard";
import { describe, expect, it } from "vitest";
import type { Scheduling } from "../../src/dav/scheduling.ts";
import type { Moment, OccurrenceCount, People } from "../../src/ical/types.ts";
import { moveQuestion, type MoveTarget } from "../../src/moving/question.ts";
import { messageOf } from "../message-of.ts";

const DAY: Moment = { instant: 0, wall: "2026-09-14", zone: undefined, allDay: true, floating: false };
const SETTING = { host: "dav.example.org", zone: "UTC" };

const people = (part: People["part"], leftToClients = false): People => ({
  invited: new Set(["one", "two"]),
  part,
  leftToClients,
});

const target = (more: Partial<MoveTarget> = {}): MoveTarget => ({
  series: undefined,
  starts: DAY,
  people: { invited: new Set(), part: "none", leftToClients: false },
  scheduling: "no",
  calendar: "/calendars/ada/events/",
  destination: "/calendars/ada/other/",
  ...more,
});

const RULE = "A server that keeps to the standard tells the people who are invited nothing about a move.";

describe("the question about a move", () => {
  it.each<[string, OccurrenceCount | undefined]>([
    ["move an event to another calendar", undefined],
    ["move a recurring event and all 5 of its occurrences to another calendar", { kind: "count", count: 5 }],
    [
      "move a recurring event which repeats without end, and all of its occurrences, to another calendar",
      { kind: "endless" },
    ],
    [
      "move a recurring event and all of its occurrences, whose number could not be worked out, to another calendar",
      { kind: "unknown" },
    ],
  ])("says: %s", (action, series) => {
    expect(moveQuestion(target({ series }), SETTING).action).toBe(action);
  });

  it("says that it leaves this calendar for the other, and names both", async () => {
    const message = await messageOf(moveQuestion(target(), SETTING));
    expect(message).toContain("It leaves the calendar it is in for the other one");
    expect(message).toContain("Starts on: Mon 14 Sep 2026\n");
    expect(message).toContain("Account: dav.example.org");
    expect(message).toMatch(
      / {2}Calendar: \/calendars\/ada\/events\/\n {2}Destination: \/calendars\/ada\/other\//,
    );
  });

  it.each<[People["part"], Scheduling, string]>([
    ["attendee", "yes", RULE],
    [
      "attendee",
      "unknown",
      `${RULE} It is not known whether this one does: mail may go out that tells the organiser that you decline.`,
    ],
    ["attendee", "no", "The server does not handle invitations, so the organiser is not told."],
    ["organiser", "yes", RULE],
    ["organiser", "unknown", "mail may go out that tells the invited people that it is cancelled."],
    ["organiser", "no", "so the invited people are not told."],
    ["unknown", "yes", RULE],
    [
      "unknown",
      "unknown",
      "mail about it may go out: to the organiser, that you decline, or to the invited people",
    ],
    ["unknown", "no", "so nobody who is invited is told."],
  ])(
    "says what the others learn when we are the %s and the server schedules: %s",
    (part, scheduling, sentence) => {
      expect(moveQuestion(target({ people: people(part), scheduling }), SETTING).consequence).toContain(
        sentence,
      );
    },
  );

  it("says nothing of people where there are none", () => {
    for (const scheduling of ["yes", "no", "unknown"] as const)
      expect(moveQuestion(target({ scheduling }), SETTING).consequence).not.toMatch(/invit|mail/);
  });

  it("holds no word that makes cautious clients hide a form", () => {
    for (const part of ["attendee", "organiser", "unknown"] as const) {
      const question = moveQuestion(target({ people: people(part), scheduling: "unknown" }), SETTING);
      const { action, consequence, facts, yes, no } = question;
      expect([action, consequence, ...Object.keys(facts ?? {}), yes, no].join(" ")).not.toMatch(SECRET_WORDS);
    }
  });
});
