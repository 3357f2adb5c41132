import { renderInstant } from "../ical/instants.ts";
import type { EntryFields } from "../ical/types.ts";

/** What stands beside an entry of any kind when it is shown. `zone` is the one that times are shown in. */
export type ShownAs = { id: string; calendar: string; recurs: boolean; zone: string };

/** Who organises an entry and who is invited to it. */
export function peopleView(fields: EntryFields): Record<string, unknown> {
  return {
    attendees: fields.attendees.map((attendee) => ({
      reply: attendee.reply,
      role: attendee.role,
      own: attendee.own,
      untrusted_text: present({ name: attendee.name, address: attendee.address }),
    })),
    ...(fields.organiser === undefined ? {} : { organiser: organiserView(fields.organiser) }),
  };
}

function organiserView(organiser: NonNullable<EntryFields["organiser"]>): Record<string, unknown> {
  return {
    own: organiser.own,
    untrusted_text: present({ name: organiser.name, address: organiser.address }),
  };
}

export function remindersView(fields: EntryFields, zone: string): Record<string, unknown> {
  return {
    reminders: fields.reminders.map(({ action, minutesBefore, at }) => ({
      action,
      ...(minutesBefore === undefined ? {} : { minutes_before: minutesBefore }),
      ...(at === undefined ? {} : { at: renderInstant(at, zone) }),
    })),
  };
}

export function attachmentsView(fields: EntryFields): Record<string, unknown> {
  return {
    attachments: fields.attachments.map((attachment) => ({
      inline: attachment.inline,
      ...(attachment.bytes === undefined ? {} : { bytes: attachment.bytes }),
      untrusted_text: present({ media_type: attachment.mediaType, address: attachment.address }),
    })),
  };
}

/** The texts of an entry of any kind. */
export function textsView(fields: EntryFields): Record<string, unknown> {
  return present<unknown>({
    summary: fields.summary,
    location: fields.location,
    description: fields.description,
    url: fields.url,
    categories: fields.categories.length > 0 ? fields.categories : undefined,
  });
}

/** How many there are of what is not shown in full. */
export function totalsView(fields: EntryFields): Record<string, number> {
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

/** Leaves out what is not there, since absent and empty mean different things. */
export function present<T>(values: Record<string, T | undefined>): Record<string, T> {
  const entries = Object.entries(values);
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
