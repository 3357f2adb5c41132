import { DAY } from "./civil.ts";
import { createCost } from "./cost.ts";
import type { ContentLine } from "./lines.ts";
import { walkRule } from "./rule-walk.ts";
import { parseRule, type Rule } from "./rule.ts";
import { parseTimeValue, parseUtcOffset } from "./time-values.ts";
import { propertiesOf, propertyOf, type ComponentNode } from "./tree.ts";
import { UTC, zoneByYears, type Transition, type Zone } from "./zone.ts";

/** One STANDARD or DAYLIGHT part: from each onset on, the offset is `to`. Onsets are written in the offset before. */
type Observance = { from: number; to: number; start: number; rule: Rule | undefined; dates: number[] };

const MAX_OBSERVANCES = 300;
const MAX_DATES = 1000;
const MAX_CACHED = 200;

// By content, not by name: two documents may each have their own "Custom" zone.
const cache = new Map<string, Zone | undefined>();

/**
 * The zone a VTIMEZONE defines; undefined when it cannot be read within bounds. Only yearly rules are followed: no
 * real zone has another, and a zone that changes every second is an attack.
 */
export function documentZone(lines: readonly ContentLine[], node: ComponentNode): Zone | undefined {
  const key = lines
    .slice(node.first, node.last + 1)
    .map((line) => line.content)
    .join("\n");
  if (key.length > 200_000) return undefined;
  if (cache.has(key)) return cache.get(key);
  if (cache.size >= MAX_CACHED) cache.clear();
  const zone = readZone(lines, node);
  cache.set(key, zone);
  return zone;
}

function readZone(lines: readonly ContentLine[], node: ComponentNode): Zone | undefined {
  if (node.children.length === 0 || node.children.length > MAX_OBSERVANCES) return undefined;
  const observances: Observance[] = [];
  for (const child of node.children) {
    if (child.name !== "STANDARD" && child.name !== "DAYLIGHT") continue;
    const observance = readObservance(lines, child);
    if (observance === undefined) return undefined;
    observances.push(observance);
  }
  const first = observances.toSorted((a, b) => a.start - a.from - (b.start - b.from))[0];
  if (first === undefined || observances.reduce((sum, { dates }) => sum + dates.length, 0) > MAX_DATES)
    return undefined;
  return zoneByYears(undefined, (year) => {
    // Two years back reaches the last change before this year, unless the zone has stopped changing.
    const start = Date.UTC(year, 0, 1);
    const changes = changesBetween(observances, start - 800 * DAY, Date.UTC(year + 1, 0, 1));
    const before =
      changes.filter((change) => change.instant <= start).at(-1) ?? lastOnsetBefore(observances, start);
    return {
      initial: before?.offset ?? first.from,
      changes: changes.filter((change) => change.instant > start),
    };
  });
}

function readObservance(lines: readonly ContentLine[], node: ComponentNode): Observance | undefined {
  const from = parseUtcOffset(propertyOf(lines, node, "TZOFFSETFROM")?.value ?? "");
  const to = parseUtcOffset(propertyOf(lines, node, "TZOFFSETTO")?.value ?? "");
  const start = parseTimeValue(propertyOf(lines, node, "DTSTART")?.value ?? "");
  if (from === undefined || to === undefined || start === undefined) return undefined;
  const ruleText = propertyOf(lines, node, "RRULE")?.value;
  const rule = ruleText === undefined ? undefined : parseRule(ruleText);
  if (typeof rule === "string") return undefined;
  const timesADay = rule
    ? Math.max(1, rule.byHour.length) * Math.max(1, rule.byMinute.length) * Math.max(1, rule.bySecond.length)
    : 1;
  if (rule !== undefined && (rule.frequency !== "YEARLY" || timesADay > 1)) return undefined;
  const dates: number[] = [];
  for (const { value } of propertiesOf(lines, node, "RDATE")) {
    for (const item of value.split(",").slice(0, MAX_DATES + 1)) {
      const date = parseTimeValue(item);
      if (date !== undefined) dates.push(date.wall);
    }
  }
  return { from, to, start: start.wall, rule, dates };
}

function onsetsBetween(observance: Observance, from: number, to: number): number[] {
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
    createCost({ units: 200_000 }),
  );
  return [...dates, ...[...found].map(({ wall }) => wall)].map((wall) => wall - offset);
}

function changesBetween(observances: readonly Observance[], from: number, to: number): Transition[] {
  return observances
    .flatMap((observance) =>
      onsetsBetween(observance, from, to).map((instant) => ({ instant, offset: observance.to })),
    )
    .sort((a, b) => a.instant - b.instant);
}

/** For zones that stopped changing, or change seldom: looks back in growing steps, once per year and zone. */
function lastOnsetBefore(observances: readonly Observance[], instant: number): Transition | undefined {
  const earliest = Math.min(...observances.map(({ start, from }) => start - from));
  for (let years = 10; ; years *= 4) {
    const from = instant - years * 366 * DAY;
    const found = changesBetween(observances, from, instant + 1).at(-1);
    if (found !== undefined || from < earliest) return found;
  }
}
