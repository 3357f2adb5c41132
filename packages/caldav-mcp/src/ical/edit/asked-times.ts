import { badInput, CaldavError } from "../../errors.ts";
import type { EntryComponent } from "../component.ts";
import type { CalendarDocument } from "../document.ts";
import type { EntryTime } from "../entry-time.ts";
import { recurrenceSet, type RecurrenceSet } from "../recurrence-set.ts";
import { viewerZone } from "../view.ts";
import type { Zone } from "../zone.ts";
import { endLike, isDuration, timesOf, type Times } from "./length.ts";
import { locateExisting } from "./locate.ts";
import { readNewTimes, type NewTimes } from "./new-times.ts";
import { placedAt } from "./placed.ts";
import { followingClocks, startingWhenDue } from "./series-start.ts";
import type { EntryChange, SeriesOptions, TimesChange } from "./types.ts";

/** What is changed: an entry with all that hangs on its start. */
export type Entry = {
  document: CalendarDocument;
  master: EntryComponent;
  set: RecurrenceSet | undefined;
  viewer: Zone;
  /** The occurrence that the caller speaks of, and its override. */
  anchor: EntryTime | undefined;
  named: EntryComponent | undefined;
};

/** @throws CaldavError `unsupported`, and for the name of an occurrence `bad-input` or `not-found` */
export function entryOf(document: CalendarDocument, { zone, occurrence }: SeriesOptions): Entry {
  const { master } = document;
  if (master === undefined)
    throw new CaldavError(
      "unsupported",
      "Only single occurrences of this series are stored here, so it cannot be changed as a whole. Nothing was changed.",
    );
  const viewer = viewerZone(zone);
  const set = recurrenceSet(document, viewer);
  if (occurrence === undefined) return { document, master, set, viewer, anchor: undefined, named: undefined };
  const { time, key } = locateExisting(document, occurrence, { zone });
  return { document, master, set, viewer, anchor: time, named: set?.overrideOf({ key }) };
}

/** Whether other dates hang on the start of an entry. */
export function hasDates({ master, components }: CalendarDocument): boolean {
  const own = master === undefined ? 0 : master.rules.length + master.rdates.length + master.exdates.length;
  return own > 0 || components.some(({ recurrenceId }) => recurrenceId !== undefined);
}

/** Of a task that has a due time only, that one. */
export function firstOf({ start, end }: Times): EntryTime | undefined {
  return start ?? (isDuration(end) ? undefined : end);
}

/** The times that a caller asks for. */
export type Asked = {
  /** The occurrence that the caller speaks of, before, and its times afterwards as the series has them. */
  from: EntryTime | undefined;
  times: Times;
  /** The times of its override, if it has one. */
  named: Times | undefined;
  notes: string[];
  given: boolean;
};

/** @throws CaldavError `bad-input` */
export function askedTimes(
  { document, master, set, viewer, anchor, named }: Entry,
  { times, recurrence }: EntryChange,
  { repeats, zone }: SeriesOptions & { repeats: boolean },
): Asked {
  const from = anchor ?? set?.start;
  if (times === undefined && !repeats)
    return { from, times: timesOf(master), named: undefined, notes: [], given: false };
  const placed = anchor === undefined || times === undefined ? master : placedAt(master, anchor, viewer);
  const own =
    named === undefined || times === undefined
      ? undefined
      : readNewTimes({ ...named, start: named.start ?? anchor }, times, { zone, recurring: false });
  const read = times === undefined ? { ...timesOf(placed), notes: [] } : readSeriesTimes(times);
  const begins = recurrence !== undefined && repeats && !hasDates(document);
  const asked = begins ? startingWhenDue(followingClocks(read, { zone, timezone: times?.timezone })) : read;
  return { from, times: asked, named: own, notes: asked.notes, given: times !== undefined };

  /** The end that is given for an occurrence says how long the others last, wherever that one has been moved to. */
  function readSeriesTimes(given: TimesChange): NewTimes {
    if (own === undefined || placed.start === undefined || given.start !== undefined)
      return readNewTimes(placed, given, { zone, recurring: repeats });
    if (own.start?.form !== placed.start.form && [own.start?.form, placed.start.form].includes("date"))
      throw badInput(
        "This occurrence and its series are not both on dates or at times; give `start` as well.",
      );
    return { start: placed.start, end: endLike(own, placed.start, viewer), notes: own.notes };
  }
}
