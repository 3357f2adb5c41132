import { BudgetSpent, type Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import type { Calendar } from "../dav/calendars.ts";
import { type Listing, queryEntries } from "../dav/entries.ts";
import { partsAllowance } from "../dav/in-parts.ts";
import { CaldavError } from "../errors.ts";
import { type CalendarDocument, readDocument } from "../ical/document.ts";
import type { EntryKind, Window } from "../ical/types.ts";

export type CalendarsQuery = {
  kind: EntryKind;
  window?: Window;
  calendars: readonly Calendar[];
  /** What becomes of a calendar whose answer is too large: it is read in parts, unless the caller has a better way. */
  ifTooLarge?: "in-parts" | "fail";
};

/** What came of asking several calendars; a failure of one takes nothing from the others. */
export type CalendarsRead = {
  read: { calendar: Calendar; listing: Listing }[];
  failed: { calendar: Calendar; error: CaldavError | BudgetSpent }[];
};

/** Asks calendars side by side for the entries of a window. Whoever shows an answer says which of them failed. */
export async function readCalendars(
  account: Pick<CaldavAccount, "client">,
  { calendars, ifTooLarge = "in-parts", ...query }: CalendarsQuery,
  call: { budget: Budget },
): Promise<CalendarsRead> {
  const parts = ifTooLarge === "fail" ? {} : { inParts: partsAllowance(account.client) };
  const settled = await Promise.allSettled(
    calendars.map((calendar) => queryEntries(account.client, calendar, { ...query, ...parts }, call)),
  );
  const result: CalendarsRead = { read: [], failed: [] };
  for (const [index, outcome] of settled.entries()) {
    const calendar = calendars[index];
    if (calendar === undefined) continue;
    if (outcome.status === "fulfilled") result.read.push({ calendar, listing: outcome.value });
    else if (isExpected(outcome.reason)) result.failed.push({ calendar, error: outcome.reason });
    else throw outcome.reason;
  }
  return result;
}

function isExpected(error: unknown): error is CaldavError | BudgetSpent {
  return error instanceof CaldavError || error instanceof BudgetSpent;
}

/** Undefined for what cannot be read: one entry must not spoil the list. */
export function readable(text: string): CalendarDocument | undefined {
  try {
    return readDocument(text);
  } catch (error) {
    if (error instanceof CaldavError) return undefined;
    throw error;
  }
}
