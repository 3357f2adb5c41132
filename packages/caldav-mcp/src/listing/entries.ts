import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { createBreath } from "../breath.ts";
import type { Calendar } from "../dav/calendars.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { createExpansionBudget } from "../ical/expansion.ts";
import type { EntryKind } from "../ical/types.ts";
import { ENTRY_WORDS } from "../ical/words.ts";
import { comparePlaces, type Listed } from "./place.ts";
import { type Gaps, idOf, type Opened, readEntries } from "./reading.ts";

/** What a listing makes of an entry. `certain` is false where its series could not be followed. */
export type Look<Shown> = { start: number; shown: Shown; certain: boolean };

export type EntriesRequest<Shown> = {
  kind: EntryKind;
  calendars: readonly Calendar[];
  /** Undefined for an entry that the caller does not want. `deadline` says when to stop following a series. */
  look: (document: CalendarDocument, deadline: () => boolean) => Look<Shown> | undefined;
};

/** An entry with the place it was found in. */
export type ListedEntry<Shown> = Listed & Opened & { shown: Shown };

/**
 * One row for each entry of a kind, whether it has a date or none. The server is asked for all of them, without a time
 * range: several servers leave tasks without a start out of one (F97), and no undated journal entry is in any.
 *
 * @throws CaldavError when no calendar could be read
 */
export async function listEntries<Shown>(
  account: CaldavAccount,
  { kind, calendars, look }: EntriesRequest<Shown>,
  call: { budget: Budget },
): Promise<{ rows: ListedEntry<Shown>[]; gaps: Gaps }> {
  const { opened, gaps } = await readEntries(account, { kind, calendars }, call);
  const { clock, perEntryMs, totalMs } = createExpansionBudget();
  const breathe = createBreath();
  const start = clock();
  const rows: ListedEntry<Shown>[] = [];
  const notExpanded: string[] = [];
  for (const [index, one] of opened.entries()) {
    await breathe();
    const from = clock();
    const deadline = (): boolean => clock() - from > perEntryMs || clock() - start > totalMs;
    const looked = look(one.document, deadline);
    if (looked === undefined) continue;
    if (call.budget.collect(1) === 0) {
      const stopped = `More ${ENTRY_WORDS[kind].many} were found than one call collects; it stopped after ${index} of ${opened.length}. Ask for fewer calendars, or for a shorter time.`;
      return result(rows, { ...gaps, notExpanded, stopped: gaps.stopped ?? stopped });
    }
    const id = idOf(one);
    if (!looked.certain) notExpanded.push(id);
    rows.push({ ...one, id, start: looked.start, shown: looked.shown });
  }
  return result(rows, { ...gaps, notExpanded });
}

function result<Shown>(rows: ListedEntry<Shown>[], gaps: Gaps) {
  return { rows: rows.toSorted(comparePlaces), gaps };
}
