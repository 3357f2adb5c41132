import { DAY, dayOfWall } from "./civil.ts";
import type { EntryComponent, ExtraDate } from "./component.ts";
import { createCost, TooCostly, type Cost } from "./cost.ts";
import type { CalendarDocument } from "./document.ts";
import { instantOfTime, recurrenceOf, timeAt, type EntryTime } from "./entry-time.ts";
import type { Range, SeriesStart } from "./rule-times.ts";
import { walkRule } from "./rule-walk.ts";
import type { Rule, RuleProblem } from "./rule.ts";
import { formatTimeValue, parseTimeValue } from "./time-values.ts";
import { UTC, wallAt, type Zone } from "./zone.ts";

/** One member of the set: its start as the series gives it, before any override. */
export type BaseInstance = {
  time: EntryTime;
  /** Position in the set: the instant; in an all-day or floating series its wall time, as if that were UTC. */
  key: number;
  length: ExtraDate["length"];
};

/** DTSTART, RRULE, RDATE and EXDATE of a series (RFC 5545 section 3.8.5), with the overrides found by occurrence. */
export type RecurrenceSet = {
  start: EntryTime;
  /** Whether a rule has instances at a key or after it; a rule that takes too long to follow is taken to. */
  reaches(rule: Rule, key: number): boolean;
  /** Why the rules are not followed; DTSTART and the extra dates still are. */
  problem: RuleProblem | undefined;
  endless: boolean;
  /** In order, without the excluded ones; overridden ones are in it. */
  instances(range: Range, cost: Cost): Generator<BaseInstance>;
  keyOf(time: EntryTime): number;
  isExcluded(instance: Pick<BaseInstance, "time" | "key">): boolean;
  /** One for each occurrence, whatever form its RECURRENCE-ID is written in. */
  overrides: readonly EntryComponent[];
  overrideOf(instance: Pick<BaseInstance, "key">): EntryComponent | undefined;
  /** The time an occurrence is named by, in DTSTART's form. */
  inOwnForm(time: EntryTime): EntryTime;
  /** The time that {@link recurrenceOf} gave a name; undefined for a name that this series gives to nothing. */
  namedTime(name: string): EntryTime | undefined;
};

// A date in a year that its zone has not been asked for yet costs much more than one day of a rule.
const UNITS_PER_DATE = 4;

/**
 * Undefined for an entry that has no start, such as an undated task. `viewer` is the zone of floating times and dates.
 * All dates that an entry may list are within what an expansion may cost; only a deadline ends this early.
 */
export function recurrenceSet(
  document: CalendarDocument,
  viewer: Zone,
  cost: Cost = createCost(),
): RecurrenceSet | undefined {
  const { master } = document;
  // A recurring task may have a due time only; its rule then moves the due time.
  const start = master?.start ?? (document.kind === "task" ? master?.end : undefined);
  if (master === undefined || start === undefined) return undefined;

  const allDay = start.form === "date";
  const floating = start.form === "local" && start.zone === undefined;
  // What a floating series consists of does not depend on who looks at it; no clock changes for it.
  const clock = start.zone ?? UTC;
  const keyOf = (time: EntryTime): number => {
    if (allDay) return dateOf(time, viewer);
    return floating ? wallOfTime(time, viewer) : instantOfTime(inClockOf(start, time), viewer);
  };
  const inOwnForm = (time: EntryTime): EntryTime => {
    if (allDay) return { wall: keyOf(time), form: "date", zone: undefined };
    if (time.form === "date") return { ...start, wall: time.wall + start.wall - dayOfWall(start.wall) * DAY };
    return floating ? { ...start, wall: keyOf(time) } : timeAt(keyOf(time), start, viewer);
  };
  const namedTime = (name: string): EntryTime | undefined => {
    const value = parseTimeValue(name);
    if (value === undefined || formatTimeValue(value) !== name) return undefined;
    const time: EntryTime =
      value.form === "utc" && start.zone !== undefined
        ? timeAt(value.wall, start, viewer)
        : { ...value, zone: start.zone };
    return time.form === start.form && recurrenceOf(time) === name ? time : undefined;
  };
  const excludedKeys = new Set<number>();
  const excludedDays = new Set<number>();
  for (const time of master.exdates) {
    cost.spend(UNITS_PER_DATE);
    // A date takes the whole day out of a timed series.
    if (!allDay && time.form === "date") excludedDays.add(time.wall);
    else excludedKeys.add(keyOf(time));
  }
  const isExcluded = ({ time, key }: Pick<BaseInstance, "time" | "key">): boolean =>
    excludedKeys.has(key) || (excludedDays.size > 0 && excludedDays.has(dayOfWall(time.wall) * DAY));
  const overrides = newestBy(document.overrides, (recurrenceId) => {
    cost.spend(UNITS_PER_DATE);
    return keyOf(inOwnForm(recurrenceId));
  });

  const rules = master.rules.filter((rule): rule is Rule => typeof rule !== "string");
  const problem = master.rules.find((rule) => typeof rule === "string");
  const first: BaseInstance = { time: start, key: keyOf(start), length: undefined };
  const extra = master.rdates
    .map(({ time, length }): BaseInstance => {
      cost.spend(UNITS_PER_DATE);
      const own = inOwnForm(time);
      return { time: own, key: keyOf(own), length };
    })
    .sort((a, b) => a.key - b.key || Number(a.length === undefined) - Number(b.length === undefined));
  const seriesStart: SeriesStart = { wall: start.wall, instant: first.key, zone: clock, allDay };

  return {
    start,
    reaches(rule, key) {
      try {
        return (
          walkRule(rule, seriesStart, { from: key, to: Number.POSITIVE_INFINITY }, createCost()).next()
            .done !== true
        );
      } catch (error) {
        if (error instanceof TooCostly) return true;
        throw error;
      }
    },
    problem,
    endless:
      problem === undefined && rules.some((rule) => rule.count === undefined && rule.until === undefined),
    keyOf,
    inOwnForm,
    namedTime,
    isExcluded,
    overrides: [...overrides.values()],
    overrideOf: ({ key }) => overrides.get(key),
    instances: (range, walking) => {
      const followed = problem === undefined ? rules : [];
      const lone = followed.length + extra.length === 0;
      const instances = lone
        ? [first]
        : inOrder([
            [first],
            extra,
            ...followed.map((rule) => fromRule(walkRule(rule, seriesStart, range, walking), start)),
          ]);
      return within(instances, { range, walking, isExcluded });
    },
  };
}

type Sought = { range: Range; walking: Cost; isExcluded: (instance: BaseInstance) => boolean };

// Generators stand outside: each that is made anew with a set brings a prototype and a shape of its own, which V8 keeps
// among what lives long, and with them all that it closes over until the next full collection.
function* within(
  instances: Iterable<BaseInstance>,
  { range, walking, isExcluded }: Sought,
): Generator<BaseInstance> {
  for (const instance of instances) {
    if (instance.key >= range.to) return;
    walking.spend(1);
    if (instance.key >= range.from && !isExcluded(instance)) yield instance;
  }
}

function* fromRule(walk: ReturnType<typeof walkRule>, model: EntryTime): Generator<BaseInstance> {
  const { form, zone } = model;
  for (const { wall, instant } of walk) {
    const time: EntryTime = zone === undefined ? { wall, form, zone } : { wall, form, zone, at: instant };
    yield { time, key: instant, length: undefined };
  }
}

/** The overrides that stand; without a series, of those that share a name one, since an id must reach what it lists. */
export function standingOverrides(
  document: CalendarDocument,
  set: RecurrenceSet | undefined,
): readonly EntryComponent[] {
  return set?.overrides ?? [...newestBy(document.overrides, recurrenceOf).values()];
}

/** A date and a time, or a floating time and a zoned one, may name the same occurrence; the newest of them stands. */
function newestBy<Key>(
  overrides: readonly EntryComponent[],
  keyOf: (recurrenceId: EntryTime) => Key,
): Map<Key, EntryComponent> {
  const newest = new Map<Key, EntryComponent>();
  for (const override of overrides) {
    if (override.recurrenceId === undefined) continue;
    const key = keyOf(override.recurrenceId);
    const best = newest.get(key);
    if (best === undefined || isNewer(override, best)) newest.set(key, override);
  }
  return newest;
}

/** As for versions of one RECURRENCE-ID: SEQUENCE, then DTSTAMP, then the one that is written later. */
function isNewer(one: EntryComponent, other: EntryComponent): boolean {
  if (one.sequence !== other.sequence) return one.sequence > other.sequence;
  if (one.stamp !== other.stamp) return one.stamp > other.stamp;
  return one.node.first > other.node.first;
}

/** A floating EXDATE or RECURRENCE-ID beside a zoned start is meant on the start's clock. */
function inClockOf(start: EntryTime, time: EntryTime): EntryTime {
  if (time.form !== "local" || time.zone !== undefined) return time;
  return start.form === "utc" ? { ...time, form: "utc" } : { ...time, zone: start.zone };
}

/**
 * Midnight UTC of the date that a value means in an all-day series. Exchange writes the midnight of its own zone there,
 * in UTC: the viewer's, or else the nearest one, which is right for every zone that is at most 12 hours off.
 */
function dateOf({ form, wall }: EntryTime, viewer: Zone): number {
  if (form !== "utc") return dayOfWall(wall) * DAY;
  const seen = wallAt(wall, viewer);
  return dayOfWall(seen % DAY === 0 ? seen : wall + DAY / 2) * DAY;
}

/** What the clock of a floating series shows. */
function wallOfTime(time: EntryTime, viewer: Zone): number {
  const fixed = time.form === "utc" || time.zone !== undefined;
  return fixed ? wallAt(instantOfTime(time, viewer), viewer) : time.wall;
}

/**
 * Merges ordered sources; of several instances at one key the one with an own length stays. An instance is handed out
 * before its source is asked for the next one, which may never come.
 */
function* inOrder(sources: readonly Iterable<BaseInstance>[]): Generator<BaseInstance> {
  const heads = sources
    .map((source) => source[Symbol.iterator]())
    .map((iterator) => ({ iterator, next: iterator.next() }));
  for (;;) {
    let chosen: BaseInstance | undefined;
    for (const { next } of heads)
      if (next.done !== true && (chosen === undefined || isBefore(next.value, chosen))) chosen = next.value;
    if (chosen === undefined) return;
    yield chosen;
    for (const head of heads)
      while (head.next.done !== true && head.next.value.key === chosen.key) head.next = head.iterator.next();
  }
}

function isBefore(one: BaseInstance, other: BaseInstance): boolean {
  if (one.key !== other.key) return one.key < other.key;
  return one.length !== undefined && other.length === undefined;
}
