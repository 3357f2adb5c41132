import type { StoredEntry } from "../dav/entries.ts";
import type { EntryRef } from "../dav/entry-id.ts";
import { refused } from "../errors.ts";
import { taskDates } from "../ical/current-task.ts";
import type { CalendarDocument } from "../ical/document.ts";
import {
  countOccurrences,
  countRemaining,
  firstOccurrence,
  isSameCount,
  occurrenceFinder,
  type ViewOptions,
} from "../ical/occurrences.ts";
import { peopleIn } from "../ical/people.ts";
import { endBefore } from "../ical/edit/end-before.ts";
import { excludeOccurrences } from "../ical/edit/exclude.ts";
import { componentsFrom } from "../ical/edit/locate.ts";
import { readPlanned } from "../ical/edit/planned.ts";
import type { Moment, Occurrence, OccurrenceCount, People } from "../ical/types.ts";
import { ENTRY_WORDS } from "../ical/words.ts";
import { refuseSecondEntry } from "../rivals.ts";
import { refuseCompany, verifyChange } from "./verify.ts";

/** How far the caller wants a deletion in a series to reach. */
export type DeletionScope = "this_occurrence" | "this_and_future" | "entire_series";

/** What a deletion takes from one stored entry, worked out from the entry and not from the call. */
export type DeletionReach =
  | { kind: "single" }
  /** `last`: nothing is left of the series, so the entry goes with them. */
  | { kind: "occurrences"; count: number; last: boolean }
  | { kind: "rest"; count: OccurrenceCount }
  | { kind: "series"; count: OccurrenceCount };

/** One id of the call and the place it names. */
export type Wanted = { id: string; ref: EntryRef };

/** All that one write takes away: every id that lies in the same stored entry. */
export type Deletion = {
  entry: StoredEntry;
  ids: string[];
  /** The occurrences that the ids name, in the order of the ids. */
  recurrences: (string | undefined)[];
  /** The text that stays, or undefined when the whole entry goes. */
  remaining: string | undefined;
  reach: DeletionReach;
  /** When what goes begins, or a task is due: one for each occurrence that an id names, or the first one. */
  starts: Moment[];
  people: People;
};

/** An entry as it was read for a deletion. */
export type Reading = { entry: StoredEntry; document: CalendarDocument; view: ViewOptions; now: number };

type Request = { first: Wanted; group: readonly Wanted[]; scope: DeletionScope | undefined };

/**
 * What a deletion takes from one entry, and the text that it leaves. The text is read again and must show what the
 * question will say: the named occurrences gone, and an entry that still has one.
 *
 * @throws CaldavError
 */
export function planEntry(reading: Reading, { first, group, scope }: Request): Deletion {
  const whole = first.ref.recurrence === undefined || scope === "entire_series";
  if (whole) return planWhole(reading, first, scope);
  refuseSecondEntry(reading.document);
  if (scope === "this_and_future") return planRest(reading, first);
  return planOccurrences(reading, group);
}

function planWhole(reading: Reading, wanted: Wanted, scope: DeletionScope | undefined): Deletion {
  const { document, view } = reading;
  if (document.recurs && scope !== undefined && scope !== "entire_series")
    throw refused(
      "bad-input",
      `This id names a whole series; ${scope} needs the id of one occurrence, as list_events returns it.`,
    );
  return wholeEntry(reading, {
    wanted: [wanted],
    reach: document.recurs ? { kind: "series", count: countOccurrences(document, view) } : { kind: "single" },
    occurrences: [firstOccurrence(document, view)],
  });
}

/** From the first occurrence on, this and all later ones are the whole series. */
function planRest(reading: Reading, wanted: Wanted): Deletion {
  const { document, entry, view, now } = reading;
  const recurrence = wanted.ref.recurrence ?? "";
  const [occurrence] = namedOccurrences(reading, [wanted]);
  if (document.overridesThisAndFuture)
    throw refused(
      "unsupported",
      "This series holds a change that another program made for all later occurrences; delete the whole series or single occurrences.",
    );
  const { before, after } = countRemaining(document, recurrence, view);
  const starts = startsOf([occurrence]);
  if (before.kind === "count" && before.count === 0) {
    const count = countOccurrences(document, view);
    return wholeEntry(reading, {
      wanted: [wanted],
      reach: { kind: "series", count },
      occurrences: [occurrence],
    });
  }
  const remaining = endBefore(entry.text, recurrence, { now, zone: view.zone });
  const change = { before: document, after: readPlanned(remaining), named: [recurrence], starts, view };
  verifyChange(change, before);
  return {
    entry,
    ids: [wanted.id],
    recurrences: [recurrence],
    remaining,
    reach: { kind: "rest", count: after },
    starts: datesOf(document, [occurrence]),
    people: peopleIn(componentsFrom(document, recurrence, view), view.ownAddresses),
  };
}

/** One write excludes all of them; when none would be left, the entry goes as a whole. */
function planOccurrences(reading: Reading, group: readonly Wanted[]): Deletion {
  const { document, entry, view, now } = reading;
  const occurrences = namedOccurrences(reading, group);
  const recurrences = group.map(({ ref }) => ref.recurrence ?? "");
  const starts = startsOf(occurrences);
  const count = group.length;
  const ending: Whole = { wanted: group, reach: { kind: "occurrences", count, last: true }, occurrences };
  const left = without(countOccurrences(document, view), count);
  const nothingLeft = isSameCount(left, { kind: "count", count: 0 });
  // Occurrences whose series is stored elsewhere: without any of them the object would hold no entry to read.
  if (document.master === undefined && nothingLeft) return wholeEntry(reading, ending);
  const remaining = excludeOccurrences(document, recurrences, { now, zone: view.zone });
  const after = readPlanned(remaining);
  verifyChange({ before: document, after, named: recurrences, starts, view }, left);
  if (nothingLeft) return wholeEntry(reading, ending);
  return {
    entry,
    ids: group.map(({ id }) => id),
    recurrences,
    remaining,
    reach: { kind: "occurrences", count, last: false },
    starts: datesOf(document, occurrences),
    people: joined(occurrences.map((occurrence) => occurrence.people())),
  };
}

type Whole = {
  wanted: readonly Wanted[];
  reach: DeletionReach;
  occurrences: readonly (Occurrence | undefined)[];
};

function wholeEntry({ entry, document, view }: Reading, { wanted, reach, occurrences }: Whole): Deletion {
  refuseCompany(document);
  return {
    entry,
    ids: wanted.map(({ id }) => id),
    recurrences: wanted.map(({ ref }) => ref.recurrence),
    remaining: undefined,
    reach,
    starts: datesOf(document, occurrences),
    people: peopleIn(document.components, view.ownAddresses),
  };
}

function namedOccurrences({ document, view }: Reading, group: readonly Wanted[]): Occurrence[] {
  const find = occurrenceFinder(document, view);
  return group.map(({ ref }) => {
    const occurrence = ref.recurrence === undefined ? undefined : find(ref.recurrence);
    if (occurrence !== undefined) return occurrence;
    const { many } = ENTRY_WORDS[document.kind];
    throw refused("not-found", `The series has no such occurrence (any more); list the ${many} again.`);
  });
}

function without(count: OccurrenceCount, gone: number): OccurrenceCount {
  return count.kind === "count" ? { kind: "count", count: Math.max(0, count.count - gone) } : count;
}

function joined(people: readonly People[]): People {
  const parts = people.map(({ part }) => part);
  const part = (["organiser", "attendee", "unknown"] as const).find((known) => parts.includes(known));
  const involved = people.filter((one) => one.part !== "none");
  return {
    invited: new Set(people.flatMap(({ invited }) => [...invited])),
    part: part ?? "none",
    leftToClients: involved.length > 0 && involved.every(({ leftToClients }) => leftToClients),
  };
}

/** A task is known by when it is due. */
function datesOf({ kind }: CalendarDocument, occurrences: readonly (Occurrence | undefined)[]): Moment[] {
  if (kind !== "task") return startsOf(occurrences);
  return occurrences.flatMap((occurrence) => {
    const { start, due } = taskDates(occurrence);
    return due ?? start ?? [];
  });
}

function startsOf(occurrences: readonly (Occurrence | undefined)[]): Moment[] {
  return occurrences.flatMap((occurrence) => (occurrence === undefined ? [] : [occurrence.start]));
}
