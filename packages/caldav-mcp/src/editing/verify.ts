import { refused } from "../errors.ts";
import { DAY } from "../ical/civil.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { parseMomentInput } from "../ical/moment-input.ts";
import { countOccurrences, expand, isSameCount, startOf } from "../ical/occurrences.ts";
import type { Moment, Occurrence, OccurrenceCount } from "../ical/types.ts";
import type { ViewOptions } from "../ical/view.ts";
import { componentOf } from "./component.ts";
import type { EditReach } from "./reach.ts";
import type { Requested } from "./requested.ts";
import { showsAsAsked } from "./shows-as-asked.ts";

/** A change before it is written: what is stored, what would be, and what the caller asked for. */
export type Rewritten = {
  before: CalendarDocument;
  after: CalendarDocument;
  /** The later occurrences after a split. */
  rest: CalendarDocument | undefined;
  reach: EditReach;
  /** Which occurrence the id names. */
  recurrence: string | undefined;
  /** The first of what changes. */
  first: Occurrence | undefined;
  requested: Requested;
  /** Occurrences for which the series has no place any more, as the edit counted them. */
  dropped: number;
  view: ViewOptions;
};

const AROUND_MS = 400 * DAY;
const MAX_COMPARED = 2_000;

/**
 * Refuses a change that does anything but what was asked: it shows other values than the caller gave, or another
 * occurrence goes, moves or appears. What documents can hold is richer than any rule about editing them, so the result
 * itself is looked at.
 *
 * @throws CaldavError `unsupported`, or `bad-input` for a start that nothing would have; nothing was changed
 */
export function verifyEdit(rewritten: Rewritten): void {
  refuseOtherStart(rewritten);
  if (!isAsAsked(rewritten) || !keepsOthers(rewritten) || !keepsNumber(rewritten))
    throw refused(
      "unsupported",
      "This cannot be changed without changing something else as well; change it in another program.",
    );
}

function refuseOtherStart(rewritten: Rewritten): void {
  const { start, recurrence } = rewritten.requested.update;
  if (start === undefined || startsAt(rewritten, start)) return;
  if (recurrence === undefined || recurrence === null)
    throw refused(
      "bad-input",
      "The given `start` cannot be written as the times of this event are: without a zone, a time that clocks show twice on that day means the first one. Choose another start.",
    );
  throw refused(
    "bad-input",
    "With this `recurrence` nothing would be at the given `start`, which says where this occurrence goes; leave `start` out, or change the two one after the other.",
  );
}

function isAsAsked(rewritten: Rewritten): boolean {
  const { requested, reach, recurrence, view, after, rest } = rewritten;
  const { update } = requested;
  const target = rest ?? after;
  const component = componentOf(target, reach.kind === "occurrence" ? recurrence : undefined, view);
  if (component === undefined || !showsAsAsked(component, { update, view })) return false;
  const rules = component.rules.length;
  return update.recurrence === undefined || (update.recurrence === null) === (rules === 0);
}

/** Something starts when the caller said: the named one in a series that moved as a whole. */
function startsAt({ after, rest, requested, view }: Rewritten, start: string): boolean {
  const target = rest ?? after;
  const { timezone } = requested.update;
  const asked = parseMomentInput(start, { zone: timezone ?? view.zone, zoneGiven: timezone !== undefined });
  const window = { from: asked.instant - DAY, to: asked.instant + DAY };
  const { occurrences } = expand(target, window, { ...view, maxOccurrences: MAX_COMPARED });
  // A series may be moved by a start that is left out of it.
  const begin = startOf(target, view);
  const starts = begin === undefined ? occurrences : [...occurrences, begin];
  return starts.some((one) => isSameStart(one.start, asked));
}

function isSameStart(one: Moment, asked: Moment): boolean {
  return asked.allDay ? one.allDay && one.wall === asked.wall : !one.allDay && one.instant === asked.instant;
}

/** Those that were not to be changed are where they were. */
function keepsOthers({ before, after, rest, reach, first, requested, view }: Rewritten): boolean {
  if (reach.kind === "single" || first === undefined) return true;
  const around = { from: first.start.instant - AROUND_MS, to: first.start.instant + AROUND_MS };
  const was = rowsOf(before, around, view);
  const is = rowsOf(after, around, view);
  if (was === undefined || is === undefined) return true;
  const moves = requested.change.times !== undefined || requested.change.recurrence !== undefined;
  switch (reach.kind) {
    case "occurrence":
      was.delete(first.recurrence ?? "");
      is.delete(first.recurrence ?? "");
      return isSameMap(was, is);
    case "series":
      return moves || isSameMap(was, is);
    case "rest": {
      const later = rest === undefined ? undefined : rowsOf(rest, around, view);
      const kept = [...is].every(([name, row]) => was.get(name) === row);
      if (moves || later === undefined) return kept;
      return kept && isSameMap(was, new Map([...is, ...later]));
    }
  }
}

/** No occurrence is lost unnoticed, and none is made up, unless the rule itself was to change. */
function keepsNumber({ before, after, rest, reach, requested, dropped, view }: Rewritten): boolean {
  if (requested.change.recurrence !== undefined) return true;
  const was = sumOf(countOccurrences(before, view), { kind: "count", count: -dropped });
  const is = countOccurrences(after, view);
  if (reach.kind !== "rest" || rest === undefined) return isSameCount(was, is);
  return isSameCount(was, sumOf(is, countOccurrences(rest, view)));
}

function sumOf(one: OccurrenceCount, other: OccurrenceCount): OccurrenceCount {
  if (one.kind !== "count") return one;
  return other.kind === "count" ? { kind: "count", count: one.count + other.count } : other;
}

/** Undefined when there are too many to tell. */
function rowsOf(
  document: CalendarDocument,
  window: { from: number; to: number },
  view: ViewOptions,
): Map<string, string> | undefined {
  const { occurrences, notExpanded } = expand(document, window, { ...view, maxOccurrences: MAX_COMPARED });
  if (notExpanded !== undefined) return undefined;
  return new Map(
    occurrences.map(({ recurrence, start, end }) => [
      recurrence ?? "",
      `${start.instant} ${end.instant} ${start.wall}`,
    ]),
  );
}

function isSameMap(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
