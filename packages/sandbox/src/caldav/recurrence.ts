import type { Moment } from "./moments.ts";
import type { Rule } from "./rule.ts";
import { givesDay } from "./rule-days.ts";
import { hasWallTime, instantInZone } from "./zones.ts";

/** What may be spent on rules in one query; afterwards every recurring object counts as a match. */
export type Budget = { isSpent(): boolean };

const DAY = 86_400_000;
/** About a hundred years. */
const MAX_DAYS = 36_600;

/** The walk ended before its window did: what it did not see may still be there. */
export const GAVE_UP = Symbol("gave up");

/**
 * Starts that the rule gives in a window, in order, by walking over its days. A day is a day whatever the rule says,
 * so no rule can make a step long; an engine that looks for the next occurrence can be kept looking for minutes.
 */
export function* startsIn(
  start: Moment,
  rule: Rule,
  window: { from: number; to: number },
  budget: Budget,
): Generator<number | typeof GAVE_UP> {
  const startWall = Date.parse(start.isDate ? `${start.wall}T00:00:00Z` : `${start.wall}Z`);
  const [startDay, timeOfDay] = [Math.floor(startWall / DAY), startWall - Math.floor(startWall / DAY) * DAY];
  const isCounted = rule.count !== undefined;
  // A zone moves a wall time by less than a day.
  const firstDay = isCounted ? startDay : Math.max(startDay, Math.floor(window.from / DAY) - 1);

  let counted = 0;
  for (let day = firstDay; day < firstDay + MAX_DAYS; day += 1) {
    if (budget.isSpent()) break;
    const wall = day * DAY + timeOfDay;
    if (wall > window.to + DAY || isPast(rule, start, wall)) return;
    if (!givesDay(rule, startDay, day)) continue;
    const zone = start.zone ?? "UTC";
    // RFC 5545 §3.3.10: a time that the clocks skip is no occurrence, and is not counted.
    if (day !== startDay && !hasWallTime(wall, zone)) continue;
    counted += 1;
    if (rule.count !== undefined && counted > rule.count) return;
    const instant = instantInZone(wall, zone);
    if (instant >= window.from && instant <= window.to) yield instant;
  }
  yield GAVE_UP;
}

/** A date as UNTIL includes its whole day. */
function isPast({ until }: Rule, start: Moment, wall: number): boolean {
  if (until === undefined) return false;
  if (!until.includes("T")) return wall >= Date.parse(`${until}T00:00:00Z`) + DAY;
  if (!until.endsWith("Z")) return wall > Date.parse(`${until}Z`);
  const end = Date.parse(until);
  // Away from the end no zone can make a difference, and asking it on every day would be the longest part of the walk.
  if (Math.abs(wall - end) > 2 * DAY) return wall > end;
  return instantInZone(wall, start.zone ?? "UTC") > end;
}
