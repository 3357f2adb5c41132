import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { type Calendar, calendarById, type Discovery } from "../dav/calendars.ts";
import { readEntry } from "../dav/entries.ts";
import { encodeEntryId } from "../dav/entry-id.ts";
import { createEntry } from "../dav/entry-writes.ts";
import { CaldavError } from "../errors.ts";
import { type CalendarDocument, readDocument } from "../ical/document.ts";
import { searchText } from "../ical/fields.ts";
import type { EntryKind } from "../ical/types.ts";
import type { ViewOptions } from "../ical/view.ts";
import { ENTRY_WORDS } from "../ical/words.ts";
import { hasSameTimes, timesView } from "./stored-times.ts";

type Call = { budget: Budget };

/** A new entry as it stands on the server, or as it was sent when it could not be read back. */
export type Creation = {
  id: string;
  calendar: Calendar;
  /** Its times and their weekday as a result shows them; empty where it has none. */
  times: Record<string, unknown>;
  /** It was read back after the write. */
  verified: boolean;
  /** What is not as it was sent, in our words. */
  notes: string[];
};

const MAX_NAMED = 8;

/**
 * The calendar for a new entry of a kind.
 *
 * @throws CaldavError when there is no such calendar, or none of this kind can be stored in it; nothing was changed
 */
export function calendarForNew(discovery: Discovery, id: string, kind: EntryKind): Calendar {
  const calendar = calendarById(discovery, id);
  if (calendar.components.includes(kind)) return calendar;
  const { many } = ENTRY_WORDS[kind];
  const others = discovery.calendars.filter(
    ({ components, readOnly }) => components.includes(kind) && !readOnly,
  );
  const named = others.slice(0, MAX_NAMED).map((other) => JSON.stringify(other.id));
  const more = others.length > named.length ? ` and ${others.length - named.length} more` : "";
  const hint =
    named.length === 0
      ? `No calendar of this account that can be written to takes ${many}.`
      : `These do: ${named.join(", ")}${more}.`;
  throw new CaldavError("unsupported", `This calendar takes no ${many}. ${hint} Nothing was changed.`);
}

/**
 * Stores a new entry and reads it back. Once the server has confirmed the write, nothing that happens afterwards makes
 * it look undone.
 *
 * @throws CaldavError, BudgetSpent when nothing was stored, or `write-unknown`
 */
export async function storeNew(
  account: CaldavAccount,
  { calendar, text, view }: { calendar: Calendar; text: string; view: ViewOptions },
  call: Call,
): Promise<Creation> {
  const sent = readDocument(text);
  const { kind } = sent;
  const { resource } = await createEntry(account.client, calendar, text, call);
  const stored = await lookBack(account, { calendar, resource, sent, view }, call);
  return {
    id: encodeEntryId({ kind, calendar: calendar.id, resource }),
    calendar,
    ...(stored ?? { times: timesView(sent, view), verified: false, notes: [NOT_SHOWN] }),
  };
}

const NOT_SHOWN =
  "The server confirmed the write. Reading it back failed, so this shows it as it was sent; do not create it again.";

type Look = { calendar: Calendar; resource: string; sent: CalendarDocument; view: ViewOptions };

/** Undefined whatever the reason: the write is done, and no failure to show it may say otherwise. */
async function lookBack(
  account: CaldavAccount,
  { calendar, resource, sent, view }: Look,
  call: Call,
): Promise<Pick<Creation, "times" | "verified" | "notes"> | undefined> {
  try {
    const stored = readDocument((await readEntry(account.client, calendar, resource, call)).text);
    return {
      times: timesView(stored, view),
      verified: true,
      notes: differences(sent, stored, view),
    };
  } catch {
    return undefined;
  }
}

function differences(sent: CalendarDocument, stored: CalendarDocument, view: ViewOptions): string[] {
  return [
    ...(hasSameTimes(sent, stored, view) ? [] : ["The server stored other times than were sent."]),
    ...(sent.recurs === stored.recurs ? [] : ["The server did not store the recurrence as it was sent."]),
    ...(textsOf(sent) === textsOf(stored)
      ? []
      : ["The server changed a text of the entry when it stored it."]),
  ];
}

/** For comparing only. */
function textsOf({ master }: CalendarDocument): string {
  if (master === undefined) return "";
  const fields = ["summary", "location", "description", "categories"] as const;
  return JSON.stringify(fields.map((field) => searchText(master, field)));
}
