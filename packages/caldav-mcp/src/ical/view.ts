import { CaldavError } from "../errors.ts";
import { DAY, HOUR } from "./civil.ts";
import type { EntryComponent, ExtraDate } from "./component.ts";
import type { Cost } from "./cost.ts";
import type { CalendarDocument } from "./document.ts";
import { spanAt, type Span } from "./entry-span.ts";
import { recurrenceOf, type EntryTime } from "./entry-time.ts";
import { readFields } from "./fields.ts";
import { ianaZone } from "./iana-zone.ts";
import { peopleIn } from "./people.ts";
import { recurrenceSet, standingOverrides, type BaseInstance, type RecurrenceSet } from "./recurrence-set.ts";
import type { EntryFields, Occurrence, Window } from "./types.ts";
import type { Zone } from "./zone.ts";

export type ViewOptions = {
  /** IANA name of the zone that floating times are read in, and that a series and the names in it depend on. */
  zone: string;
  /** Where a date begins and ends, when that is not `zone`: a listing shows a date as the same date in every zone. */
  datesIn?: string;
  /** Lower-case, without `mailto:`. */
  ownAddresses: ReadonlySet<string>;
};

const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** A document seen from a zone: how its instances and overrides become occurrences. */
export function createView(document: CalendarDocument, options: ViewOptions, cost?: Cost) {
  const viewer = viewerZone(options.zone);
  const dates = viewerZone(options.datesIn ?? options.zone);
  const set = recurrenceSet(document, viewer, cost);
  const overrides = standingOverrides(document, set);
  const { master } = document;
  // Only where an occurrence falls may depend on the zone that dates are looked at in, never whether it is one.
  const place = (component: EntryComponent, start: EntryTime, length?: ExtraDate["length"]): Span =>
    spanAt(component, start, start.form === "date" ? dates : viewer, length);
  const ranged = overrides.flatMap((component) => {
    const { recurrenceId, start } = component;
    if (!component.thisAndFuture || recurrenceId === undefined || start === undefined || set === undefined)
      return [];
    const original = set.inOwnForm(recurrenceId);
    return [{ component, start, original, key: set.keyOf(original) }];
  });
  ranged.sort((a, b) => a.key - b.key);

  // Every occurrence of a series shows the same component, however long it is.
  const shown = new Map<EntryComponent, Shown>();
  const shownBy = (component: EntryComponent): Shown => {
    const known = shown.get(component);
    if (known !== undefined) return known;
    const made = whatShows(component, master, { viewer, ownAddresses: options.ownAddresses });
    shown.set(component, made);
    return made;
  };

  const occurrence = (
    component: EntryComponent,
    span: Span,
    { recurrence, edited }: { recurrence: string | undefined; edited: boolean },
  ): Occurrence => {
    const { stated, fields, people } = shownBy(component);
    const { start, end } = span;
    const { cancelled } = component;
    return { start, end, recurrence, stated, edited, cancelled, component, fields, people };
  };

  const nameOf = (override: EntryComponent): string | undefined => {
    if (override.recurrenceId === undefined) return undefined;
    return recurrenceOf(set === undefined ? override.recurrenceId : set.inOwnForm(override.recurrenceId));
  };

  return {
    viewer,
    set,
    overrides,
    nameOf,
    /** The master where it starts, whatever the series makes of that day. */
    ofMaster(): Occurrence | undefined {
      if (master === undefined || set === undefined) return undefined;
      return occurrence(master, place(master, set.start), { recurrence: undefined, edited: false });
    },
    /** Undefined when the series excludes the occurrence after all. */
    ofOverride(override: EntryComponent): Occurrence | undefined {
      const { recurrenceId } = override;
      if (recurrenceId === undefined) return undefined;
      if (set !== undefined && isExcluded(set, recurrenceId)) return undefined;
      // An override without a start keeps the time of the occurrence it stands for.
      const start =
        override.start ??
        (document.kind === "task" ? override.end : undefined) ??
        set?.inOwnForm(recurrenceId) ??
        recurrenceId;
      return occurrence(override, place(override, start), {
        recurrence: nameOf(override),
        edited: true,
      });
    },
    /** Undefined for an instance that an override stands for. */
    ofInstance(instance: BaseInstance): Occurrence | undefined {
      if (master === undefined || set?.overrideOf(instance) !== undefined) return undefined;
      const facts = { recurrence: document.recurs ? recurrenceOf(instance.time) : undefined, edited: false };
      const change = ranged.findLast(({ key }) => key <= instance.key);
      if (change === undefined)
        return occurrence(master, place(master, instance.time, instance.length), facts);
      const start: EntryTime = {
        ...change.start,
        wall: change.start.wall + instance.time.wall - change.original.wall,
      };
      return occurrence(change.component, place(change.component, start), {
        ...facts,
        edited: true,
      });
    },
    /**
     * The instances that may reach into the window, with room for their length and for shifted ones; of an entry without a
     * rule or extra dates its only one, wherever it is.
     */
    instances(window: Window, walking: Cost): Iterable<BaseInstance> {
      if (set === undefined || master === undefined) return [];
      if (master.rules.length + master.rdates.length === 0) return set.instances(ALWAYS, walking);
      const lengths = [
        place(master, set.start),
        ...ranged.map(({ component, start }) => place(component, start)),
        ...master.rdates.map(({ time, length }) => place(master, set.inOwnForm(time), length)),
      ].map(({ start, end }) => end.instant - start.instant);
      const shift = Math.max(0, ...ranged.map(({ start, original }) => Math.abs(start.wall - original.wall)));
      // Dates and floating times are placed by UTC in the set and on the viewer's clock here, which may skip a whole day;
      // clock changes stretch the others by an hour or two.
      const fixed = set.start.form === "utc" || set.start.zone !== undefined;
      const slack = fixed ? 2 * HOUR : 2 * DAY;
      const reach = lengths.reduce((longest, length) => Math.max(longest, length), 0) + shift + slack;
      return set.instances({ from: window.from - reach, to: window.to + shift + slack }, walking);
    },
  };
}

type Shown = Pick<Occurrence, "stated" | "fields" | "people">;

/** What all occurrences of a component have in common. Of a view nothing stays in memory with it. */
function whatShows(
  component: EntryComponent,
  master: EntryComponent | undefined,
  { viewer, ownAddresses }: { viewer: Zone; ownAddresses: ReadonlySet<string> },
): Shown {
  let read: EntryFields | undefined;
  return {
    stated: statedBy(component, master),
    fields: () => (read ??= readFields(component, ownAddresses, viewer)),
    people: () => peopleIn([component], ownAddresses),
  };
}

/** An override without any date keeps those of its series. */
function statedBy(component: EntryComponent, master: EntryComponent | undefined): Occurrence["stated"] {
  const { start, end, duration } = component;
  if (start === undefined && end === undefined && master !== undefined && master !== component)
    return statedBy(master, undefined);
  return { start: start !== undefined, end: end !== undefined || duration !== undefined };
}

function isExcluded(set: RecurrenceSet, recurrenceId: EntryTime): boolean {
  const time = set.inOwnForm(recurrenceId);
  return set.isExcluded({ time, key: set.keyOf(time) });
}

export function viewerZone(name: string): Zone {
  const zone = ianaZone(name);
  if (zone === undefined)
    throw new CaldavError(
      "bad-input",
      "The time zone must be an IANA name such as Europe/Berlin; nothing was changed.",
    );
  return zone;
}
