import { CaldavError } from "../../errors.ts";
import type { EntryComponent } from "../component.ts";
import type { CalendarDocument } from "../document.ts";
import { instantOfTime, recurrenceOf, type EntryTime } from "../entry-time.ts";
import { occurrenceAt } from "../occurrences.ts";
import { recurrenceSet, type RecurrenceSet } from "../recurrence-set.ts";
import { viewerZone } from "../view.ts";

/** The zone of the listing that a name comes from. */
export type Naming = { zone: string };

/** An occurrence found by its name: its original start, and its place in the series. */
export type Located = { time: EntryTime; key: number };

export function locate(
  document: CalendarDocument,
  recurrence: string,
  { zone }: Naming,
): Located & { set: RecurrenceSet | undefined } {
  const set = recurrenceSet(document, viewerZone(zone));
  return { set, ...locateIn(document, set, { recurrence, zone }) };
}

/** @throws CaldavError `bad-input` when the name is none of this series */
export function locateIn(
  document: CalendarDocument,
  set: RecurrenceSet | undefined,
  { recurrence, zone }: Naming & { recurrence: string },
): Located {
  const loneIds = document.overrides.flatMap(({ recurrenceId }) => recurrenceId ?? []);
  const time =
    set === undefined ? loneIds.find((id) => recurrenceOf(id) === recurrence) : set.namedTime(recurrence);
  if (time === undefined || !document.recurs)
    throw new CaldavError(
      "bad-input",
      "This does not name an occurrence of the series; nothing was changed.",
    );
  // Occurrences whose series is stored elsewhere stand in forms of their own; only the instant compares.
  return { time, key: set === undefined ? instantOfTime(time, viewerZone(zone)) : set.keyOf(time) };
}

/**
 * {@link locate} for an occurrence that the series has, and has not excluded.
 *
 * @throws CaldavError `bad-input`, `not-found`
 */
export function locateExisting(
  document: CalendarDocument,
  recurrence: string,
  { zone }: Naming,
): Located & { set: RecurrenceSet | undefined } {
  const located = locate(document, recurrence, { zone });
  if (occurrenceAt(document, recurrence, { zone, ownAddresses: new Set() }) === undefined)
    throw new CaldavError(
      "not-found",
      "The series has no such occurrence (any more); list the entries again. Nothing was changed.",
    );
  return located;
}

/** The components that show occurrences from the named one on: the series itself, and the overrides of later ones. */
export function componentsFrom(
  document: CalendarDocument,
  recurrence: string,
  options: Naming,
): EntryComponent[] {
  const { set, key } = locate(document, recurrence, options);
  return document.components.filter(
    (component) => component.recurrenceId === undefined || keyOfOverride(component, set, options) >= key,
  );
}

/** The place of the occurrence that an override stands for; NaN for a component that is none. */
export function keyOfOverride(
  { recurrenceId }: EntryComponent,
  set: RecurrenceSet | undefined,
  { zone }: Naming,
): number {
  if (recurrenceId === undefined) return Number.NaN;
  if (set === undefined) return instantOfTime(recurrenceId, viewerZone(zone));
  return set.keyOf(set.inOwnForm(recurrenceId));
}
