import type { Budget } from "server-kit";
import { type CaldavAccount, viewOf } from "../account.ts";
import { createBreath } from "../breath.ts";
import type { Calendar, Discovery } from "../dav/calendars.ts";
import { encodeEntryId } from "../dav/entry-id.ts";
import { createExpansionBudget, expandAll } from "../ical/expansion.ts";
import type { EntryKind, Occurrence, Window } from "../ical/types.ts";
import type { ViewOptions } from "../ical/view.ts";
import { comparePlaces, type Listed } from "./place.ts";
import { type Gaps, idOf, type Opened, readEntries } from "./reading.ts";

/** One occurrence with the place it was found in. */
export type ListedOccurrence = Listed & { calendar: Calendar; recurs: boolean; occurrence: Occurrence };

export type ListingRequest = {
  kind: EntryKind;
  window: Window;
  zone: string;
  calendars: readonly Calendar[];
  discovery: Discovery;
};

type Call = { budget: Budget };

/**
 * The occurrences in a window over several calendars, by start.
 *
 * @throws CaldavError when no calendar could be read
 */
export async function listOccurrences(
  account: CaldavAccount,
  request: ListingRequest,
  call: Call,
): Promise<{ rows: ListedOccurrence[]; gaps: Gaps }> {
  const { kind, window, calendars } = request;
  const { opened, gaps } = await readEntries(account, { kind, window, calendars }, call);
  const { rows, notExpanded, cut } = await expandRows(account, opened, request, call);
  return { rows, gaps: { ...gaps, notExpanded, stopped: gaps.stopped ?? cut } };
}

async function expandRows(
  account: CaldavAccount,
  opened: readonly Opened[],
  { window, zone, discovery }: ListingRequest,
  call: Call,
) {
  const { results, notExpanded } = await expandAll(
    opened.map(({ document }) => document),
    window,
    listingView(account, zone, discovery),
    createExpansionBudget({}),
  );
  const rows: ListedOccurrence[] = [];
  const breathe = createBreath();
  let cut: string | undefined;
  for (const [index, occurrences] of results.entries()) {
    const place = opened[index];
    if (place === undefined) continue;
    await breathe();
    const granted = call.budget.collect(occurrences.length);
    for (const occurrence of occurrences.slice(0, granted)) rows.push(rowOf(place, occurrence));
    if (granted === occurrences.length) continue;
    cut = `More occurrences lie in this window than one call collects; it stopped after ${index + 1} of ${results.length} entries. Ask for a shorter window.`;
    break;
  }
  rows.sort(comparePlaces);
  return { rows, notExpanded: notExpanded.flatMap((index) => opened[index] ?? []).map(idOf), cut };
}

/** Ids must reach the same occurrence whatever zone is listed in, so a series is read as every other tool reads it. */
export function listingView({ config }: CaldavAccount, zone: string, discovery: Discovery): ViewOptions {
  return { ...viewOf(config.timezone, discovery), datesIn: zone };
}

function rowOf({ entry, document }: Opened, occurrence: Occurrence): ListedOccurrence {
  const { calendar, resource } = entry;
  const { recurrence } = occurrence;
  const id = encodeEntryId({ kind: document.kind, calendar: calendar.id, resource, recurrence });
  return { id, start: occurrence.start.instant, calendar, recurs: document.recurs, occurrence };
}
