import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { createBreath } from "../breath.ts";
import type { Calendar } from "../dav/calendars.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { createExpansionBudget } from "../ical/expansion.ts";
import type { EntryKind } from "../ical/types.ts";
import { ENTRY_WORDS } from "../ical/words.ts";
import { firstRows, type PageBounds } from "./first-rows.ts";
import type { Listed } from "./place.ts";
import { type Gaps, idOf, type Opened, readEntries } from "./reading.ts";

/** What a listing makes of an entry. `certain` is false where its series could not be followed. */
export type Look<Shown> = { start: number; shown: Shown; certain: boolean };

export type EntriesRequest<Shown> = {
  kind: EntryKind;
  calendars: readonly Calendar[];
  page: PageBounds;
  /** Undefined for an entry that the caller does not want. `deadline` says when to stop following a series. */
  look: (document: CalendarDocument, deadline: () => boolean) => Look<Shown> | undefined;
};

/** An entry with the place it was found in. */
export type ListedEntry<Shown> = Listed & Opened & { shown: Shown };

/**
 * One row for each entry of a kind, whether it has a date or none, as far as a page shows them: its rows, and one more
 * when there are more. The server is asked for all of them, without a time
 * range: several servers leave tasks without a start out of one (F97), and no undated journal entry is in any.
 *
 * @throws CaldavError when no calendar could be read
 */
export async function listEntries<Shown>(
  account: CaldavAccount,
  { kind, calendars, page, look }: EntriesRequest<Shown>,
  call: { budget: Budget },
): Promise<{ rows: ListedEntry<Shown>[]; gaps: Gaps }> {
  const reading = await readEntries(account, { kind, calendars }, call);
  const { clock, perEntryMs, totalMs } = createExpansionBudget();
  const breathe = createBreath();
  const rows = firstRows<ListedEntry<Shown>>(page);
  const notExpanded: string[] = [];
  let looked = 0;
  let entries = 0;
  let cutAfter: number | undefined;

  function collect(one: Opened): void {
    const from = clock();
    const deadline = (): boolean => clock() - from > perEntryMs || looked + clock() - from > totalMs;
    const seen = look(one.document, deadline);
    looked += clock() - from;
    if (seen === undefined) return;
    if (call.budget.collect(1) === 0) {
      cutAfter = entries;
      return;
    }
    const { start, shown, certain } = seen;
    if (!certain) notExpanded.push(idOf(one));
    rows.add(start, () => ({ ...one, id: idOf(one), start, shown }));
  }

  for await (const opened of reading.opened()) {
    for (const one of opened) {
      await breathe();
      if (cutAfter === undefined) collect(one);
      entries += 1;
    }
  }
  const gaps = reading.gaps();
  return {
    rows: rows.inOrder(),
    gaps: { ...gaps, notExpanded, stopped: gaps.stopped ?? whyCut(kind, { cutAfter, entries }) },
  };
}

function whyCut(
  kind: EntryKind,
  { cutAfter, entries }: { cutAfter: number | undefined; entries: number },
): string | undefined {
  if (cutAfter === undefined) return undefined;
  return `More ${ENTRY_WORDS[kind].many} were found than one call collects; it stopped after ${cutAfter} of ${entries}. Ask for fewer calendars, or for a shorter time.`;
}
