import type { EntryComponent } from "../component.ts";
import type { EntryStatus } from "../entry-status.ts";
import type { OccurrenceCount } from "../types.ts";
import type { RecurrenceInput } from "../recurrence-input.ts";
import type { ReminderInput } from "../reminder-input.ts";

/** `now` in unix milliseconds, for DTSTAMP and LAST-MODIFIED; `zone` as in the listing that the id comes from. */
export type EditOptions = { now: number; zone: string };

/** `occurrence`: the name of the occurrence whose times the caller speaks of; without it those of the series itself. */
export type SeriesOptions = EditOptions & { occurrence?: string | undefined };

/** `uid`: of the object with the later occurrences. */
export type RestOptions = EditOptions & { uid: string };

/**
 * New values for the fields of one entry, in the words of a caller. `null` takes a field away, `undefined` leaves it as
 * it is. Texts are checked when they are written (see gate.ts); the rest is checked here.
 */
export type EntryPatch = {
  summary?: string | null | undefined;
  description?: string | null | undefined;
  location?: string | null | undefined;
  categories?: readonly string[] | null | undefined;
  status?: EntryStatus | null | undefined;
  /** true: does not make its owner busy. Events only. */
  transparent?: boolean | null | undefined;
  /** In place of the plain reminders that the entry has; those that mail, sound or are snoozed stay. */
  reminders?: readonly ReminderInput[] | null | undefined;
  /** 0 to 9; 1 is the highest, 0 is none. */
  priority?: number | null | undefined;
  /** 0 to 100. Tasks only. */
  percentComplete?: number | null | undefined;
  /** When a task was done, in unix milliseconds. Tasks only. */
  completed?: number | null | undefined;
};

/**
 * New times, written as for a new entry. A start alone keeps the length; an end alone changes it; from dates to times
 * and back needs both. `end` is the due time of a task. `null` takes it away, which only tasks and journals allow.
 */
export type TimesChange = {
  start?: string | null | undefined;
  end?: string | null | undefined;
  timezone?: string | undefined;
};

/** What an edit makes of an entry; `recurrence: null` ends the repeating. */
export type EntryChange = {
  patch?: EntryPatch | undefined;
  times?: TimesChange | undefined;
  recurrence?: RecurrenceInput | null | undefined;
};

export type EditResult = {
  /** The whole calendar object, edited; the one that was given when nothing changes. */
  text: string;
  /** A second calendar object with the later occurrences, under a UID of its own. */
  rest?: string;
  /** What the caller should know, in our words. */
  notes: string[];
  /** How many occurrences show something else afterwards. */
  changed: OccurrenceCount;
  /** How many of them had been edited on their own and keep something of that. */
  keptEdited: number;
  /** How many occurrences that had been edited on their own are gone, since the series has no place for them any more. */
  dropped: number;
  /** The components of these, as they stood before. */
  gone: readonly EntryComponent[];
};
