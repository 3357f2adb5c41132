import { badInput, CaldavError } from "../../errors.ts";
import { DAY, dayOfWall, SECOND } from "../civil.ts";
import type { EntryComponent } from "../component.ts";
import { instantOfTime, timeAt, type EntryTime } from "../entry-time.ts";
import type { RecurrenceSet } from "../recurrence-set.ts";
import type { Rule } from "../rule.ts";
import type { TimeValue } from "../time-values.ts";
import { instantOf, UTC, wallAt, type Zone } from "../zone.ts";
import { followStart, type Following, type RuleParts } from "./follow-start.ts";

/** Where the dates of a series go when its start does. */
export type Shift = {
  from: EntryTime;
  to: EntryTime;
  /** The rule names its days whatever the start is: they stay, and only the time of day moves. */
  keepsDays: boolean;
  /** What the rule has to say instead. */
  parts: RuleParts;
  /** Of an occurrence, in the form of the series before and after; undefined where the series has none instead. */
  at: (own: EntryTime) => EntryTime | undefined;
  /** Of a date that stands for all occurrences on it; a day number. */
  day: (day: number) => number | undefined;
  until: (until: TimeValue) => TimeValue;
};

export type Moved = {
  master: EntryComponent;
  set: RecurrenceSet;
  /** An occurrence before and after; where the series itself starts afterwards follows from it. */
  from: EntryTime;
  to: EntryTime;
  viewer: Zone;
  /** A rule that is given anew, so that it does not matter what the series says now. */
  newRule: Rule | undefined;
};

const STEPS = new Set<Rule["frequency"]>(["HOURLY", "MINUTELY", "SECONDLY"]);

/**
 * Works out how a series moves when one of its occurrences does. On the clock of the series everything moves alike; what
 * the days do depends on the rule, see follow-start.ts.
 *
 * @throws CaldavError `unsupported`, `bad-input` where the rule holds the occurrences in their places
 */
export function createShift(moved: Moved): Shift {
  const { set, to, newRule } = moved;
  const from = asNamed(moved.from, set);
  const rules = moved.master.rules.filter((rule): rule is Rule => typeof rule !== "string");
  if (newRule === undefined) refuseFixedTimes(moved, rules);
  if (newRule === undefined && rules.some(({ frequency }) => STEPS.has(frequency))) return exactShift(moved);

  const [fromDay, toDay] = [dayOfWall(from.wall), dayOfWall(to.wall)];
  const days = toDay - fromDay;
  const clock = to.wall - toDay * DAY - (from.wall - fromDay * DAY);
  const extra = new Set(moved.master.rdates.map(({ time }) => set.keyOf(set.inOwnForm(time))));
  const isStart = set.keyOf(from) === set.keyOf(set.start);
  // An extra date is on no day of the rule, so the start goes as far as it does.
  const base = extra.has(set.keyOf(from)) ? dayOfWall(set.start.wall) : fromDay;
  const following =
    newRule === undefined ? followingOf(rules, base, base + days) : followingNew(newRule, base, base + days);
  if (following === undefined && newRule === undefined && !isStart)
    throw badInput(
      "The rule of this series names its days, so an occurrence that goes to another day does not take the others along; give `recurrence` as well, or change this occurrence alone.",
    );
  const day = following === undefined ? (some: number) => some : following.day;

  const placed = (own: EntryTime, onDay: number): EntryTime => {
    const time = own.wall - dayOfWall(own.wall) * DAY + clock;
    const wall = onDay * DAY + (to.form === "date" ? 0 : time);
    return { wall, form: to.form, zone: to.zone };
  };
  const at = (shown: EntryTime): EntryTime | undefined => {
    const key = set.keyOf(shown);
    if (key === set.keyOf(from)) return to;
    const own = asNamed(shown, set);
    const some = dayOfWall(own.wall);
    if (extra.has(key)) return placed(own, following === undefined ? some : some + days);
    const onDay = day(some);
    return onDay === undefined ? undefined : placed(own, onDay);
  };
  const start = at(set.start);
  if (start === undefined)
    throw badInput(
      "The series would start on a day that its month does not have; give `start` of the series, or `recurrence` as well.",
    );
  return {
    from: set.start,
    to: start,
    keepsDays: following === undefined,
    parts: following?.parts ?? {},
    at,
    day,
    until: (until) => untilAfter(until, { from, to, days: following === undefined ? 0 : days }),
  };
}

/**
 * What the rule says where clocks skip just that time, 02:30 for an occurrence at 03:30: on another clock, or at another
 * time, it is at what the rule says, like those of the other days.
 */
function asNamed(shown: EntryTime, set: RecurrenceSet): EntryTime {
  const { zone } = shown;
  if (zone === undefined || zone !== set.start.zone) return shown;
  const wall = dayOfWall(shown.wall) * DAY + clockOf(set.start.wall);
  if (wall === shown.wall || !instantOf(wall, zone).gap) return shown;
  const named = { wall, form: shown.form, zone };
  return set.keyOf(named) === set.keyOf(shown) ? named : shown;
}

function followingOf(rules: readonly Rule[], from: number, to: number): Following | undefined {
  const [rule, ...more] = rules;
  if (from === to || rule === undefined) return alongside(from, to);
  return more.length > 0 ? undefined : followStart(rule, from, to);
}

/** Under a new rule dates go along where it repeats on the day of the new start, and stay where it names days of its own. */
function followingNew(rule: Rule, from: number, to: number): Following | undefined {
  return followStart(rule, to, from) === undefined ? undefined : alongside(from, to);
}

function alongside(from: number, to: number): Following {
  return { parts: {}, day: (day) => day + to - from };
}

/** Every so many hours or minutes: each occurrence moves by the same exact time. */
function exactShift({ set, from, to, viewer }: Moved): Shift {
  const exact = instantOfTime(to, viewer) - instantOfTime(from, viewer);
  const at = (own: EntryTime): EntryTime => timeAt(instantOfTime(own, viewer) + exact, to, viewer);
  return {
    from: set.start,
    to: at(set.start),
    keepsDays: false,
    parts: {},
    at,
    day: (day) => day + dayOfWall(to.wall) - dayOfWall(from.wall),
    until: (until) => ({ ...until, wall: until.wall + (until.form === "date" ? 0 : exact) }),
  };
}

function refuseFixedTimes({ set, from, to }: Moved, rules: readonly Rule[]): void {
  const timed = rules.some(
    ({ byHour, byMinute, bySecond }) => byHour.length + byMinute.length + bySecond.length > 0,
  );
  const stepped = rules.some(({ frequency }) => STEPS.has(frequency));
  const dayful = rules.some(
    ({ byDay, byMonth, byMonthDay }) => byDay.length + byMonth.length + byMonthDay.length > 0,
  );
  const sameClock = from.wall - dayOfWall(from.wall) * DAY === to.wall - dayOfWall(to.wall) * DAY;
  const sameForm = from.form === to.form && from.zone === to.zone;
  if (set.problem !== undefined)
    throw new CaldavError(
      "unsupported",
      "This series repeats by a rule that this program does not follow, so it cannot be moved. Nothing was changed.",
    );
  if (
    (timed && !(sameClock && sameForm)) ||
    (stepped && ((from.form === "date") !== (to.form === "date") || dayful))
  )
    throw new CaldavError(
      "unsupported",
      "The rule of this series names times of its own, so another start does not move it; give `recurrence` as well. Nothing was changed.",
    );
}

type UntilShift = { from: EntryTime; to: EntryTime; days: number };

/**
 * UNTIL includes the same occurrences as before, in the form that the start asks for (RFC 5545 section 3.3.10). Its own
 * time of day stays where it can: most say the end of a day.
 */
function untilAfter(until: TimeValue, { from, to, days }: UntilShift): TimeValue {
  const wall = until.form === "utc" ? wallAt(until.wall, from.zone ?? UTC) : until.wall;
  const day = dayOfWall(wall) + days;
  if (to.form === "date") return { wall: lastDay(until, { from, wall, day }) * DAY, form: "date" };
  const [was, is] = [clockOf(from.wall), clockOf(to.wall)];
  const whole = until.form === "date" || from.form === "date";
  if (whole && from.form === to.form && until.form === "date") return { wall: day * DAY, form: "date" };
  const own = whole ? DAY - SECOND : clockOf(wall);
  const clock = own >= was ? Math.max(own, is) : Math.min(own, is - SECOND);
  const next = day * DAY + clock;
  if (to.form === "utc" || to.zone === undefined) return { wall: next, form: to.form };
  // A second pass of a repeated hour is the later one, so that no occurrence is cut off.
  return { wall: Math.max(instantOf(next, to.zone).instant, latestAt(next, to.zone)), form: "utc" };
}

/** The last day that has an occurrence: the one of UNTIL, unless that comes before the time of day. */
function lastDay(
  until: TimeValue,
  { from, wall, day }: { from: EntryTime; wall: number; day: number },
): number {
  return until.form !== "date" && from.form !== "date" && clockOf(wall) < clockOf(from.wall) ? day - 1 : day;
}

function latestAt(wall: number, zone: Zone): number {
  const instant = wall - zone.offsetAt(wall + DAY);
  return wallAt(instant, zone) === wall ? instant : Number.NEGATIVE_INFINITY;
}

function clockOf(wall: number): number {
  return wall - dayOfWall(wall) * DAY;
}
