import { CaldavError } from "../errors.ts";
import { createCost, TooCostly } from "./cost.ts";
import type { CalendarDocument } from "./document.ts";
import { overlaps } from "./entry-span.ts";
import { readFields } from "./fields.ts";
import type { RuleProblem } from "./rule.ts";
import type { EntryFields, Occurrence, Window } from "./types.ts";
import { createView, type ViewOptions } from "./view.ts";

export { countOccurrences, countRemaining, isSameCount } from "./counting.ts";
export type { ViewOptions } from "./view.ts";

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
  const found: Occurrence[] = [];
  const keep = (occurrence: Occurrence | undefined): void => {
    if (occurrence !== undefined && overlaps(occurrence, window)) found.push(occurrence);
  };

  let notExpanded: NotExpanded | undefined;
  try {
    const cost = createCost({ deadline: options.deadline });
    const view = createView(document, options, cost);
    notExpanded = view.set?.problem;
    for (const override of view.overrides) {
      cost.spend(1);
      keep(view.ofOverride(override));
    }
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

type FindOptions = ViewOptions & { deadline?: () => boolean };

/**
 * The occurrence that {@link Occurrence.recurrence} names; undefined when the series has none there. Looks at that one
 * day, however old the series is; only a rule with COUNT has to be counted.
 */
export function occurrenceAt(
  document: CalendarDocument,
  recurrence: string,
  options: FindOptions,
): Occurrence | undefined {
  return occurrenceFinder(document, options)(recurrence);
}

/** {@link occurrenceAt} for several names: the document is looked through once. */
export function occurrenceFinder(
  document: CalendarDocument,
  options: FindOptions,
): (recurrence: string) => Occurrence | undefined {
  const view = createView(document, options);
  const overrides = new Map(view.overrides.map((component) => [view.nameOf(component), component]));
  return (recurrence) => {
    const override = overrides.get(recurrence);
    return override === undefined
      ? instanceNamed(document, view, recurrence, options)
      : view.ofOverride(override);
  };
}

function instanceNamed(
  document: CalendarDocument,
  view: ReturnType<typeof createView>,
  recurrence: string,
  options: FindOptions,
): Occurrence | undefined {
  const { set } = view;
  if (set === undefined || !document.recurs) return undefined;
  const time = set.namedTime(recurrence);
  if (time === undefined) return undefined;
  const key = set.keyOf(time);
  try {
    const cost = createCost({ deadline: options.deadline });
    for (const instance of set.instances({ from: key, to: key + 1 }, cost)) {
      const found = view.ofInstance(instance);
      // A local time that clocks skip names nothing, though it is read as the later time that may be an instance.
      return found?.recurrence === recurrence ? found : undefined;
    }
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    throw new CaldavError(
      "unsupported",
      "The recurrence rule of this entry takes too long to work out, so the occurrence cannot be found; nothing was changed.",
    );
  }
  return undefined;
}

/**
 * The first occurrence that a series really has, moved and excluded ones considered; the entry itself when it does not
 * recur. Undefined when there is none, or none is found with bounded work.
 */
export function firstOccurrence(document: CalendarDocument, options: ViewOptions): Occurrence | undefined {
  if (!document.recurs) return startOf(document, options);
  const view = createView(document, options);
  const overrides = view.overrides.flatMap((override) => view.ofOverride(override) ?? []);
  const earliest = overrides.toSorted((a, b) => a.start.instant - b.start.instant)[0];
  const base = firstInstance(view);
  if (base === undefined || earliest === undefined) return base ?? earliest;
  return earliest.start.instant < base.start.instant ? earliest : base;
}

function firstInstance(view: ReturnType<typeof createView>): Occurrence | undefined {
  const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  try {
    for (const instance of view.set?.instances(always, createCost()) ?? []) {
      const occurrence = view.ofInstance(instance);
      if (occurrence !== undefined) return occurrence;
    }
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
  }
  return undefined;
}

/** The entry as a whole: for a series where it starts. Undefined for a task or journal without a date. */
export function startOf(document: CalendarDocument, options: ViewOptions): Occurrence | undefined {
  const view = createView(document, options);
  const [lone] = view.overrides;
  if (document.master === undefined) return lone === undefined ? undefined : view.ofOverride(lone);
  return view.ofMaster();
}

/** What the entry shows, dated or not. */
export function fieldsOf(document: CalendarDocument, options: ViewOptions): EntryFields {
  const { viewer, overrides } = createView(document, options);
  const component = document.master ?? overrides[0];
  if (component === undefined) throw new RangeError("A calendar document holds a component.");
  return readFields(component, options.ownAddresses, viewer);
}
