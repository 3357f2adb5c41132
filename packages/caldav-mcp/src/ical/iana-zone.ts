import { DAY, SECOND } from "./civil.ts";
import { UTC, zoneByYears, type Transition, type Zone } from "./zone.ts";

const MAX_ZONES = 600;
const zones = new Map<string, Zone | undefined>();

// IANA names start with a letter; newer engines would also take "+02:00", which names no zone.
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,3}$/;

/** The zone of an IANA name in any letter case; undefined when there is none. Its rules come from ICU, cached per zone. */
export function ianaZone(name: string): Zone | undefined {
  if (name.length > 64 || !NAME.test(name)) return undefined;
  if (zones.has(name)) return zones.get(name);
  if (zones.size >= MAX_ZONES) zones.clear();
  const zone = loadZone(name);
  zones.set(name, zone);
  return zone;
}

function loadZone(name: string): Zone | undefined {
  if (/^(?:utc|gmt|z|etc\/utc|etc\/gmt|zulu)$/i.test(name)) return UTC;
  const format = formatOf(name);
  if (format === undefined) return undefined;
  const canonical = format.resolvedOptions().timeZone;
  // ICU renames some zones to older spellings (Asia/Kolkata); the spelling that was given stays unless only case differs.
  const shown = canonical.toLowerCase() === name.toLowerCase() ? canonical : name;
  const offsetAt = (instant: number): number => offsetFrom(format, instant);
  return zoneByYears(shown, (year) => changesOf(year, offsetAt));
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

function offsetFrom(format: Intl.DateTimeFormat, instant: number): number {
  const part: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = value;
  const year = part["era"] === "BC" ? 1 - Number(part["year"]) : Number(part["year"]);
  const date = new Date(0);
  date.setUTCFullYear(year, Number(part["month"]) - 1, Number(part["day"]));
  date.setUTCHours(Number(part["hour"]), Number(part["minute"]), Number(part["second"]));
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
