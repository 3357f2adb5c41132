import { renderInstant, renderMoment, weekdayOf } from "../ical/instants.ts";
import type { EntryFields, Occurrence } from "../ical/types.ts";

/** What stands beside an occurrence when it is shown. */
export type ShownAs = { id: string; calendar: string; recurs: boolean; zone: string };

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
    attendees: fields.attendees.map((attendee) => ({
      reply: attendee.reply,
      role: attendee.role,
      own: attendee.own,
      untrusted_text: present({ name: attendee.name, address: attendee.address }),
    })),
    ...(fields.organiser === undefined ? {} : { organiser: organiserView(fields.organiser) }),
    reminders: fields.reminders.map((reminder) => reminderView(reminder, shown.zone)),
    attachments: fields.attachments.map((attachment) => ({
      inline: attachment.inline,
      ...(attachment.bytes === undefined ? {} : { bytes: attachment.bytes }),
      untrusted_text: present({ media_type: attachment.mediaType, address: attachment.address }),
    })),
    ...totals(fields),
    untrusted_text: present({
      summary: fields.summary,
      location: fields.location,
      description: fields.description,
      url: fields.url,
      categories: fields.categories.length > 0 ? fields.categories : undefined,
    }),
  };
}

/** How many there are of what is not shown in full. */
function totals(fields: EntryFields): Record<string, number> {
  const counted = [
    { name: "attendees_total", total: fields.attendeesTotal, shown: fields.attendees.length },
    { name: "reminders_total", total: fields.remindersTotal, shown: fields.reminders.length },
    { name: "attachments_total", total: fields.attachmentsTotal, shown: fields.attachments.length },
    { name: "categories_total", total: fields.categoriesTotal, shown: fields.categories.length },
  ];
  return Object.fromEntries(
    counted.flatMap(({ name, total, shown }) => (total > shown ? [[name, total]] : [])),
  );
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

function organiserView(organiser: NonNullable<EntryFields["organiser"]>): Record<string, unknown> {
  return {
    own: organiser.own,
    untrusted_text: present({ name: organiser.name, address: organiser.address }),
  };
}

function reminderView(reminder: EntryFields["reminders"][number], zone: string): Record<string, unknown> {
  return {
    action: reminder.action,
    ...(reminder.minutesBefore === undefined ? {} : { minutes_before: reminder.minutesBefore }),
    ...(reminder.at === undefined ? {} : { at: renderInstant(reminder.at, zone) }),
  };
}

/** Leaves out what is not there, since absent and empty mean different things. */
function present<T>(values: Record<string, T | undefined>): Record<string, T> {
  const entries = Object.entries(values);
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
