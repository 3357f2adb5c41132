import type { ReplacedField } from "../editing/replaced.ts";
import { badInput } from "../errors.ts";
import type { ProgressInput } from "../ical/edit/completion.ts";
import type { EntryChange, EntryPatch, TimesChange } from "../ical/edit/types.ts";
import type { EntryStatus } from "../ical/entry-status.ts";
import type { RecurrenceInput } from "../ical/recurrence-input.ts";
import type { ReminderInput } from "../ical/reminder-input.ts";

/** New values for a task in the words of a caller: `null` takes a field away, `undefined` leaves it as it is. */
export type TaskUpdate = {
  summary?: string | undefined;
  start?: string | null | undefined;
  due?: string | null | undefined;
  timezone?: string | undefined;
  description?: string | null | undefined;
  priority?: number | null | undefined;
  categories?: readonly string[] | null | undefined;
  reminders?: readonly ReminderInput[] | null | undefined;
  recurrence?: RecurrenceInput | null | undefined;
  percent_complete?: number | null | undefined;
  status?: ProgressInput["status"];
};

/** New values for a journal entry. */
export type JournalUpdate = {
  summary?: string | undefined;
  date?: string | null | undefined;
  timezone?: string | undefined;
  description?: string | null | undefined;
  categories?: readonly string[] | null | undefined;
  status?: EntryStatus<"journal"> | null | undefined;
};

/** What is to become of an entry, and the names of the fields that this gives another value. */
export type Requested = {
  change: EntryChange;
  /** How far a task is, which is worked out from what it says now. */
  progress: ProgressInput | undefined;
  fields: ReplacedField[];
};

const TASK_FIELDS = ["summary", "description", "priority", "categories", "reminders"] as const;
const JOURNAL_FIELDS = ["summary", "description", "categories", "status"] as const;

/**
 * Reads what a caller wants changed in a task. An empty text or list means the same as `null`: calendars do not tell
 * them apart.
 *
 * @throws CaldavError `bad-input` when nothing is to be changed, or a zone is given for no time
 */
export function readTaskUpdate(given: TaskUpdate): Requested {
  const { start, due, timezone, recurrence, percent_complete: percentComplete, status } = given;
  const patched = TASK_FIELDS.filter((field) => given[field] !== undefined);
  const progressed = percentComplete !== undefined || status !== undefined;
  const timed = start !== undefined || due !== undefined;
  return requested({
    patched,
    patch: patchOf(given, patched),
    times: timed ? { start, end: due, timezone } : undefined,
    timezone,
    timedFields: ["start", "due"],
    recurrence,
    progress: progressed ? { status, percentComplete } : undefined,
  });
}

/** {@link readTaskUpdate} for a journal entry; its date is where it starts. */
export function readJournalUpdate(given: JournalUpdate): Requested {
  const { date, timezone } = given;
  const patched = JOURNAL_FIELDS.filter((field) => given[field] !== undefined);
  return requested({
    patched,
    patch: patchOf(given, patched),
    times: date === undefined ? undefined : { start: date, timezone },
    timezone,
    timedFields: ["start"],
    recurrence: undefined,
    progress: undefined,
  });
}

type Parts = {
  patched: readonly ReplacedField[];
  patch: EntryPatch;
  times: TimesChange | undefined;
  timezone: string | undefined;
  timedFields: ReplacedField[];
  recurrence: RecurrenceInput | null | undefined;
  progress: ProgressInput | undefined;
};

function requested({ patched, patch, times, timezone, timedFields, recurrence, progress }: Parts): Requested {
  if (timezone !== undefined && times === undefined)
    throw badInput("A `timezone` says how a time is read, so it needs one.");
  const recurs = recurrence !== undefined;
  if (patched.length === 0 && times === undefined && !recurs && progress === undefined)
    throw badInput("Name at least one field that is to be changed.");
  return {
    change: {
      ...(patched.length === 0 ? {} : { patch }),
      ...(times === undefined ? {} : { times }),
      ...(recurs ? { recurrence } : {}),
    },
    progress,
    fields: [
      ...patched,
      ...(times === undefined ? [] : timedFields),
      ...(recurs ? (["recurrence"] as const) : []),
    ],
  };
}

function patchOf<Field extends string>(
  given: Partial<Record<Field, unknown>>,
  fields: readonly Field[],
): EntryPatch {
  const isEmpty = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    fields.map((field) => [field, isEmpty(given[field]) ? null : given[field]]),
  ) as EntryPatch;
}
