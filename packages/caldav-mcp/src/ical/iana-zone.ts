import { DAY, SECOND } from "./civil.ts";
import { noteZoneWork } from "./cost.ts";
import { ownString } from "./own-string.ts";
import { UTC, zoneByYears, type Transition, type Zone } from "./zone.ts";

// One entry for each spelling, which costs next to nothing: what is expensive is shared by all spellings and aliases.
const MAX_SPELLINGS = 1000;
const spellings = new Map<string, Zone>();

// By lower-case name and by ICU's own name. ICU knows some 600 and 440 of them, so neither grows further.
const canonicalNames = new Map<string, string>();
const zones = new Map<string, Zone>();

// About 0.3 ms. All years of one zone fit into the cost of one expansion, those of several do not.
const UNITS_PER_YEAR = 500;

// IANA names start with a letter; newer engines would also take "+02:00", which names no zone.
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,3}$/;

/** The zone of an IANA name in any letter case; undefined when there is none. Its rules come from ICU, cached per zone. */
export function ianaZone(name: string): Zone | undefined {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  if (name.length > 64 || !NAME.test(name)) return undefined;
  const own = ownString(name);
  const zone = loadZone(own);
  if (zone === undefined) return undefined;
  if (spellings.size >= MAX_SPELLINGS) spellings.clear();
  spellings.set(own, zone);
  return zone;
}

function loadZone(name: string): Zone | undefined {
  if (/^(?:utc|gmt|z|etc\/utc|etc\/gmt|zulu)$/i.test(name)) return UTC;
  const canonical = canonicalName(name);
  const zone = canonical === undefined ? undefined : canonicalZone(canonical);
  // ICU renames some zones to older spellings (Asia/Kolkata); the spelling that was given stays unless only case differs.
  if (zone === undefined || canonical?.toLowerCase() === name.toLowerCase()) return zone;
  return { name, offsetAt: (instant) => zone.offsetAt(instant) };
}

function canonicalName(name: string): string | undefined {
  const key = name.toLowerCase();
  const known = canonicalNames.get(key);
  if (known !== undefined) return known;
  const canonical = formatOf(name)?.resolvedOptions().timeZone;
  if (canonical !== undefined) canonicalNames.set(key, canonical);
  return canonical;
}

function canonicalZone(canonical: string): Zone | undefined {
  const known = zones.get(canonical);
  if (known !== undefined) return known;
  const format = formatOf(canonical);
  if (format === undefined) return undefined;
  const offsetAt = (instant: number): number => offsetFrom(format, instant);
  const zone = zoneByYears(canonical, (year) => {
    noteZoneWork(UNITS_PER_YEAR);
    return changesOf(year, offsetAt);
  });
  zones.set(canonical, zone);
  return zone;
}

function formatOf(name: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return undefined;
  }
}

// `12/31/1969 AD, 19:00:00`; four times faster to take apart than to ask ICU for the parts.
const SHOWN = /^(\d+)\/(\d+)\/(\d+) ([AB])[^,]*, (\d+):(\d+):(\d+)$/;

function offsetFrom(format: Intl.DateTimeFormat, instant: number): number {
  const [, month, day, shownYear, era, hour, minute, second] = SHOWN.exec(format.format(instant)) ?? [];
  const year = era === "B" ? 1 - Number(shownYear) : Number(shownYear);
  const date = new Date(0);
  date.setUTCFullYear(year, Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  return date.getTime() - Math.floor(instant / SECOND) * SECOND;
}

// Short enough that two changes never fall into one step (Morocco leaves and re-enters summer time within a month).
const STEP = 8 * DAY;

function changesOf(
  year: number,
  offsetAt: (instant: number) => number,
): { initial: number; changes: Transition[] } {
  const start = startOfYear(year);
  const end = startOfYear(year + 1);
  const initial = offsetAt(start);
  const changes: Transition[] = [];
  let [from, offset] = [start, initial];
  while (from < end) {
    const to = Math.min(from + STEP, end);
    const next = offsetAt(to);
    if (next !== offset) changes.push({ instant: bisect(from, to, offset, offsetAt), offset: next });
    [from, offset] = [to, next];
  }
  return { initial, changes };
}

function startOfYear(year: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, 0, 1);
  return date.getTime();
}

/** The first second at which the offset is no longer `before`. */
function bisect(from: number, to: number, before: number, offsetAt: (instant: number) => number): number {
  let [low, high] = [from, to];
  while (high - low > SECOND) {
    const middle = low + Math.floor((high - low) / 2 / SECOND) * SECOND;
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
