import { taskDates } from "../ical/current-task.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { renderMoment, weekdayOf } from "../ical/instants.ts";
import { startOf } from "../ical/occurrences.ts";
import type { Moment } from "../ical/types.ts";
import type { ViewOptions } from "../ical/view.ts";

/** When an entry is, by the names that its kind has for it. */
type Times = Record<string, Moment | undefined>;

function timesOf(document: CalendarDocument, view: ViewOptions): Times {
  const occurrence = startOf(document, view);
  switch (document.kind) {
    case "event":
      return { start: occurrence?.start, end: occurrence?.end };
    case "task": {
      const { start, due } = taskDates(occurrence);
      return { due, start };
    }
    case "journal":
      return { date: occurrence?.start };
  }
}

/** The times of a new entry as a result shows them, with the weekday of the first; empty for an entry without a date. */
export function timesView(document: CalendarDocument, view: ViewOptions): Record<string, unknown> {
  const times = Object.entries(timesOf(document, view)).flatMap(([name, moment]) =>
    moment === undefined ? [] : [{ name, moment }],
  );
  const [first] = times;
  if (first === undefined) return {};
  const zone = first.moment.zone ?? view.zone;
  return {
    ...Object.fromEntries(times.map(({ name, moment }) => [name, renderMoment(moment, zone)])),
    weekday: weekdayOf(first.moment, zone),
  };
}

/** Whether two documents say the same times; a date is another time than its midnight (F100). */
export function hasSameTimes(one: CalendarDocument, other: CalendarDocument, view: ViewOptions): boolean {
  return said(timesOf(one, view)) === said(timesOf(other, view));
}

function said(times: Times): string {
  return JSON.stringify(Object.values(times).map((moment) => moment && [moment.instant, moment.allDay]));
}
