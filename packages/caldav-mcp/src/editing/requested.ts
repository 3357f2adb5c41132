import { badInput } from "../errors.ts";
import type { EntryStatus } from "../ical/entry-status.ts";
import type { LineField } from "../ical/edit/entry-fields.ts";
import type { EntryChange, EntryPatch } from "../ical/edit/types.ts";
import type { RecurrenceInput } from "../ical/recurrence-input.ts";
import type { ReminderInput } from "../ical/reminder-input.ts";
import type { ReplacedField } from "./replaced.ts";

/** New values for an event in the words of a caller: `null` takes a field away, `undefined` leaves it as it is. */
export type EventUpdate = {
  summary?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
  timezone?: string | undefined;
  description?: string | null | undefined;
  location?: string | null | undefined;
  categories?: readonly string[] | null | undefined;
  status?: EntryStatus<"event"> | null | undefined;
  transparent?: boolean | null | undefined;
  recurrence?: RecurrenceInput | null | undefined;
  reminders?: readonly ReminderInput[] | null | undefined;
};

/** A field of an event that can be given another value. */
export type EventField = ReplacedField & keyof EventUpdate;

/** What is to become of an event, and the names of the fields that this gives another value. */
export type Requested = { update: EventUpdate; change: EntryChange; fields: EventField[] };

/** Those that stand in lines of one name. */
export const EVENT_LINES = [
  "summary",
  "description",
  "location",
  "categories",
  "status",
  "transparent",
] as const satisfies readonly (keyof EventUpdate & LineField)[];

const PATCHED = [...EVENT_LINES, "reminders"] as const;

/**
 * Reads what a caller wants changed. An empty text or list means the same as `null`: calendars do not tell them apart.
 *
 * @throws CaldavError `bad-input` when nothing is to be changed, or a zone is given for no time
 */
export function readUpdate(given: EventUpdate): Requested {
  const update = withoutEmpty(given);
  const timed = update.start !== undefined || update.end !== undefined;
  const patched = PATCHED.filter((field) => update[field] !== undefined);
  const recurs = update.recurrence !== undefined;
  if (update.timezone !== undefined && !timed)
    throw badInput("A `timezone` says how `start` and `end` are read, so it needs one of them.");
  if (!timed && !recurs && patched.length === 0)
    throw badInput("Name at least one field that is to be changed.");
  return {
    update,
    fields: [
      ...patched,
      ...(timed ? (["start", "end"] as const) : []),
      ...(recurs ? (["recurrence"] as const) : []),
    ],
    change: {
      ...(patched.length === 0 ? {} : { patch: patchOf(update) }),
      ...(timed ? { times: { start: update.start, end: update.end, timezone: update.timezone } } : {}),
      ...(recurs ? { recurrence: update.recurrence } : {}),
    },
  };
}

function patchOf(update: EventUpdate): EntryPatch {
  return Object.fromEntries(PATCHED.map((field) => [field, update[field]]));
}

function withoutEmpty(update: EventUpdate): EventUpdate {
  const { description, location, categories, reminders } = update;
  return {
    ...update,
    ...(description === "" ? { description: null } : {}),
    ...(location === "" ? { location: null } : {}),
    ...(categories?.length === 0 ? { categories: null } : {}),
    ...(reminders?.length === 0 ? { reminders: null } : {}),
  };
}
