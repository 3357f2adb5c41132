import type { Calendar } from "../dav/calendars.ts";
import { encodeEntryId } from "../dav/entry-id.ts";
import type { SearchField } from "../ical/fields.ts";
import type { Occurrence } from "../ical/types.ts";
import type { Listed } from "../listing/place.ts";
import type { Opened } from "../listing/reading.ts";
import type { Matches } from "./matching.ts";

/** One finding: a single event, or of a series the occurrence that somebody who searches for it means. */
export type Found = Listed & {
  calendar: Calendar;
  recurs: boolean;
  occurrence: Occurrence;
  matched: readonly SearchField[];
  /** How many occurrences in the window this row stands for. */
  occurrences: number;
};

/**
 * The rows of an entry. A series that matches is one row, or a daily one would bury what was looked for; where only
 * overrides of it match, each of them is one. The row shows the next occurrence after `now`, or else the latest one,
 * and one that takes place rather than a cancelled one.
 */
export function rowsOf(
  opened: Opened,
  occurrences: readonly Occurrence[],
  { matches, now }: { matches: Matches; now: number },
): Found[] {
  const hits = occurrences.filter(({ component }) => matches.has(component));
  const { master } = opened.document;
  const groups =
    master !== undefined && matches.has(master)
      ? [hits]
      : [...Map.groupBy(hits, ({ component }) => component).values()];
  return groups.flatMap((group) => {
    const shown = meant(group, now);
    return shown === undefined ? [] : [rowOf(opened, shown, { matches, occurrences: group.length })];
  });
}

function meant(group: readonly Occurrence[], now: number): Occurrence | undefined {
  const held = group.filter(({ cancelled }) => !cancelled);
  const among = held.length > 0 ? held : group;
  return among.find(({ end }) => end.instant > now) ?? among.at(-1);
}

function rowOf(
  { entry, document }: Opened,
  occurrence: Occurrence,
  { matches, occurrences }: { matches: Matches; occurrences: number },
): Found {
  const { calendar, resource } = entry;
  const { recurrence, component, start } = occurrence;
  return {
    id: encodeEntryId({ kind: document.kind, calendar: calendar.id, resource, recurrence }),
    start: start.instant,
    calendar,
    recurs: document.recurs,
    occurrence,
    matched: matches.get(component) ?? [],
    occurrences,
  };
}
