import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { createBreath } from "../breath.ts";
import { refused } from "../errors.ts";
import { isOwnPerson } from "../ical/addresses.ts";
import type { EntryComponent } from "../ical/component.ts";
import { type CalendarDocument, readDocument } from "../ical/document.ts";
import {
  type Answer,
  ownAttendeeLines,
  type ReplyOptions,
  replyTo,
  replyToOccurrence,
} from "../ical/edit/reply.ts";
import { firstOccurrence, occurrenceAt } from "../ical/occurrences.ts";
import { peopleIn } from "../ical/people.ts";
import { linesOf } from "../ical/properties.ts";
import type { Moment, Occurrence, People } from "../ical/types.ts";
import { createView, type ViewOptions } from "../ical/view.ts";
import { openForChange, type OpenedEntry } from "../opening.ts";
import { type Sending, sendingOf } from "./mail.ts";
import { type Answered, reachOf, type ReplyScope } from "./reach.ts";

/** An answer that nothing speaks against but a person. */
export type PlannedReply = Answered & {
  opened: OpenedEntry;
  answer: Answer;
  /** The text to be written, or undefined when it says so already. */
  text: string | undefined;
  starts: Moment | undefined;
  people: People;
  sending: Sending;
};

export type ReplyRequest = { id: string; answer: Answer; scope: ReplyScope | undefined };

type Call = { budget: Budget };

/**
 * Reads an invitation and works out what an answer would write. Everything that can be refused without a person is
 * refused here.
 *
 * @throws CaldavError with the reason; nothing was changed
 */
export async function planReply(
  account: CaldavAccount,
  { id, answer, scope }: ReplyRequest,
  call: Call,
): Promise<PlannedReply> {
  const opened = await openForChange(account, { id, kind: "event" }, call);
  const { document, view, recurrence, discovery } = opened;
  const breathe = createBreath();
  const answered = reachOf(document, { recurrence, scope }, view);
  const { shown, occurrence } = answered;
  const people = peopleIn(shown, view.ownAddresses);
  await breathe();
  refuseUninvited(shown, people, view.ownAddresses);
  await breathe();
  const text = textOf(document, answered, answer, { ...view, now: account.now() });
  const hasOrganiser = shown.some((component) => linesOf(component, "ORGANIZER").length > 0);
  const scheduling = await account.scheduling(discovery, call);
  return {
    ...answered,
    opened,
    answer,
    text,
    starts: (occurrence ?? firstAnswered(document, answered, view))?.start,
    people,
    sending: sendingOf(people, { scheduling, hasOrganiser }),
  };
}

/** Where only single occurrences invite us, the series may begin with others. */
function firstAnswered(
  document: CalendarDocument,
  { reach, shown }: Answered,
  view: ViewOptions,
): Occurrence | undefined {
  if (reach.kind !== "some") return firstOccurrence(document, view);
  const invited = shown.filter((component) => ownAttendeeLines(component, view.ownAddresses).length > 0);
  const seen = createView(document, view);
  return invited
    .flatMap((component) => seen.ofOverride(component) ?? [])
    .toSorted((one, other) => one.start.instant - other.start.instant)[0];
}

function refuseUninvited(
  components: readonly EntryComponent[],
  { part }: People,
  ownAddresses: ReadonlySet<string>,
): void {
  const organisers = components.flatMap((component) => linesOf(component, "ORGANIZER"));
  if (organisers.some(({ parts }) => isOwnPerson(parts, ownAddresses)))
    throw refused("unsupported", "You organise this event yourself, so there is no invitation to answer.");
  if (part === "attendee") return;
  if (part === "none")
    throw refused("unsupported", "Nobody is invited to this, so there is no invitation to answer.");
  throw refused(
    "unsupported",
    ownAddresses.size === 0
      ? "The server names no mail address of this account, so your own invitation cannot be told from others; set CALDAV_USER_EMAIL."
      : "None of the people who are invited to this has a mail address of this account; if you are one of them, add the address to CALDAV_USER_EMAIL.",
  );
}

function textOf(
  document: CalendarDocument,
  { occurrence }: Answered,
  answer: Answer,
  options: ReplyOptions,
): string | undefined {
  // All versions of a component, so that it does not matter which one a reader takes for the newest.
  if (occurrence === undefined) return replyTo(document, document.components, answer, options);
  const text = replyToOccurrence(document, occurrence, answer, options);
  if (text !== undefined) verifyReply(document, { text, occurrence, answer }, options);
  return text;
}

type Planned = { text: string; occurrence: NonNullable<Answered["occurrence"]>; answer: Answer };

/** What documents can hold is richer than any rule about editing them, so the result itself is looked at. */
function verifyReply(
  before: CalendarDocument,
  { text, occurrence, answer }: Planned,
  options: ReplyOptions,
): void {
  const after = readDocument(text);
  const now = occurrenceAt(after, occurrence.recurrence, options);
  const same = now?.start.instant === occurrence.start.instant && now.end.instant === occurrence.end.instant;
  const others = before.overrides.filter((override) => override !== occurrence.component).length;
  if (same && now.fields().ownReply === answer && after.overrides.length === others + 1) return;
  throw refused(
    "unsupported",
    "This occurrence cannot be answered without changing more than the answer; answer the whole series, or use another program.",
  );
}
