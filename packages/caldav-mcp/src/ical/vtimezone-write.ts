import { basicDateTime, civilDate, DAY, dayNumber, dayOfWall, HOUR, MINUTE, SECOND } from "./civil.ts";
import { ownLine } from "./gate.ts";
import { lineTable } from "./line-table.ts";
import { joinLines, parseLines, partsOf, type ContentLine } from "./lines.ts";
import { parseTimeValue } from "./time-values.ts";
import { parseTree } from "./tree.ts";
import { documentZone } from "./vtimezone.ts";
import type { Zone } from "./zone.ts";
import { changesWithin } from "./zone-changes.ts";

/** A zone that has a name; one that only a document defines cannot be written. */
export type NamedZone = Zone & { name: string };

export type WrittenZone = {
  /** The name as the zone database spells it. */
  tzid: string;
  /** The VTIMEZONE block. */
  lines: ContentLine[];
};

/** Instants that an entry reaches; the block is right for all years that they touch. */
export type Reach = { from: number; to: number };

type Library = {
  tzlib_get_ical_block(name: string): string | string[];
  tzlib_get_timezones(): string | string[];
};

/**
 * The VTIMEZONE block of a zone. The library's block is taken where it says the same as ICU in all years of the entry.
 * It holds today's rules only, so it is wrong for years under older rules and for zones whose changes no rule expresses
 * (Casablanca, El Aaiun, Gaza, Hebron); there the changes themselves are written, as ICU knows them. The offset is
 * therefore always the one that this program reckons with.
 *
 * The library is loaded at the first zoned write, since starting up should not pay for it.
 */
export async function writeTimezone(
  zone: NamedZone,
  reach: Reach,
  load: () => Promise<Library> = () => import("timezones-ical-library"),
): Promise<WrittenZone> {
  const library = await load();
  const tzid = spelledAs(zone.name, library);
  const years = wholeYears(reach);
  const block = tzid === undefined ? undefined : libraryBlock(library, tzid);
  if (tzid !== undefined && block !== undefined && agrees(block, zone, years))
    return { tzid, lines: renamed(block, tzid) };
  return { tzid: tzid ?? zone.name, lines: observedBlock(tzid ?? zone.name, zone, years) };
}

/** The library knows aliases, but only in one spelling. */
function spelledAs(name: string, library: Library): string | undefined {
  const known = library.tzlib_get_timezones();
  const wanted = name.toLowerCase();
  return typeof known === "string"
    ? undefined
    : known.find((candidate) => candidate.toLowerCase() === wanted);
}

function libraryBlock(library: Library, tzid: string): ContentLine[] | undefined {
  const [block] = library.tzlib_get_ical_block(tzid);
  return block === undefined || !block.startsWith("BEGIN:VTIMEZONE") ? undefined : parseLines(`${block}\r\n`);
}

function wholeYears({ from, to }: Reach): Reach {
  const startOf = (year: number): number => dayNumber(year, 1, 1) * DAY;
  return {
    from: startOf(civilDate(dayOfWall(from)).year),
    to: startOf(civilDate(dayOfWall(to)).year + 1),
  };
}

function agrees(block: readonly ContentLine[], zone: Zone, years: Reach): boolean {
  const lines = lineTable(joinLines(block));
  const [node] = parseTree(lines);
  const written = node?.name === "VTIMEZONE" ? documentZone(lines, node) : undefined;
  // Readers do not agree on what holds before the first observance.
  if (written === undefined || firstOnset(block) > years.from - DAY) return false;
  if (written.offsetAt(years.from) !== zone.offsetAt(years.from)) return false;
  const theirs = changesWithin(written, years);
  const ours = changesWithin(zone, years);
  return (
    theirs.length === ours.length &&
    ours.every(({ instant, offset }, index) => {
      const their = theirs[index];
      return their?.instant === instant && their.offset === offset;
    })
  );
}

function firstOnset(block: readonly ContentLine[]): number {
  const starts = block.filter(({ name }) => name === "DTSTART").map(partsOf);
  return Math.min(...starts.map((start) => parseTimeValue(start?.value ?? "")?.wall ?? Infinity));
}

const COPIED = new Set(["BEGIN", "END", "DTSTART", "RRULE", "RDATE", "TZOFFSETFROM", "TZOFFSETTO", "TZNAME"]);

/** The library resolves aliases; the block has to carry the name that DTSTART refers to. */
function renamed(block: readonly ContentLine[], tzid: string): ContentLine[] {
  return block.flatMap((line) => {
    if (line.name === "TZID") return [ownLine("TZID", tzid)];
    return COPIED.has(line.name) && partsOf(line) !== undefined ? [line] : [];
  });
}

type Observance = { from: number; to: number; onsets: number[] };

/** One observance for each kind of change, with its dates; before the first change the offset is the initial one. */
function observedBlock(tzid: string, zone: Zone, years: Reach): ContentLine[] {
  const initial = zone.offsetAt(years.from);
  const observances: Observance[] = [{ from: initial, to: initial, onsets: [years.from + initial] }];
  let before = initial;
  for (const { instant, offset } of changesWithin(zone, years)) {
    const same = observances.find((observance) => observance.from === before && observance.to === offset);
    const onset = instant + before;
    if (same === undefined) observances.push({ from: before, to: offset, onsets: [onset] });
    else same.onsets.push(onset);
    before = offset;
  }
  return [
    ownLine("BEGIN", "VTIMEZONE"),
    ownLine("TZID", tzid),
    ...observances.flatMap(observanceLines),
    ownLine("END", "VTIMEZONE"),
  ];
}

function observanceLines({ from, to, onsets }: Observance): ContentLine[] {
  const name = to > from ? "DAYLIGHT" : "STANDARD";
  const dates = onsets.map(basicDateTime);
  return [
    ownLine("BEGIN", name),
    ownLine("DTSTART", dates[0] ?? ""),
    ownLine("TZOFFSETFROM", utcOffset(from)),
    ownLine("TZOFFSETTO", utcOffset(to)),
    // All of them, one line each: widespread readers skip DTSTART beside RDATE, and all but the first date of a list.
    ...(dates.length > 1 ? dates.map((date) => ownLine("RDATE", date)) : []),
    ownLine("END", name),
  ];
}

/** RFC 5545 section 3.3.14; seconds only where there are some, as in local mean times. */
function utcOffset(offset: number): string {
  const size = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, "0");
  const seconds = Math.floor((size % MINUTE) / SECOND);
  const clock = two(Math.floor(size / HOUR)) + two(Math.floor((size % HOUR) / MINUTE));
  return (offset < 0 ? "-" : "+") + clock + (seconds === 0 ? "" : two(seconds));
}
