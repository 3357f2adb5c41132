import { SECRET_WORDS } from "confirm-guard";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../src/ical/edit/reply.ts";
import type { Sending } from "../../src/invitation/mail.ts";
import { replyQuestion, type ReplyTarget } from "../../src/invitation/question.ts";
import type { ReplyReach } from "../../src/invitation/reach.ts";
import type { Moment } from "../../src/ical/types.ts";
import { messageOf } from "../message-of.ts";

const NINE: Moment = {
  instant: Date.UTC(2026, 8, 14, 7),
  wall: "2026-09-14T09:00:00",
  zone: "Europe/Berlin",
  allDay: false,
  floating: false,
};
const SETTING = { host: "dav.example.org", zone: "UTC" };

const target = (more: Partial<ReplyTarget> = {}): ReplyTarget => ({
  answer: "accepted",
  reach: { kind: "single" },
  starts: NINE,
  invited: 3,
  sending: "sends",
  calendar: "/calendars/ada/events/",
  ...more,
});

const series = (more: Partial<Extract<ReplyReach, { kind: "series" }>> = {}): ReplyReach => ({
  kind: "series",
  count: { kind: "count", count: 6 },
  edited: 0,
  notInvited: 0,
  ...more,
});

describe("the question about an answer", () => {
  it.each<[string, Answer, ReplyReach]>([
    ["accept an invitation to an event", "accepted", { kind: "single" }],
    ["decline an invitation to one occurrence of a recurring event", "declined", { kind: "occurrence" }],
    [
      "tentatively accept an invitation to 2 occurrences of a recurring event",
      "tentative",
      { kind: "some", count: 2 },
    ],
    ["accept an invitation to 1 occurrence of a recurring event", "accepted", { kind: "some", count: 1 }],
    ["accept an invitation to a recurring event and all 6 of its occurrences", "accepted", series()],
    [
      "decline an invitation to a recurring event which repeats without end, and all of its occurrences",
      "declined",
      series({ count: { kind: "endless" } }),
    ],
  ])("says: %s", (action, answer, reach) => {
    expect(replyQuestion(target({ answer, reach }), SETTING).action).toBe(action);
  });

  it.each<[Sending, string]>([
    ["sends", "The server sends this answer to the organiser, and what has been sent cannot be called back."],
    ["may", "It is not known whether the server sends this answer to the organiser: mail may go out"],
    ["none", "The server does not handle invitations, so no mail goes out"],
    ["left", "The event leaves it to calendar programs to answer, and this one sends no mail"],
  ])("says whether mail goes out: %s", (sending, sentence) => {
    expect(replyQuestion(target({ sending }), SETTING).consequence).toContain(sentence);
  });

  it("counts the occurrences whose own answer it replaces, and those that do not invite us", () => {
    const { consequence } = replyQuestion(target({ reach: series({ edited: 2, notInvited: 1 }) }), SETTING);
    expect(consequence).toContain(
      "This also replaces the answer to 2 occurrences that were changed on their own.",
    );
    expect(consequence).toContain(
      "1 occurrence that was changed on its own and does not invite you stays as it is.",
    );
  });

  it("shows when it starts, how many others are invited, on which account and in which calendar", async () => {
    const message = await messageOf(replyQuestion(target(), SETTING));
    expect(message).toContain("Starts on: Mon 14 Sep 2026, 09:00 (Europe/Berlin)");
    expect(message).toContain("Other invited people: 3");
    expect(message).toContain("Account: dav.example.org");
    expect(message).toContain("Calendar: /calendars/ada/events/");
  });

  it("leaves out a date that the dialog cannot show", async () => {
    const message = await messageOf(replyQuestion(target({ starts: undefined }), SETTING));
    expect(message).not.toContain("Starts on");
  });

  it("holds no word that makes cautious clients hide a form", () => {
    for (const answer of ["accepted", "declined", "tentative"] as const)
      for (const sending of ["sends", "may", "none", "left"] as const)
        for (const reach of [series({ edited: 1, notInvited: 2 }), { kind: "occurrence" } as const]) {
          const { action, consequence, facts, yes, no } = replyQuestion(
            target({ answer, sending, reach }),
            SETTING,
          );
          const words = [action, consequence, ...Object.keys(facts ?? {}), yes, no].join(" ");
          expect(words).not.toMatch(SECRET_WORDS);
        }
  });
});
