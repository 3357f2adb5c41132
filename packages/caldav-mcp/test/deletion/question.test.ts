import { SECRET_WORDS } from "confirm-guard";
import { describe, expect, it } from "vitest";
import type { DeletionReach } from "../../src/deletion/plan-entry.ts";
import { deletionQuestion, type DeletionSetting, type DeletionTarget } from "../../src/deletion/question.ts";
import type { Moment } from "../../src/ical/types.ts";
import { messageOf } from "../message-of.ts";

const LUNCH: Moment = {
  instant: Date.UTC(2026, 8, 14, 7),
  wall: "2026-09-14T09:00:00",
  zone: "Europe/Berlin",
  allDay: false,
  floating: false,
};

const target = (reach: DeletionReach, more: Partial<DeletionTarget> = {}): DeletionTarget => ({
  reach,
  starts: [LUNCH],
  people: { invited: new Set(), part: "none", leftToClients: false },
  calendar: "/calendars/ada/team/",
  ...more,
});

const ONE: DeletionReach = { kind: "occurrences", count: 1, last: false };

const invitedTo = (count: number, part: "attendee" | "organiser" | "unknown"): Partial<DeletionTarget> => ({
  people: {
    invited: new Set(Array.from({ length: count }, (_, index) => `person ${index}`)),
    part,
    leftToClients: false,
  },
});

const SETTING: DeletionSetting = { kind: "event", host: "dav.example.org", scheduling: "no", zone: "UTC" };

const series = (count: number): DeletionReach => ({ kind: "series", count: { kind: "count", count } });

describe("the question about a deletion", () => {
  it.each<[string, DeletionReach]>([
    ["delete an event", { kind: "single" }],
    ["delete one occurrence of a recurring event", ONE],
    ["delete 3 occurrences of a recurring event", { kind: "occurrences", count: 3, last: false }],
    [
      "delete the last 2 remaining occurrences of a recurring event, and the event with them",
      { kind: "occurrences", count: 2, last: true },
    ],
    [
      "delete the last remaining occurrence of a recurring event, and the event with it",
      { kind: "occurrences", count: 1, last: true },
    ],
    ["delete a recurring event and all 3 of its occurrences", series(3)],
    [
      "delete a recurring event which repeats without end, and all of its occurrences",
      { kind: "series", count: { kind: "endless" } },
    ],
    [
      "delete a recurring event and all of its occurrences, whose number could not be worked out",
      { kind: "series", count: { kind: "unknown" } },
    ],
    [
      "delete this and all later occurrences (4) of a recurring event",
      { kind: "rest", count: { kind: "count", count: 4 } },
    ],
    [
      "delete this and all later occurrences (without end) of a recurring event",
      { kind: "rest", count: { kind: "endless" } },
    ],
  ])("says: %s", (action, reach) => {
    expect(deletionQuestion([target(reach)], SETTING).action).toBe(action);
  });

  it.each<[string, DeletionReach[]]>([
    [
      "delete 4 entries: 1 single one, 2 occurrences of recurring ones, 1 recurring with 5 occurrences",
      [{ kind: "single" }, { kind: "occurrences", count: 2, last: false }, series(5)],
    ],
    ["delete 2 entries: 2 single ones", [{ kind: "single" }, { kind: "single" }]],
    [
      "delete 3 entries: 1 single one, 2 occurrences of recurring ones (nothing is left of 1 of those, so it goes too)",
      [{ kind: "single" }, { kind: "occurrences", count: 2, last: true }],
    ],
  ])("counts several by their kinds: %s", (action, reaches) => {
    expect(
      deletionQuestion(
        reaches.map((reach) => target(reach)),
        SETTING,
      ).action,
    ).toBe(action);
  });

  it("counts a person who is invited to several of them once", async () => {
    const both = [
      target({ kind: "single" }, invitedTo(2, "organiser")),
      target(ONE, invitedTo(3, "organiser")),
    ];
    expect(await messageOf(deletionQuestion(both, SETTING))).toContain("Invited people: 3");
  });

  it("leaves out a date that the dialog cannot show", async () => {
    const late = { ...LUNCH, instant: Date.UTC(10_000, 0, 1), zone: "UTC" };
    const message = await messageOf(
      deletionQuestion([target({ kind: "single" }, { starts: [late] })], SETTING),
    );
    expect(message).not.toContain("Starts on");
  });

  it("shows when it starts in the entry's own zone, who is invited and on which account", async () => {
    const message = await messageOf(
      deletionQuestion([target({ kind: "single" }, invitedTo(4, "organiser"))], SETTING),
    );
    expect(message).toContain("Starts on: Mon 14 Sep 2026, 09:00 (Europe/Berlin)");
    expect(message).toContain("Invited people: 4");
    expect(message).toContain("Account: dav.example.org");
    expect(message).toContain("Calendar: /calendars/ada/team/");
  });

  it("shows a whole day as a date", async () => {
    const day: Moment = { instant: 0, wall: "2026-09-14", zone: undefined, allDay: true, floating: false };
    const message = await messageOf(
      deletionQuestion([target({ kind: "single" }, { starts: [day] })], SETTING),
    );
    expect(message).toContain("Starts on: Mon 14 Sep 2026\n");
  });

  it.each([
    ["attendee", "yes", "The server tells the organiser that you decline."],
    ["attendee", "unknown", "Mail may go out that tells the organiser that you decline."],
    ["attendee", "no", "The server does not handle invitations, so the organiser is not told."],
    ["organiser", "yes", "The server tells the invited people that it is cancelled."],
    ["organiser", "unknown", "Mail may go out that tells the invited people that it is cancelled."],
    ["organiser", "no", "The server does not handle invitations, so the invited people are not told."],
    [
      "unknown",
      "yes",
      "Mail about it may go out: to the organiser, that you decline, or to the invited people",
    ],
    ["unknown", "unknown", "Mail about it may go out: to the organiser, that you decline, or to the"],
    ["unknown", "no", "The server does not handle invitations, so nobody who is invited is told."],
  ] as const)(
    "says what the others see of it for the %s when the server mails: %s",
    (part, scheduling, sentence) => {
      const { consequence } = deletionQuestion([target({ kind: "single" }, invitedTo(2, part))], {
        ...SETTING,
        scheduling,
      });
      expect(consequence).toContain(sentence);
    },
  );

  it("says that nobody is told where the event leaves that to calendar programs (F112)", () => {
    const { people } = { ...target({ kind: "single" }), ...invitedTo(1, "attendee") };
    const left = target({ kind: "single" }, { people: { ...people, leftToClients: true } });
    const { consequence } = deletionQuestion([left], { ...SETTING, scheduling: "yes" });
    expect(consequence).toContain("leaves it to calendar programs to tell the organiser");
    expect(consequence).not.toContain("The server tells");
    const unsure = deletionQuestion([left], { ...SETTING, scheduling: "unknown" });
    expect(unsure.consequence).toContain("Mail may go out that tells the organiser that you decline.");
  });

  it("says each thing that is told once, for several of each kind", () => {
    const several = (["attendee", "attendee", "organiser"] as const).map((part) =>
      target({ kind: "single" }, invitedTo(2, part)),
    );
    const { consequence } = deletionQuestion(several, { ...SETTING, scheduling: "yes" });
    expect(consequence.match(/The server tells/g)).toHaveLength(2);
  });

  it.each([
    ["nobody is invited", target({ kind: "single" })],
    ["only the organiser is", target({ kind: "single" }, invitedTo(0, "organiser"))],
  ])("says nothing of mail where %s", (_who, invited) => {
    for (const scheduling of ["yes", "no", "unknown"] as const)
      expect(deletionQuestion([invited], { ...SETTING, scheduling }).consequence).not.toMatch(
        /mail|told|tells/i,
      );
  });

  it("holds no word that makes cautious clients hide a form", async () => {
    const reaches: DeletionReach[] = [
      { kind: "single" },
      ONE,
      { kind: "occurrences", count: 1, last: true },
      series(2),
    ];
    for (const kind of ["event", "task", "journal"] as const) {
      for (const reach of reaches) {
        for (const part of ["attendee", "organiser", "unknown"] as const) {
          const question = deletionQuestion([target(reach, invitedTo(1, part))], {
            ...SETTING,
            kind,
            scheduling: "unknown",
          });
          const { action, consequence, facts, yes, no } = question;
          expect([action, consequence, ...Object.keys(facts ?? {}), yes, no].join(" ")).not.toMatch(
            SECRET_WORDS,
          );
        }
      }
    }
  });
});
