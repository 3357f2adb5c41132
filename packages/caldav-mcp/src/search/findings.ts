import { BudgetSpent } from "server-kit";
import { createBreath } from "../breath.ts";
import type { Calendar } from "../dav/calendars.ts";
import { expansionInRounds } from "../ical/expansion.ts";
import type { Occurrence, Window } from "../ical/types.ts";
import type { ViewOptions } from "../ical/view.ts";
import { type CalendarsRead, readable } from "../listing/read-calendars.ts";
import { type Gaps, idOf, type Opened } from "../listing/reading.ts";
import { matchesIn, type Matches } from "./matching.ts";
import type { SearchRequest } from "./request.ts";
import { type Found, rowsOf } from "./rows.ts";

/** What a search has found so far, over all stretches of its window. */
export type Findings = {
  readonly rows: readonly Found[];
  /** Those that have answered so far. */
  calendars(): Calendar[];
  /** Leaves the calendars that failed out of the rest of the call, and says so in its gaps. */
  leaveOut(failed: CalendarsRead["failed"]): void;
  /** Looks through what calendars answered; an entry that lies in several stretches is looked at once. */
  look(read: CalendarsRead["read"]): Promise<void>;
  gaps(): Gaps;
};

type Matched = Opened & { matches: Matches };

export function createFindings(
  { sought, window, now, calendars }: Pick<SearchRequest, "sought" | "window" | "now" | "calendars">,
  view: ViewOptions,
): Findings {
  const rows: Found[] = [];
  const known = new Set<string>();
  const missed = new Set<string>();
  const failures = new Map<Calendar, CalendarsRead["failed"][number]["error"]>();
  const notExpanded: string[] = [];
  const expand = expansionInRounds(view);
  let unreadable = 0;
  let missing = 0;
  let incomplete = false;

  /** One that lies in several stretches is missing from each of them. */
  function count({ calendar, listing }: CalendarsRead["read"][number]): void {
    const names = listing.missingNames ?? [];
    missing += listing.missing - names.length;
    for (const name of names) missed.add(JSON.stringify([calendar.id, name]));
    incomplete ||= listing.incomplete;
  }

  async function matchedIn(read: CalendarsRead["read"]): Promise<Matched[]> {
    const matched: Matched[] = [];
    const breathe = createBreath();
    for (const { calendar, listing } of read) {
      for (const entry of listing.entries) {
        const key = JSON.stringify([calendar.id, entry.resource]);
        if (known.has(key)) continue;
        known.add(key);
        await breathe();
        const document = readable(entry.text);
        if (document?.kind !== "event") {
          unreadable += 1;
          continue;
        }
        const matches = await matchesIn(document, sought, breathe);
        if (matches.size > 0) matched.push({ entry, document, matches });
      }
    }
    return matched;
  }

  async function addRows(matched: readonly Matched[]): Promise<void> {
    const documents = matched.map(({ document }) => document);
    const expanded = matched.map((): Occurrence[] => []);
    const unknown = new Set<number>();
    // What is still to come is looked for first: where a series takes too long, that is what somebody wants to know.
    for (const part of [after(window, now), before(window, now)]) {
      if (part.from >= part.to) continue;
      const { results, notExpanded: indexes } = await expand(documents, part);
      for (const [index, occurrences] of results.entries())
        expanded[index] = joined(occurrences, expanded[index] ?? []);
      for (const index of indexes) unknown.add(index);
    }
    const breathe = createBreath();
    for (const [index, found] of matched.entries()) {
      await breathe();
      rows.push(...rowsOf(found, expanded[index] ?? [], { matches: found.matches, now }));
      if (unknown.has(index)) notExpanded.push(idOf(found));
    }
  }

  return {
    rows,
    calendars: () => calendars.filter((calendar) => !failures.has(calendar)),
    leaveOut: (failed) => {
      for (const { calendar, error } of failed) failures.set(calendar, error);
    },
    look: async (read) => {
      for (const one of read) count(one);
      await addRows(await matchedIn(read));
    },
    gaps: () => ({
      unreadable,
      missing: missing + missed.size,
      incomplete,
      notExpanded,
      notReached: [...failures].map(([calendar, error]) => ({ calendar, reason: error.message })),
      stopped: [...failures.values()].some((error) => error instanceof BudgetSpent)
        ? `The time for this call was used up after ${calendars.length - failures.size} of ${calendars.length} calendars.`
        : undefined,
    }),
  };
}

function after({ from, to }: Window, now: number): Window {
  return { from: Math.max(from, now), to };
}

function before({ from, to }: Window, now: number): Window {
  return { from, to: Math.min(to, now) };
}

/** One that is going on now lies in both parts. */
function joined(earlier: readonly Occurrence[], later: readonly Occurrence[]): Occurrence[] {
  const known = new Set(earlier.map(({ recurrence }) => recurrence));
  return [...earlier, ...later.filter(({ recurrence }) => !known.has(recurrence))];
}
