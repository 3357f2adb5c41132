import type { Budget } from "server-kit";
import { type CaldavAccount, viewOf } from "../account.ts";
import type { Calendar, Discovery } from "../dav/calendars.ts";
import { encodeEntryId } from "../dav/entry-id.ts";
import { expansionInRounds } from "../ical/expansion.ts";
import type { EntryKind, Occurrence, Window } from "../ical/types.ts";
import type { ViewOptions } from "../ical/view.ts";
import { firstRows, type PageBounds } from "./first-rows.ts";
import type { Listed } from "./place.ts";
import { type Gaps, idOf, type Opened, readEntries } from "./reading.ts";

/** One occurrence with the place it was found in. */
export type ListedOccurrence = Listed & { calendar: Calendar; recurs: boolean; occurrence: Occurrence };

export type ListingRequest = {
  kind: EntryKind;
  window: Window;
  zone: string;
  calendars: readonly Calendar[];
  discovery: Discovery;
  page: PageBounds;
};

type Call = { budget: Budget };

/**
 * The occurrences in a window over several calendars by start, as far as a page shows them: its rows, and one more when
 * there are more.
 *
 * @throws CaldavError when no calendar could be read
 */
export async function listOccurrences(
  account: CaldavAccount,
  request: ListingRequest,
  call: Call,
): Promise<{ rows: ListedOccurrence[]; gaps: Gaps }> {
  const { kind, window, calendars, zone, discovery, page } = request;
  const reading = await readEntries(account, { kind, window, calendars }, call);
  const expand = expansionInRounds(listingView(account, zone, discovery));
  const rows = firstRows<ListedOccurrence>(page);
  const notExpanded: string[] = [];
  let entries = 0;
  let cutAfter: number | undefined;

  function collect(place: Opened, occurrences: readonly Occurrence[]): void {
    entries += 1;
    if (cutAfter !== undefined) return;
    const granted = call.budget.collect(occurrences.length);
    for (const occurrence of occurrences.slice(0, granted))
      rows.add(occurrence.start.instant, () => rowOf(place, occurrence));
    if (granted < occurrences.length) cutAfter = entries;
  }

  for await (const opened of reading.opened()) {
    const documents = opened.map(({ document }) => document);
    const { results, notExpanded: indexes } = await expand(documents, window);
    for (const [index, place] of opened.entries()) collect(place, results[index] ?? []);
    notExpanded.push(...indexes.flatMap((index) => opened[index] ?? []).map(idOf));
  }
  const gaps = reading.gaps();
  return {
    rows: rows.inOrder(),
    gaps: { ...gaps, notExpanded, stopped: gaps.stopped ?? whyCut(cutAfter, entries) },
  };
}

function whyCut(after: number | undefined, entries: number): string | undefined {
  if (after === undefined) return undefined;
  return `More occurrences lie in this window than one call collects; it stopped after ${after} of ${entries} entries. Ask for a shorter window.`;
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
