import { DAY, dayNumber } from "./civil.ts";
import { createCost, noteZoneWork, TooCostly, type Cost } from "./cost.ts";
import { contentAt, rawOf, type LineTable } from "./line-table.ts";
import { ownString } from "./own-string.ts";
import type { Range } from "./rule-times.ts";
import { walkRule } from "./rule-walk.ts";
import { parseRule, type Rule } from "./rule.ts";
import { parseTimeValue, parseUtcOffset } from "./time-values.ts";
import { propertiesOf, propertyOf, type ComponentNode } from "./tree.ts";
import { UTC, zoneByYears, type Transition, type Zone, type ZoneYear } from "./zone.ts";

/** One STANDARD or DAYLIGHT part: from each onset on, the offset is `to`. Onsets are written in the offset before. */
type Observance = { from: number; to: number; start: number; rule: Rule | undefined; dates: number[] };

const MAX_CHARACTERS = 200_000;
const MAX_OBSERVANCES = 300;
const MAX_DATES = 1000;
const MAX_RULES = 40;
const PROBED_YEAR = 2030;
// A real zone spends some 200 on a year.
const PROBE_UNITS = 2_000;
// Of all years that are ever asked for, which in earnest are some dozens.
const ALL_YEARS_UNITS = 40_000;
const MAX_CACHED = 200;
// A zone of a real calendar program takes some hundreds to some thousands.
const MAX_CACHED_CHARACTERS = 4_000_000;

// By content, not by name: two documents may each have their own "Custom" zone.
const cache = new Map<string, Zone | undefined>();
let cachedCharacters = 0;

/**
 * The zone a VTIMEZONE defines; undefined when it cannot be read within bounds. Only yearly rules are followed: no
 * real zone has another, and a zone that changes every second is an attack.
 */
export function documentZone(lines: LineTable, node: ComponentNode): Zone | undefined {
  const key = rawOf(lines, node.first, node.last);
  // Folds make a block any length, so it is measured without them; one that is longer with them is not kept.
  if (key.length > MAX_CHARACTERS)
    return contentLength(lines, node) > MAX_CHARACTERS ? undefined : readZone(lines, node);
  if (cache.has(key)) return cache.get(key);
  if (cache.size >= MAX_CACHED || cachedCharacters + key.length > MAX_CACHED_CHARACTERS) {
    cache.clear();
    cachedCharacters = 0;
  }
  const zone = readZone(lines, node);
  cache.set(ownString(key), zone);
  cachedCharacters += key.length;
  return zone;
}

/** Without folds, a character for each line ending. */
function contentLength(lines: LineTable, { first, last }: ComponentNode): number {
  let length = last - first;
  for (let index = first; index <= last; index += 1) length += contentAt(lines, index).length;
  return length;
}

function readZone(lines: LineTable, node: ComponentNode): Zone | undefined {
  if (node.children.length === 0 || node.children.length > MAX_OBSERVANCES) return undefined;
  const observances: Observance[] = [];
  for (const child of node.children) {
    if (child.name !== "STANDARD" && child.name !== "DAYLIGHT") continue;
    const observance = readObservance(lines, child);
    if (observance === undefined) return undefined;
    observances.push(observance);
  }
  const first = observances.toSorted((a, b) => a.start - a.from - (b.start - b.from))[0];
  const rules = observances.filter(({ rule }) => rule !== undefined).length;
  const dates = observances.reduce((sum, observance) => sum + observance.dates.length, 0);
  if (first === undefined || dates > MAX_DATES || rules > MAX_RULES) return undefined;

  const yearOf = (year: number, cost: Cost): ZoneYear => {
    const start = dayNumber(year, 1, 1) * DAY;
    // A year back reaches the last change before this year, unless the zone has stopped changing; then it is looked for.
    const changes = changesBetween(
      observances,
      { from: start - 372 * DAY, to: dayNumber(year + 1, 1, 1) * DAY },
      cost,
    );
    const before =
      changes.findLast(({ instant }) => instant <= start) ?? lastOnsetBefore(observances, start, cost);
    return {
      initial: before?.offset ?? first.from,
      changes: changes.filter(({ instant }) => instant > start),
    };
  };
  const unlessTooCostly = (year: number, cost: Cost): ZoneYear | undefined => {
    try {
      return yearOf(year, cost);
    } catch (error) {
      if (error instanceof TooCostly) return undefined;
      throw error;
    }
  };
  // Rules that take too long today are not followed at all; when all years together do, the rest stay at the first offset.
  if (unlessTooCostly(PROBED_YEAR, createCost({ units: PROBE_UNITS, onlyOwn: true })) === undefined)
    return undefined;
  const cost = noting(createCost({ units: ALL_YEARS_UNITS, onlyOwn: true }));
  let over = false;
  return zoneByYears(undefined, (year) => {
    const found = over ? undefined : unlessTooCostly(year, cost);
    over = found === undefined;
    return found ?? { initial: first.from, changes: [] };
  });
}

/** The same cost, which those in use elsewhere are charged for as well. */
function noting(cost: Cost): Cost {
  return {
    spend(units) {
      noteZoneWork(units);
      cost.spend(units);
    },
  };
}

function readObservance(lines: LineTable, node: ComponentNode): Observance | undefined {
  const from = parseUtcOffset(propertyOf(lines, node, "TZOFFSETFROM")?.value ?? "");
  const to = parseUtcOffset(propertyOf(lines, node, "TZOFFSETTO")?.value ?? "");
  const start = parseTimeValue(propertyOf(lines, node, "DTSTART")?.value ?? "");
  if (from === undefined || to === undefined || start === undefined) return undefined;
  const ruleText = propertyOf(lines, node, "RRULE")?.value;
  const rule = ruleText === undefined ? undefined : parseRule(ruleText);
  if (typeof rule === "string") return undefined;
  if (rule !== undefined && !isZoneRule(rule)) return undefined;
  const dates: number[] = [];
  for (const { value } of propertiesOf(lines, node, "RDATE")) {
    for (const item of value.split(",").slice(0, MAX_DATES + 1)) {
      const date = parseTimeValue(item);
      if (date !== undefined) dates.push(date.wall);
    }
  }
  return { from, to, start: start.wall, rule, dates };
}

/** Once or twice a year in a named month, as zones change; all else would have to be searched for. */
function isZoneRule(rule: Rule): boolean {
  const lists = [rule.byHour, rule.byMinute, rule.bySecond, rule.byWeekNo, rule.byYearDay, rule.bySetPos];
  const named = rule.byMonth.length > 0 || rule.byDay.length + rule.byMonthDay.length === 0;
  return (
    rule.frequency === "YEARLY" &&
    named &&
    rule.byMonth.length <= 2 &&
    lists.every((list) => list.length === 0)
  );
}

function onsetsBetween(observance: Observance, { from, to }: Range, cost: Cost): number[] {
  // Onsets are wall times in the offset before the change; UTC serves as that wall clock.
  const { rule, start, from: offset } = observance;
  const range = { from: from + offset, to: to + offset };
  const dates = [start, ...observance.dates].filter((wall) => wall >= range.from && wall < range.to);
  if (rule === undefined) return dates.map((wall) => wall - offset);
  // UNTIL is written in UTC there, the walk runs on the wall clock.
  const until = rule.until?.form === "utc" ? { ...rule.until, wall: rule.until.wall + offset } : rule.until;
  const found = walkRule(
    { ...rule, until },
    { wall: start, instant: start, zone: UTC, allDay: false },
    range,
    cost,
  );
  return [...dates, ...[...found].map(({ wall }) => wall)].map((wall) => wall - offset);
}

function changesBetween(observances: readonly Observance[], range: Range, cost: Cost): Transition[] {
  return observances
    .flatMap((observance) =>
      onsetsBetween(observance, range, cost).map((instant) => ({ instant, offset: observance.to })),
    )
    .sort((a, b) => a.instant - b.instant);
}

/** For zones that stopped changing, or change seldom: looks back in growing steps, once per year and zone. */
function lastOnsetBefore(
  observances: readonly Observance[],
  instant: number,
  cost: Cost,
): Transition | undefined {
  const earliest = Math.min(...observances.map(({ start, from }) => start - from));
  for (let years = 10; ; years *= 4) {
    const from = instant - years * 366 * DAY;
    const found = changesBetween(observances, { from, to: instant + 1 }, cost).at(-1);
    if (found !== undefined || from < earliest) return found;
  }
}
