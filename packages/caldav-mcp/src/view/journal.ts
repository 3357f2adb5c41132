import { renderMoment, weekdayOf } from "../ical/instants.ts";
import type { EntryFields, Moment, Occurrence } from "../ical/types.ts";
import { attachmentsView, peopleView, present, type ShownAs, textsView, totalsView } from "./entry.ts";

/** A journal entry: it has a date or none. */
export type JournalEntry = { occurrence: Occurrence | undefined; fields: EntryFields };

/** One line of a listing; foreign strings stand under `untrusted_text` only, as in a row of events. */
export function journalRow({ occurrence, fields }: JournalEntry, shown: ShownAs): Record<string, unknown> {
  return {
    ...own(occurrence?.start, fields, { ...shown, shownIn: shown.zone }),
    untrusted_text: present({ summary: fields.summary }),
  };
}

/** Everything about one journal entry; of its descriptions, each one by itself. */
export function journalDetail({ occurrence, fields }: JournalEntry, shown: ShownAs): Record<string, unknown> {
  const { description: _, ...texts } = textsView(fields);
  const { descriptions, descriptionsTotal } = fields;
  return {
    ...own(occurrence?.start, fields, { ...shown, shownIn: occurrence?.start.zone ?? shown.zone }),
    ...(occurrence?.edited === true ? { edited: true } : {}),
    ...peopleView(fields),
    ...attachmentsView(fields),
    ...totalsView(fields),
    ...(descriptionsTotal > descriptions.length ? { descriptions_total: descriptionsTotal } : {}),
    untrusted_text: { ...texts, ...(descriptions.length > 0 ? { descriptions } : {}) },
  };
}

function own(
  date: Moment | undefined,
  fields: EntryFields,
  shown: ShownAs & { shownIn: string },
): Record<string, unknown> {
  return {
    id: shown.id,
    calendar_id: shown.calendar,
    ...(date === undefined
      ? {}
      : { date: renderMoment(date, shown.shownIn), weekday: weekdayOf(date, shown.shownIn) }),
    ...(fields.status === undefined ? {} : { status: fields.status }),
    recurring: shown.recurs,
  };
}
