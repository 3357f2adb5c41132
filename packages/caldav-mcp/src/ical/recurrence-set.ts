import { DAY, dayOfWall } from "./civil.ts";
import type { EntryComponent, ExtraDate } from "./component.ts";
import { createCost, TooCostly, type Cost } from "./cost.ts";
import type { CalendarDocument } from "./document.ts";
import { clockOf, instantOfTime, timeAt, type EntryTime } from "./entry-time.ts";
import type { Range, SeriesStart } from "./rule-times.ts";
import { walkRule } from "./rule-walk.ts";
import type { Rule, RuleProblem } from "./rule.ts";
import { UTC, wallAt, type Zone } from "./zone.ts";

/** One member of the set: its start as the series gives it, before any override. */
export type BaseInstance = {
  time: EntryTime;
  /** Position in the set: the instant, or midnight UTC of its date in an all-day series. */
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
  overrideOf(instance: Pick<BaseInstance, "time" | "key">): EntryComponent | undefined;
  /** The time an occurrence is named by, in DTSTART's form. */
  inOwnForm(time: EntryTime): EntryTime;
};

/** Undefined for an entry that has no start, such as an undated task. `viewer` is the zone of floating times and dates. */
export function recurrenceSet(document: CalendarDocument, viewer: Zone): RecurrenceSet | undefined {
  const { master } = document;
  // A recurring task may have a due time only; its rule then moves the due time.
  const start = master?.start ?? (document.kind === "task" ? master?.end : undefined);
  if (master === undefined || start === undefined) return undefined;

  const allDay = start.form === "date";
  const clock = allDay || start.form === "utc" ? UTC : clockOf(start, viewer);
  const keyOf = (time: EntryTime): number =>
    allDay ? dateOf(time, viewer) : instantOfTime(inClockOf(start, time), viewer);
  const inOwnForm = (time: EntryTime): EntryTime => {
    if (allDay) return { wall: keyOf(time), form: "date", zone: undefined };
    if (time.form === "date") return { ...start, wall: time.wall + start.wall - dayOfWall(start.wall) * DAY };
    return timeAt(keyOf(time), start, viewer);
  };
  const excluded = matcher(master.exdates.map((time) => [time, true] as const));
  const overridden = matcher(
    document.overrides.flatMap((override) =>
      override.recurrenceId === undefined ? [] : [[override.recurrenceId, override] as const],
    ),
  );

  function matcher<T>(entries: readonly (readonly [EntryTime, T])[]) {
    // A date on a timed series speaks of that whole day.
    const byKey = new Map<number, T>();
    const byDay = new Map<number, T>();
    for (const [time, value] of entries) {
      if (!allDay && time.form === "date") byDay.set(time.wall, value);
      else byKey.set(keyOf(time), value);
    }
    return ({ time, key }: Pick<BaseInstance, "time" | "key">): T | undefined =>
      byKey.get(key) ?? (byDay.size === 0 ? undefined : byDay.get(dayOfWall(time.wall) * DAY));
  }

  const rules = master.rules.filter((rule): rule is Rule => typeof rule !== "string");
  const problem = master.rules.find((rule) => typeof rule === "string");
  const first: BaseInstance = { time: start, key: keyOf(start), length: undefined };
  const extra = master.rdates
    .map(({ time, length }): BaseInstance => {
      const own = inOwnForm(time);
      return { time: own, key: keyOf(own), length };
    })
    .sort((a, b) => a.key - b.key);
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
    isExcluded: (instance) => excluded(instance) === true,
    overrideOf: overridden,
    *instances(range, cost) {
      const followed = problem === undefined ? rules : [];
      const sources = [
        [first],
        extra,
        ...followed.map((rule) => fromRule(walkRule(rule, seriesStart, range, cost), start)),
      ];
      for (const instance of inOrder(sources)) {
        if (instance.key >= range.to) return;
        cost.spend(1);
        if (instance.key >= range.from && excluded(instance) === undefined) yield instance;
      }
    },
  };

  function* fromRule(walk: ReturnType<typeof walkRule>, model: EntryTime): Generator<BaseInstance> {
    const { form, zone } = model;
    for (const { wall, instant } of walk) {
      const time: EntryTime = form === "local" ? { wall, form, zone, at: instant } : { wall, form, zone };
      yield { time, key: instant, length: undefined };
    }
  }
}

/** A floating EXDATE or RECURRENCE-ID beside a zoned start is meant on the start's clock. */
function inClockOf(start: EntryTime, time: EntryTime): EntryTime {
  if (time.form !== "local" || time.zone !== undefined) return time;
  return start.form === "utc" ? { ...time, form: "utc" } : { ...time, zone: start.zone };
}

/** Midnight UTC of the date that a value means in an all-day series; Exchange writes those as times. */
function dateOf(time: EntryTime, viewer: Zone): number {
  const midnight = time.wall % DAY === 0;
  const wall = time.form === "utc" && !midnight ? wallAt(time.wall, viewer) : time.wall;
  return dayOfWall(wall) * DAY;
}

/** Merges ordered sources; of several instances at one key the first one with an own length stays. */
function* inOrder(sources: readonly Iterable<BaseInstance>[]): Generator<BaseInstance> {
  const heads = sources
    .map((source) => source[Symbol.iterator]())
    .map((iterator) => ({ iterator, next: iterator.next() }));
  for (;;) {
    let key = Number.POSITIVE_INFINITY;
    for (const { next } of heads) if (next.done !== true) key = Math.min(key, next.value.key);
    if (key === Number.POSITIVE_INFINITY) return;
    let chosen: BaseInstance | undefined;
    for (const head of heads) {
      while (head.next.done !== true && head.next.value.key === key) {
        if (chosen === undefined || (chosen.length === undefined && head.next.value.length !== undefined))
          chosen = head.next.value;
        head.next = head.iterator.next();
      }
    }
    if (chosen !== undefined) yield chosen;
  }
}
