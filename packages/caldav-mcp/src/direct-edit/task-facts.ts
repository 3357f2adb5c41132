import { encodeEntryId } from "../dav/entry-id.ts";
import { type CurrentTask, currentTask, taskDates } from "../ical/current-task.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { renderMoment } from "../ical/instants.ts";
import { nextOpen } from "../ical/next-open.ts";
import { fieldsOf, occurrenceAt, startOf } from "../ical/occurrences.ts";
import type { Occurrence } from "../ical/types.ts";
import type { ViewOptions } from "../ical/view.ts";
import type { OpenedEntry } from "../opening.ts";
import { taskRow } from "../view/task.ts";

/** A task as results of changes speak of it; `now` in unix milliseconds, to tell what is overdue. */
export type TaskPlace = Pick<OpenedEntry, "entry" | "view"> & { now: number };

/**
 * What a task, or the named occurrence of it, is now: dates, status and progress, and of a recurring one which occurrence
 * is to be done next. No text of anybody is in it.
 */
export function taskFacts(
  document: CalendarDocument,
  recurrence: string | undefined,
  place: TaskPlace,
): Record<string, unknown> {
  const named = taskAt(document, recurrence, place.view);
  const { has_reminders: _reminders, untrusted_text: _texts, ...facts } = rowOf(document, named, place);
  const next = document.recurs ? nextOpen(document, place.view) : undefined;
  return { ...facts, ...(next?.kind === "open" ? { next: nextFacts(next.occurrence, place) } : {}) };
}

/** The name of the occurrence of a series that is to be done next, if there is one and it can be told. */
export function nextName(document: CalendarDocument, view: ViewOptions): string | undefined {
  const next = document.recurs ? nextOpen(document, view) : undefined;
  return next?.kind === "open" ? next.occurrence.recurrence : undefined;
}

function taskAt(
  document: CalendarDocument,
  recurrence: string | undefined,
  view: ViewOptions,
): CurrentTask & { named: Occurrence | undefined } {
  const named = recurrence === undefined ? undefined : occurrenceAt(document, recurrence, view);
  const occurrence = named ?? startOf(document, view);
  const fields = occurrence?.fields() ?? fieldsOf(document, view);
  return { occurrence, fields, certain: true, named };
}

function rowOf(
  document: CalendarDocument,
  task: ReturnType<typeof taskAt>,
  { entry, view, now }: TaskPlace,
): Record<string, unknown> {
  const { calendar, resource } = entry;
  const id = encodeEntryId({ kind: "task", calendar: calendar.id, resource });
  const occurrenceId = task.named && idOf(task.named, entry);
  const zone = task.occurrence?.start.zone ?? view.zone;
  return taskRow(task, { id, occurrenceId, calendar: calendar.id, recurs: document.recurs, zone, now });
}

function idOf({ recurrence }: Occurrence, { calendar, resource }: TaskPlace["entry"]): string {
  return encodeEntryId({ kind: "task", calendar: calendar.id, resource, recurrence });
}

function nextFacts(occurrence: Occurrence, { entry, view }: TaskPlace): Record<string, unknown> {
  const { start, due } = taskDates(occurrence);
  const zone = occurrence.start.zone ?? view.zone;
  return {
    occurrence_id: idOf(occurrence, entry),
    ...(start === undefined ? {} : { start: renderMoment(start, zone) }),
    ...(due === undefined ? {} : { due: renderMoment(due, zone) }),
  };
}

/** One sentence about what a task is now. */
export function taskInWords(document: CalendarDocument, view: ViewOptions): string {
  const { occurrence, fields } = currentTask(document, view);
  const { state } = fields.progress;
  const { due } = taskDates(occurrence);
  const which = document.recurs ? "Its next occurrence" : "It";
  if (state !== "open") return document.recurs ? `The series is now ${state}.` : `It is now ${state}.`;
  if (due === undefined) return `${which} is open now, without a due time.`;
  return `${which} is open now and due ${renderMoment(due, due.zone ?? view.zone).value}.`;
}
