const formats = new Map<string, Intl.DateTimeFormat | undefined>();

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone);
  let format: Intl.DateTimeFormat | undefined;
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      era: "short",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    format = undefined;
  }
  formats.set(zone, format);
  return format;
}

/** IANA names, with or without a prefix such as `/example.org/2026a/`; undefined for all others. */
export function zoneOf(tzid: string): string | undefined {
  // Bounded, so that a calendar full of made-up names cannot grow the cache without end.
  if (tzid.length > 100 || formats.size > 2000) return undefined;
  const parts = tzid.split("/").filter((part) => part !== "");
  for (const length of [3, 2, 1]) {
    if (length > parts.length) continue;
    const name = parts.slice(-length).join("/");
    if (/^[A-Za-z]/.test(name) && formatOf(name) !== undefined) return name;
  }
  return undefined;
}

function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const field = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const number = (name: Intl.DateTimeFormatPartTypes): number => Number(field.get(name));
  const year = field.get("era") === "BC" ? 1 - number("year") : number("year");
  const wall = Date.UTC(
    year,
    number("month") - 1,
    number("day"),
    number("hour"),
    number("minute"),
    number("second"),
  );
  return wall - Math.floor(instant / 1000) * 1000;
}

/**
 * The instant of a wall time, given as if it were UTC. A time that the clocks skip is read with the offset before the
 * gap, one they repeat is the first (RFC 5545 §3.3.5).
 */
export function instantInZone(wall: number, zone: string): number {
  const format = formatOf(zone);
  if (format === undefined) return wall;
  const day = 86_400_000;
  const before = wall - offsetAt(format, wall - day);
  if (before + offsetAt(format, before) === wall) return before;
  const after = wall - offsetAt(format, wall + day);
  return after + offsetAt(format, after) === wall ? after : before;
}

/** Whether the clocks of the zone show this wall time at all. */
export function hasWallTime(wall: number, zone: string): boolean {
  const format = formatOf(zone);
  if (format === undefined) return true;
  const instant = instantInZone(wall, zone);
  return instant + offsetAt(format, instant) === wall;
}
