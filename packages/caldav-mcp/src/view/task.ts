import { type CurrentTask, taskDates } from "../ical/current-task.ts";
import { dateAt, renderInstant, renderMoment, weekdayOf } from "../ical/instants.ts";
import type { EntryFields, Moment } from "../ical/types.ts";
import {
  attachmentsView,
  peopleView,
  present,
  remindersView,
  type ShownAs,
  textsView,
  totalsView,
} from "./entry.ts";

export type ShownTask = ShownAs & {
  now: number;
  /** Of a recurring task, the id of the one occurrence that is shown. */
  occurrenceId: string | undefined;
};

/** One line of a listing; foreign strings stand under `untrusted_text` only, as in a row of events. */
export function taskRow(task: CurrentTask, shown: ShownTask): Record<string, unknown> {
  const { fields } = task;
  return {
    ...own(task, shown, shown.zone),
    has_reminders: fields.remindersTotal > 0,
    untrusted_text: present({ summary: fields.summary, location: fields.location }),
  };
}

/** Everything about one task or one occurrence of it; times in the task's own zone where it has one. */
export function taskDetail(task: CurrentTask, shown: ShownTask): Record<string, unknown> {
  const { fields, occurrence } = task;
  return {
    ...own(task, shown, occurrence?.start.zone ?? shown.zone),
    ...(occurrence?.edited === true ? { edited: true } : {}),
    ...peopleView(fields),
    ...remindersView(fields, shown.zone),
    ...attachmentsView(fields),
    ...totalsView(fields),
    untrusted_text: textsView(fields),
  };
}

function own(task: CurrentTask, shown: ShownTask, zone: string): Record<string, unknown> {
  const { completedAt, percentComplete, priority, state } = task.fields.progress;
  const { start, due } = taskDates(task.occurrence);
  return {
    id: shown.id,
    calendar_id: shown.calendar,
    ...(shown.occurrenceId === undefined ? {} : { occurrence_id: shown.occurrenceId }),
    ...(start === undefined ? {} : { start: renderMoment(start, zone) }),
    ...(due === undefined ? {} : { due: renderMoment(due, zone), weekday: weekdayOf(due, zone) }),
    status: statusOf(task.fields),
    ...(completedAt === undefined ? {} : { completed_at: renderInstant(completedAt, zone) }),
    ...(percentComplete === undefined ? {} : { percent_complete: percentComplete }),
    ...(priority === undefined ? {} : { priority }),
    overdue: state === "open" && due !== undefined && isPast(due, shown),
    recurring: shown.recurs,
  };
}

/** Programs mark a task as done in several ways; here they look alike. */
function statusOf({ progress, status }: EntryFields): string {
  if (progress.state !== "open") return progress.state;
  return status === "in-process" ? status : "needs-action";
}

/** A task that is due on a date has that whole day. */
function isPast(due: Moment, { now, zone }: ShownTask): boolean {
  return due.allDay ? due.wall < dateAt(now, zone) : due.instant < now;
}
