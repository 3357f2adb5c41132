import type { Budget } from "server-kit";
import { type CaldavAccount, viewOf } from "../account.ts";
import type { NewEntryOptions } from "../ical/compose.ts";
import type { NewEntry } from "../ical/new-series.ts";
import type { EntryKind } from "../ical/types.ts";
import { calendarForNew, storeNew } from "./store-new.ts";

export type CreateRequest = {
  calendarId: string;
  kind: EntryKind;
  compose: (options: NewEntryOptions) => Promise<NewEntry>;
};

/**
 * Creates an entry from a caller's words; what comes back is what the tools answer.
 *
 * @throws CaldavError, BudgetSpent when nothing was stored, or `write-unknown`
 */
export async function createFrom(
  account: CaldavAccount,
  { calendarId, kind, compose }: CreateRequest,
  call: { budget: Budget },
): Promise<Record<string, unknown>> {
  const { timezone: zone } = account.config;
  const discovery = await account.discover(call);
  const calendar = calendarForNew(discovery, calendarId, kind);
  const { text, series, notes } = await compose({ zone, uid: account.newUid(), now: account.now() });
  const stored = await storeNew(account, { calendar, text, view: viewOf(zone, discovery) }, call);
  return {
    created: true,
    id: stored.id,
    calendar_id: calendar.id,
    ...stored.times,
    verified: stored.verified,
    ...(series === undefined ? {} : { recurrence: series }),
    notes: [...notes, ...stored.notes],
  };
}
