import { factHost, type JsonValue, ordered, type Question } from "confirm-guard";
import { wholeSeries } from "../asking/series-words.ts";
import { startFacts } from "../asking/start-facts.ts";
import { storedVersion } from "../asking/stored-version.ts";
import type { StoredEntry } from "../dav/entries.ts";
import type { Answer } from "../ical/edit/reply.ts";
import type { Moment } from "../ical/types.ts";
import type { Sending } from "./mail.ts";
import type { ReplyReach } from "./reach.ts";

/** What the question needs to know of an answer. */
export type ReplyTarget = {
  answer: Answer;
  reach: ReplyReach;
  starts: Moment | undefined;
  invited: number;
  sending: Sending;
  calendar: string;
};

/** `zone` is the zone that floating times are read in. */
export type ReplySetting = { host: string; zone: string };

const VERBS: Record<Answer, string> = {
  accepted: "accept",
  declined: "decline",
  tentative: "tentatively accept",
};

const YES: Record<Answer, string> = {
  accepted: "Yes, accept it",
  declined: "Yes, decline it",
  tentative: "Yes, accept it tentatively",
};

const SENDING: Record<Sending, string> = {
  sends: "The server sends this answer to the organiser, and what has been sent cannot be called back.",
  may: "It is not known whether the server sends this answer to the organiser: mail may go out, and what has been sent cannot be called back.",
  none: "The server does not handle invitations, so no mail goes out: the answer is only noted in this calendar.",
  left: "The event leaves it to calendar programs to answer, and this one sends no mail: the answer is only noted in this calendar.",
};

/** The question about an answer to an invitation. Nothing that stands in the event is used but numbers and dates. */
export function replyQuestion(target: ReplyTarget, { host, zone }: ReplySetting): Question {
  const { answer, reach, starts, invited, sending, calendar } = target;
  return {
    action: `${VERBS[answer]} an invitation to ${reachWords(reach)}`,
    consequence: [SENDING[sending], ...editedWords(reach)].join(" "),
    facts: {
      ...startFacts(starts === undefined ? [] : [starts], zone),
      "Other invited people": invited,
      Account: factHost(host),
    },
    callerValues: { Calendar: { path: calendar } },
    yes: YES[answer],
    no: "No, do not answer",
  };
}

function reachWords(reach: ReplyReach): string {
  switch (reach.kind) {
    case "single":
      return "an event";
    case "occurrence":
      return "one occurrence of a recurring event";
    case "some":
      return `${reach.count} occurrence${reach.count === 1 ? "" : "s"} of a recurring event`;
    case "series":
      return wholeSeries(reach.count, "event");
  }
}

/** Occurrences that were changed on their own have an answer of their own. */
function editedWords(reach: ReplyReach): string[] {
  if (reach.kind !== "series") return [];
  const { edited, notInvited } = reach;
  return [
    ...(edited > 0 ? [`This also replaces the answer to ${changedAlone(edited)}.`] : []),
    ...(notInvited === 1 ? [`${changedAlone(1)} and does not invite you stays as it is.`] : []),
    ...(notInvited > 1 ? [`${changedAlone(notInvited)} and do not invite you stay as they are.`] : []),
  ];
}

function changedAlone(count: number): string {
  return count === 1
    ? "1 occurrence that was changed on its own"
    : `${count} occurrences that were changed on their own`;
}

/** What an approval of an answer is about. */
export function replySubject(
  entry: StoredEntry,
  target: ReplyTarget,
  recurrence: string | undefined,
): JsonValue {
  return ordered(storedVersion(entry), target.answer, target.reach.kind, recurrence ?? "", target.sending);
}
