import { renderMoment, weekdayOf } from "../ical/instants.ts";
import type { EntryFields, Occurrence } from "../ical/types.ts";
import {
  attachmentsView,
  peopleView,
  present,
  remindersView,
  type ShownAs,
  textsView,
  totalsView,
} from "./entry.ts";

/**
 * One line of a listing. Foreign strings stand under `untrusted_text` only; everything else is ours: ids that passed
 * their grammar, numbers, dates we formatted, values of our own enums.
 */
export function eventRow(occurrence: Occurrence, shown: ShownAs): Record<string, unknown> {
  const fields = occurrence.fields();
  return {
    id: shown.id,
    calendar_id: shown.calendar,
    ...times(occurrence, shown.zone),
    ...state(occurrence, fields),
    attendees: fields.attendeesTotal,
    recurring: shown.recurs,
    ...(occurrence.edited ? { edited: true } : {}),
    has_reminders: fields.remindersTotal > 0,
    untrusted_text: present({ summary: fields.summary, location: fields.location }),
  };
}

/** Everything about one event or one occurrence of it; times in the event's own zone where it has one. */
export function eventDetail(occurrence: Occurrence, shown: ShownAs): Record<string, unknown> {
  const fields = occurrence.fields();
  return {
    id: shown.id,
    calendar_id: shown.calendar,
    ...times(occurrence, occurrence.start.zone ?? shown.zone),
    ...state(occurrence, fields),
    recurring: shown.recurs,
    ...(occurrence.edited ? { edited: true } : {}),
    ...peopleView(fields),
    ...remindersView(fields, shown.zone),
    ...attachmentsView(fields),
    ...totalsView(fields),
    untrusted_text: textsView(fields),
  };
}

function times(occurrence: Occurrence, zone: string): Record<string, unknown> {
  return {
    start: renderMoment(occurrence.start, zone),
    end: renderMoment(occurrence.end, zone),
    weekday: weekdayOf(occurrence.start, zone),
  };
}

function state(occurrence: Occurrence, fields: EntryFields): Record<string, unknown> {
  return {
    ...(fields.status === undefined ? {} : { status: fields.status }),
    ...(occurrence.cancelled ? { cancelled: true } : {}),
    ...(fields.transparent ? { transparent: true } : {}),
    ...(fields.ownReply === undefined ? {} : { own_reply: fields.ownReply }),
  };
}
