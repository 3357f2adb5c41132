import type { CalendarObject } from "./calendar-object.ts";
import { type Component, propertiesNamed, propertyNamed } from "./icalendar.ts";
import { type Moment, momentsOf, readDuration, readMoment } from "./moments.ts";
import { type Budget, GAVE_UP, startsIn } from "./recurrence.ts";
import { readRule } from "./rule.ts";
import { type Facts, overlaps, type TimeRange } from "./time-range.ts";

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

function seriesOverlaps(options: {
  master: Component;
  overrides: Component[];
  matches: (facts: Facts) => boolean;
  range: TimeRange;
  budget: Budget;
}): boolean {
  const { master, overrides, matches, range, budget } = options;
  const start = momentOf(master, "DTSTART");
  if (start === undefined || isBeyondUs(master, overrides) || budget.isSpent()) return true;
  const { facts } = factsOf(master);
  const isAbsent = absentStarts(master, overrides);
  const isHit = (instant: number): boolean =>
    !isAbsent(instant) && matches(shifted(facts, instant - start.instant));

  const extra = propertiesNamed(master, "RDATE").flatMap(momentsOf);
  if (extra.some((moment) => moment === undefined || moment.vague)) return true;
  if ([start, ...extra].some((moment) => moment !== undefined && isHit(moment.instant))) return true;

  const written = propertyNamed(master, "RRULE")?.values[0];
  if (written === undefined) return false;
  const rule = readRule(written);
  if (rule === undefined) return true;
  const window = { from: range.start - reach(facts), to: range.end };
  for (const instant of startsIn(start, rule, window, budget)) {
    if (instant === GAVE_UP || isHit(instant)) return true;
  }
  return false;
}

/**
 * Whether any instance of the object lies in the range (RFC 4791 §9.9). A rule that is hostile or not understood
 * matches every range: the answer may name too much, never too little, and never takes long.
 */
export function objectOverlaps(object: CalendarObject, range: TimeRange, budget: Budget): boolean {
  const entries = object.calendar.components.filter(({ name }) => name === object.component);
  const overrides = entries.filter((entry) => propertyNamed(entry, "RECURRENCE-ID") !== undefined);
  const inRange = (entry: Component): ((facts: Facts) => boolean) => {
    const slack = factsOf(entry).vague ? VAGUENESS : 0;
    const widened = { start: range.start - slack, end: range.end + slack };
    return (facts) => overlaps[object.component](widened, facts);
  };
  return entries.some((entry) => {
    const matches = inRange(entry);
    if (overrides.includes(entry) || !isRecurring(entry)) return matches(factsOf(entry).facts);
    const slack = factsOf(entry).vague ? VAGUENESS : 0;
    return seriesOverlaps({
      master: entry,
      overrides,
      matches,
      range: { start: range.start - slack, end: range.end + slack },
      budget,
    });
  });
}

/** A bound of a time-range element: UTC, basic form (RFC 4791 §9.9). */
export function readBound(text: string): number | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  return readMoment(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`, undefined)?.instant;
}
