import type { CalendarObject } from "./calendar-object.ts";
import { type Component, propertiesNamed, propertyNamed } from "./icalendar.ts";
import { type Moment, momentsOf, readDuration } from "./moments.ts";
import { type Budget, GAVE_UP, startsIn } from "./recurrence.ts";
import { readRule } from "./rule.ts";
import type { Facts, TimeRange } from "./time-range.ts";

/** One instance that may lie in a range: the component that it shows, and what counts of it. */
export type Instance = {
  entry: Component;
  facts: Facts;
  /** How far it may be off, in milliseconds, either way. */
  slack: number;
};

const DAY = 86_400_000;
/** How far an instant can be off whose zone nobody knows. */
const VAGUENESS = 26 * 3_600_000;

function momentOf(component: Component, name: string): Moment | undefined {
  const property = propertyNamed(component, name);
  return property === undefined ? undefined : momentsOf(property)[0];
}

function factsOf(component: Component): { facts: Facts; vague: boolean } {
  const dtstart = momentOf(component, "DTSTART");
  const written = propertyNamed(component, "DURATION")?.values[0];
  const duration = written === undefined ? undefined : readDuration(written);
  const [dtend, due, completed, created] = ["DTEND", "DUE", "COMPLETED", "CREATED"].map((name) =>
    momentOf(component, name),
  );
  return {
    facts: {
      ...(dtstart !== undefined && { dtstart }),
      ...(duration !== undefined && { duration }),
      ...(dtend !== undefined && { dtend: dtend.instant }),
      ...(due !== undefined && { due: due.instant }),
      ...(completed !== undefined && { completed: completed.instant }),
      ...(created !== undefined && { created: created.instant }),
    },
    vague: [dtstart, dtend, due].some((moment) => moment?.vague === true),
  };
}

/** The facts of the occurrence that starts `shift` milliseconds after the first. */
function shifted({ dtstart, dtend, due, ...rest }: Facts, shift: number): Facts {
  return {
    ...rest,
    ...(dtstart !== undefined && { dtstart: { ...dtstart, instant: dtstart.instant + shift } }),
    ...(dtend !== undefined && { dtend: dtend + shift }),
    ...(due !== undefined && { due: due + shift }),
  };
}

/** Longest reach of an instance behind its start. */
function reach({ dtstart, dtend, duration, due }: Facts): number {
  const begins = dtstart?.instant ?? 0;
  return Math.max(DAY, duration ?? 0, (dtend ?? begins) - begins, (due ?? begins) - begins);
}

/** Starts that the rule gives but the series does not have: excluded, or taken over by an override. */
function absentStarts(master: Component, overrides: Component[]): (instant: number) => boolean {
  const instants = new Set<number>();
  const dates = new Set<string>();
  const named = [
    ...propertiesNamed(master, "EXDATE"),
    ...overrides.flatMap((override) => propertiesNamed(override, "RECURRENCE-ID")),
  ];
  for (const moment of named.flatMap(momentsOf)) {
    if (moment === undefined) continue;
    if (moment.isDate) dates.add(moment.wall);
    else instants.add(moment.instant);
  }
  const start = momentOf(master, "DTSTART");
  const zone = start?.zone ?? "UTC";
  const dayOf = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  return (instant) => instants.has(instant) || (dates.size > 0 && dates.has(dayOf.format(instant)));
}

function isRecurring(component: Component): boolean {
  return ["RRULE", "RDATE"].some((name) => propertyNamed(component, name) !== undefined);
}

/** Whether the text promises more than is expanded here; then the object counts as a match. */
function isBeyondUs(master: Component, overrides: Component[]): boolean {
  const ranged = overrides.some((override) =>
    propertiesNamed(override, "RECURRENCE-ID").some(({ parameters }) => parameters.has("range")),
  );
  return ranged || propertiesNamed(master, "RRULE").length > 1 || momentOf(master, "DTSTART") === undefined;
}

function* seriesInstances(options: {
  master: Component;
  overrides: Component[];
  range: TimeRange;
  budget: Budget;
}): Generator<Instance | typeof GAVE_UP> {
  const { master, overrides, range, budget } = options;
  const start = momentOf(master, "DTSTART");
  const { facts, vague } = factsOf(master);
  if (start === undefined || isBeyondUs(master, overrides) || budget.isSpent()) return yield GAVE_UP;
  const slack = vague ? VAGUENESS : 0;
  const begins = start.instant;
  const isAbsent = absentStarts(master, overrides);
  function* at(instant: number): Generator<Instance> {
    if (!isAbsent(instant)) yield { entry: master, facts: shifted(facts, instant - begins), slack };
  }

  const extra = propertiesNamed(master, "RDATE").flatMap(momentsOf);
  if (extra.some((moment) => moment === undefined || moment.vague)) yield GAVE_UP;
  const first = new Set([start, ...extra].flatMap((moment) => moment?.instant ?? []));
  for (const instant of first) yield* at(instant);

  const written = propertyNamed(master, "RRULE")?.values[0];
  if (written === undefined) return;
  const rule = readRule(written);
  if (rule === undefined) return yield GAVE_UP;
  const window = { from: range.start - slack - reach(facts), to: range.end + slack };
  for (const instant of startsIn(start, rule, window, budget)) {
    if (instant === GAVE_UP) yield GAVE_UP;
    else if (!first.has(instant)) yield* at(instant);
  }
}

/**
 * The instances of an object that may lie in the range. A rule that is hostile or not understood is given up: what it
 * has in the range is not known then, and this never takes long.
 */
export function* instancesIn(
  object: CalendarObject,
  range: TimeRange,
  budget: Budget,
): Generator<Instance | typeof GAVE_UP> {
  const entries = object.calendar.components.filter(({ name }) => name === object.component);
  const overrides = entries.filter((entry) => propertyNamed(entry, "RECURRENCE-ID") !== undefined);
  for (const entry of entries) {
    if (!overrides.includes(entry) && isRecurring(entry)) {
      yield* seriesInstances({ master: entry, overrides, range, budget });
      continue;
    }
    const { facts, vague } = factsOf(entry);
    yield { entry, facts, slack: vague ? VAGUENESS : 0 };
  }
}
