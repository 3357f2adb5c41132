import { CaldavError } from "../errors.ts";
import { DAY } from "./civil.ts";
import type { EntryComponent } from "./component.ts";
import { createCost, TooCostly, type Cost } from "./cost.ts";
import type { CalendarDocument } from "./document.ts";
import { recurrenceOf, type EntryTime } from "./entry-time.ts";
import { overlaps, spanAt, type Span } from "./entry-span.ts";
import { readFields } from "./fields.ts";
import { ianaZone } from "./iana-zone.ts";
import { recurrenceSet, type BaseInstance, type RecurrenceSet } from "./recurrence-set.ts";
import type { RuleProblem } from "./rule.ts";
import { parseTimeValue } from "./time-values.ts";
import type { Occurrence, Window } from "./types.ts";
import type { Zone } from "./zone.ts";

/** `zone`: IANA name of the zone that dates and floating times are read in. Addresses lower-case, without `mailto:`. */
export type ViewOptions = { zone: string; ownAddresses: ReadonlySet<string> };

export type ExpandOptions = ViewOptions & {
  /** True once the time for this entry is over. */
  deadline?: () => boolean;
  maxOccurrences: number;
};

export type NotExpanded = "too-costly" | RuleProblem;

export type Expansion = {
  /** By start. */
  occurrences: Occurrence[];
  /**
   * Why more may exist in the window. What is listed is certain all the same: overrides, and of the series either its
   * first occurrences in the window (`too-costly`) or DTSTART and the extra dates (a rule we do not follow).
   */
  notExpanded: NotExpanded | undefined;
};

/** The occurrences of an entry that overlap a half-open window; what has no length counts at its start. */
export function expand(document: CalendarDocument, window: Window, options: ExpandOptions): Expansion {
  const view = createView(document, options);
  const found: Occurrence[] = [];
  const keep = (occurrence: Occurrence | undefined): void => {
    if (occurrence !== undefined && overlaps(occurrence, window)) found.push(occurrence);
  };
  for (const override of document.overrides) keep(view.ofOverride(override));

  let notExpanded: NotExpanded | undefined = view.set?.problem;
  try {
    const cost = createCost({ deadline: options.deadline });
    for (const instance of view.instances(window, cost)) {
      keep(view.ofInstance(instance));
      if (found.length > options.maxOccurrences) throw new TooCostly();
    }
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    notExpanded = "too-costly";
  }
  found.sort((a, b) => a.start.instant - b.start.instant);
  return { occurrences: found.slice(0, options.maxOccurrences), notExpanded };
}

/**
 * The occurrence that {@link Occurrence.recurrence} names; undefined when the series has none there. Looks at that one
 * day, however old the series is; only a rule with COUNT has to be counted.
 */
export function occurrenceAt(
  document: CalendarDocument,
  recurrence: string,
  options: ViewOptions & { deadline?: () => boolean },
): Occurrence | undefined {
  const view = createView(document, options);
  const value = parseTimeValue(recurrence);
  if (value === undefined) return undefined;
  const lone = document.overrides.find((override) => view.nameOf(override) === recurrence);
  if (lone !== undefined) {
    const occurrence = view.ofOverride(lone);
    if (occurrence !== undefined) return occurrence;
  }
  const { set } = view;
  if (set === undefined || !document.recurs) return undefined;
  const time = { ...set.start, wall: value.wall };
  if (value.form !== set.start.form) return undefined;
  const key = set.keyOf(time);
  try {
    // An hour in front reaches the second pass of a repeated hour as well as the first.
    const cost = createCost({ deadline: options.deadline });
    for (const instance of set.instances({ from: key, to: key + 1 }, cost)) return view.ofInstance(instance);
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    throw new CaldavError(
      "unsupported",
      "The recurrence rule of this entry takes too long to work out, so the occurrence cannot be found; nothing was changed.",
    );
  }
  return undefined;
}

export type View = ReturnType<typeof createView>;

/** A document seen from a zone: how its instances and overrides become occurrences. */
export function createView(document: CalendarDocument, options: ViewOptions) {
  const viewer = zoneNamed(options.zone);
  const set = recurrenceSet(document, viewer);
  const { master } = document;
  const ranged = document.overrides.flatMap((component) => {
    const { recurrenceId, start } = component;
    if (!component.thisAndFuture || recurrenceId === undefined || start === undefined || set === undefined) return [];
    const original = set.inOwnForm(recurrenceId);
    return [{ component, start, original, key: set.keyOf(original) }];
  });
  ranged.sort((a, b) => a.key - b.key);

  const occurrence = (
    component: EntryComponent,
    span: Span,
    facts: { recurrence: string | undefined; edited: boolean },
  ): Occurrence => ({
    ...span,
    ...facts,
    cancelled: component.cancelled,
    fields: () => readFields(component, options.ownAddresses, viewer),
  });

  const nameOf = (override: EntryComponent): string | undefined => {
    if (override.recurrenceId === undefined) return undefined;
    return recurrenceOf(set === undefined ? override.recurrenceId : set.inOwnForm(override.recurrenceId));
  };

  return {
    viewer,
    set,
    nameOf,
    /** Undefined when the series excludes the occurrence after all. */
    ofOverride(override: EntryComponent): Occurrence | undefined {
      const { recurrenceId } = override;
      if (recurrenceId === undefined) return undefined;
      if (set !== undefined && isExcluded(set, recurrenceId)) return undefined;
      // An override without a start keeps the time of the occurrence it stands for.
      const start = override.start ?? (document.kind === "task" ? override.end : undefined) ?? set?.inOwnForm(recurrenceId) ?? recurrenceId;
      return occurrence(override, spanAt(override, start, viewer), { recurrence: nameOf(override), edited: true });
    },
    /** Undefined for an instance that an override stands for. */
    ofInstance(instance: BaseInstance): Occurrence | undefined {
      if (master === undefined || set?.overrideOf(instance) !== undefined) return undefined;
      const facts = { recurrence: document.recurs ? recurrenceOf(instance.time) : undefined, edited: false };
      const change = ranged.findLast(({ key }) => key <= instance.key);
      if (change === undefined) return occurrence(master, spanAt(master, instance.time, viewer, instance.length), facts);
      const start: EntryTime = { ...change.start, wall: change.start.wall + instance.time.wall - change.original.wall };
      return occurrence(change.component, spanAt(change.component, start, viewer), { ...facts, edited: true });
    },
    /** The instances that may reach into the window, with room for their length and for shifted ones. */
    *instances(window: Window, cost: Cost): Generator<BaseInstance> {
      if (set === undefined || master === undefined) return;
      const lengths = [
        spanAt(master, set.start, viewer),
        ...ranged.map(({ component, start }) => spanAt(component, start, viewer)),
        ...master.rdates.map(({ time, length }) => spanAt(master, set.inOwnForm(time), viewer, length)),
      ].map(({ start, end }) => end.instant - start.instant);
      const shift = Math.max(0, ...ranged.map(({ start, original }) => Math.abs(start.wall - original.wall)));
      const reach = lengths.reduce((longest, length) => Math.max(longest, length), 0) + shift + DAY;
      yield* set.instances({ from: window.from - reach, to: window.to + shift + DAY }, cost);
    },
  };
}

function isExcluded(set: RecurrenceSet, recurrenceId: EntryTime): boolean {
  const time = set.inOwnForm(recurrenceId);
  return set.isExcluded({ time, key: set.keyOf(time) });
}

function zoneNamed(name: string): Zone {
  const zone = ianaZone(name);
  if (zone === undefined) throw new CaldavError("bad-input", "The time zone must be an IANA name such as Europe/Berlin; nothing was changed.");
  return zone;
}
