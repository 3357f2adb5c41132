import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { readEntry } from "../dav/entries.ts";
import { writeEntry } from "../dav/entry-writes.ts";
import { CaldavError, refused } from "../errors.ts";
import { type CalendarDocument, readDocument } from "../ical/document.ts";
import { replyTo } from "../ical/edit/reply.ts";
import { occurrenceAt } from "../ical/occurrences.ts";
import { type MailState, mailState } from "./mail.ts";
import type { PlannedReply } from "./plan.ts";

type Call = { budget: Budget };

/** What became of an answer. */
export type Replied = {
  mail: MailState;
  /** It was read back, and the answer is in it. */
  verified: boolean;
  notes: string[];
};

/**
 * Writes an approved answer and reads back what the server made of it. Once the server has confirmed the write, nothing
 * that happens afterwards makes it look undone.
 *
 * @throws CaldavError when nothing was changed, or `write-unknown`
 */
export async function carryOutReply(
  account: CaldavAccount,
  reply: PlannedReply,
  text: string,
  call: Call,
): Promise<Replied> {
  if (!account.mayBegin()) throw refused("write-failed", "This server was told to end.");
  await writeEntry(account.client, reply.opened.entry, text, call);
  const { sending, opened } = reply;
  const stored = await lookBack(account, reply, call);
  if (typeof stored === "string") {
    const state = mailState(sending, { before: [], after: [] });
    return { mail: state, verified: false, notes: [NOT_SEEN[stored]] };
  }
  const { components } = opened.document;
  const mail = mailState(sending, { before: components, after: stored.components });
  const verified = says(stored, reply, account.now());
  return {
    mail,
    verified,
    notes: verified ? [] : ["The server stored another answer than was sent; read the event."],
  };
}

const NOT_SEEN = {
  gone: "The server confirmed the write, and the event is not there any more: some servers take away what was declined.",
  unread: "The server confirmed the write. Reading it back failed; do not answer again.",
};

async function lookBack(
  account: CaldavAccount,
  { opened: { entry } }: PlannedReply,
  call: Call,
): Promise<CalendarDocument | keyof typeof NOT_SEEN> {
  try {
    return readDocument((await readEntry(account.client, entry.calendar, entry.resource, call)).text);
  } catch (error) {
    return error instanceof CaldavError && error.code === "not-found" ? "gone" : "unread";
  }
}

/** Whether everything that was answered says so. */
function says(
  stored: CalendarDocument,
  { occurrence, answer, opened: { view } }: PlannedReply,
  now: number,
): boolean {
  if (occurrence === undefined)
    return replyTo(stored, stored.components, answer, { ...view, now }) === undefined;
  return occurrenceAt(stored, occurrence.recurrence, view)?.fields().ownReply === answer;
}
