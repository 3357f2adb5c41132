import { DAY, dayOfWall, HOUR, MINUTE, SECOND } from "./civil.ts";
import type { Cost } from "./cost.ts";
import { dayFilter } from "./rule-days.ts";
import type { Rule } from "./rule.ts";
import { wallAt, type Zone } from "./zone.ts";

export type Instance = { instant: number; wall: number };

/** Where a series starts, and the zone whose clock it follows. */
export type SeriesStart = { wall: number; instant: number; zone: Zone; allDay: boolean };

/** Half-open, in unix milliseconds. */
export type Range = { from: number; to: number };

/** The times of day that a rule with a calendar frequency names: BYHOUR x BYMINUTE x BYSECOND, the rest from DTSTART. */
export type ClockTimes = { length: number; at(index: number): number };

export function clockTimes(rule: Rule, startClock: number): ClockTimes {
  const hours = rule.byHour.length > 0 ? rule.byHour : [Math.floor(startClock / HOUR)];
  const minutes = rule.byMinute.length > 0 ? rule.byMinute : [Math.floor(startClock / MINUTE) % 60];
  const seconds = rule.bySecond.length > 0 ? rule.bySecond : [Math.floor(startClock / SECOND) % 60];
  // Never multiplied out: 24 x 60 x 60 values in three short lists are a rule, not a list.
  return {
    length: hours.length * minutes.length * seconds.length,
    at(index) {
      const second = seconds[index % seconds.length] ?? 0;
      const minute = minutes[Math.floor(index / seconds.length) % minutes.length] ?? 0;
      const hour = hours[Math.floor(index / (seconds.length * minutes.length))] ?? 0;
      return hour * HOUR + minute * MINUTE + second * SECOND;
    },
  };
}

/** The wall times of one period in order: all of them, or those that BYSETPOS picks from the whole set. */
export function* selectPositions(
  positions: readonly number[],
  days: readonly number[],
  times: ClockTimes,
): Generator<number> {
  const size = days.length * times.length;
  const wallOfIndex = (index: number): number =>
    (days[Math.floor(index / times.length)] ?? 0) * DAY + times.at(index % times.length);
  if (positions.length === 0) {
    for (let index = 0; index < size; index += 1) yield wallOfIndex(index);
    return;
  }
  for (const index of picked(positions, size)) yield wallOfIndex(index);
}

function picked(positions: readonly number[], size: number): number[] {
  const indexes = positions.map((position) => (position > 0 ? position - 1 : size + position));
  return [...new Set(indexes)].filter((index) => index >= 0 && index < size).sort((a, b) => a - b);
}

/** HOURLY, MINUTELY and SECONDLY: steps of exact time, filtered by the clock and calendar of the series' zone. */
export function* subDailyInstants(
  rule: Rule,
  start: SeriesStart,
  range: Range,
  cost: Cost,
): Generator<Instance> {
  const unit = rule.frequency === "HOURLY" ? HOUR : rule.frequency === "MINUTELY" ? MINUTE : SECOND;
  const step = unit * rule.interval;
  const base = start.instant - modulo(start.wall, unit);
  const skip = skipper(rule, start);
  const within = timesWithinUnit(rule, start.wall, unit);
  const isInstance = ({ wall }: Instance): boolean => skip(wall) === 0;
  let k = Math.max(0, Math.floor((range.from - base) / step));
  for (;;) {
    const period = base + k * step;
    if (period >= range.to) return;
    cost.spend(1);
    const distance = skip(wallAt(period, start.zone));
    if (distance > 0) {
      // A change of clocks on the way must not carry the walk past the first minutes of the next day.
      const gained = start.zone.offsetAt(period + distance) - start.zone.offsetAt(period);
      const next = Math.floor((period + distance - Math.max(0, gained) - base) / step);
      if (next > k) {
        k = next;
        continue;
      }
    }
    cost.spend(within.length);
    const shown = instancesWithin({ period, unit, zone: start.zone }, within);
    const found = distance === 0 && shown.aligned ? shown.instances : shown.instances.filter(isInstance);
    if (rule.bySetPos.length === 0) yield* found;
    else for (const index of picked(rule.bySetPos, found.length)) yield* found.slice(index, index + 1);
    k += 1;
  }
}

/** How far it is, on the clock, to the next wall time that may match: 0 when this one does. */
function skipper(rule: Rule, start: SeriesStart): (wall: number) => number {
  const matchesDay = dayFilter(rule, dayOfWall(start.wall));
  const hours = new Set(rule.byHour);
  const minutes = new Set(rule.frequency === "HOURLY" ? [] : rule.byMinute);
  const seconds = new Set(rule.frequency === "SECONDLY" ? rule.bySecond : []);
  return (wall) => {
    const clock = wall - dayOfWall(wall) * DAY;
    if (!matchesDay(dayOfWall(wall))) return DAY - clock;
    if (hours.size > 0 && !hours.has(Math.floor(clock / HOUR))) return HOUR - (clock % HOUR);
    if (minutes.size > 0 && !minutes.has(Math.floor(clock / MINUTE) % 60)) return MINUTE - (clock % MINUTE);
    if (seconds.size > 0 && !seconds.has(Math.floor(clock / SECOND) % 60)) return SECOND;
    return 0;
  };
}

/**
 * Where the clock shows one of the wanted times within an hour or minute of exact time. Where clocks have changed by
 * half an hour since DTSTART (Lord Howe), or change within this hour, exact hours and hours of the clock differ.
 */
function instancesWithin(
  { period, unit, zone }: { period: number; unit: number; zone: Zone },
  wanted: readonly number[],
): { instances: Instance[]; aligned: boolean } {
  const [first, last] = [zone.offsetAt(period), zone.offsetAt(period + unit - 1)];
  const aligned = first === last && modulo(period + first, unit) === 0;
  if (aligned)
    return {
      instances: wanted.map((time) => ({ instant: period + time, wall: period + time + first })),
      aligned,
    };
  const instances = [...new Set([first, last])].flatMap((offset) =>
    wanted
      .map((time) => period + modulo(time - period - offset, unit))
      .filter((instant) => zone.offsetAt(instant) === offset)
      .map((instant) => ({ instant, wall: instant + offset })),
  );
  return { instances: instances.sort((a, b) => a.instant - b.instant), aligned };
}

function modulo(value: number, unit: number): number {
  return ((value % unit) + unit) % unit;
}

/** What the finer parts name within one hour or minute, in order. */
function timesWithinUnit(rule: Rule, startWall: number, unit: number): number[] {
  if (unit === SECOND) return [0];
  const clock = startWall - dayOfWall(startWall) * DAY;
  const seconds = rule.bySecond.length > 0 ? rule.bySecond : [Math.floor(clock / SECOND) % 60];
  const ownMinutes = rule.byMinute.length > 0 ? rule.byMinute : [Math.floor(clock / MINUTE) % 60];
  const minutes = unit === HOUR ? ownMinutes : [0];
  return minutes.flatMap((minute) => seconds.map((second) => minute * MINUTE + second * SECOND));
}
