import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { ianaZone } from "../../src/ical/iana-zone.ts";
import { lineTable } from "../../src/ical/line-table.ts";
import { joinLines } from "../../src/ical/lines.ts";
import { parseTree } from "../../src/ical/tree.ts";
import { documentZone } from "../../src/ical/vtimezone.ts";
import { type Reach, type WrittenZone, writeTimezone } from "../../src/ical/vtimezone-write.ts";

const DAY = 86_400_000;

function block(name: string, from: string, to = from): Promise<WrittenZone> {
  const zone = ianaZone(name);
  if (zone?.name === undefined) throw new Error(`ICU does not know ${name}`);
  const reach: Reach = { from: Date.parse(from), to: Date.parse(to) };
  return writeTimezone({ ...zone, name: zone.name }, reach);
}

const textOf = ({ lines }: WrittenZone): string => joinLines(lines);

/**
 * The offset in seconds at a time on the clock there, by ical.js: a reader that shares no code with the writer. It
 * follows zones until 2035.
 */
function readerOf(written: WrittenZone): (wall: Date) => number {
  const component = new ICAL.Component(ICAL.parse(textOf(written)));
  const zone = new ICAL.Timezone({ component, tzid: written.tzid });
  return (wall) =>
    zone.utcOffset(
      ICAL.Time.fromData({
        year: wall.getUTCFullYear(),
        month: wall.getUTCMonth() + 1,
        day: wall.getUTCDate(),
        hour: wall.getUTCHours(),
        minute: wall.getUTCMinutes(),
        second: wall.getUTCSeconds(),
      }),
    );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Asked of Intl directly, in seconds. */
function offsetByIntl(zone: string, instant: number): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  formats.set(zone, format);
  const shown = format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes, seconds] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(shown) ?? [];
  const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sign === "-" ? -size : size;
}

type Disagreement = { zone: string; at: string; got: number; expected: number };

function disagreements(written: WrittenZone, zone: string, instants: readonly number[]): Disagreement[] {
  const offsetAt = readerOf(written);
  return instants.flatMap((instant) => {
    const expected = offsetByIntl(zone, instant);
    const got = offsetAt(new Date(instant + expected * 1000));
    return got === expected ? [] : [{ zone, at: new Date(instant).toISOString(), got, expected }];
  });
}

const ZONES = Intl.supportedValuesOf("timeZone").filter((zone) => ianaZone(zone)?.name !== "UTC");
/** What no yearly rule says, or where the library's data and ICU's differ. */
const AWKWARD = [
  "Africa/Casablanca",
  "Africa/El_Aaiun",
  "Asia/Gaza",
  "Asia/Hebron",
  "America/Vancouver",
  "America/Edmonton",
];

describe("the VTIMEZONE of a new event", () => {
  it.each(["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z", "2035-04-10T12:00:00Z"])(
    "has the right offset on %s in every zone that ICU knows (F53)",
    async (day) => {
      expect(ZONES.length).toBeGreaterThan(400);
      const wrong: Disagreement[] = [];
      for (const zone of ZONES) wrong.push(...disagreements(await block(zone, day), zone, [Date.parse(day)]));
      expect(wrong).toEqual([]);
    },
  );

  it("has it in years under older rules", async () => {
    const days = ["1943-07-01T12:00:00Z", "1975-07-01T12:00:00Z", "2005-04-02T12:00:00Z"];
    for (const zone of [
      "Europe/Berlin",
      "America/New_York",
      "Europe/Moscow",
      "Asia/Kolkata",
      "Pacific/Apia",
    ]) {
      for (const day of days) {
        expect(disagreements(await block(zone, day), zone, [Date.parse(day)])).toEqual([]);
      }
    }
  });

  it("has seconds where the local mean time of a place had them", async () => {
    expect(textOf(await block("Europe/Berlin", "1890-06-01T12:00:00Z"))).toContain("TZOFFSETTO:+005328\r\n");
  });

  it.each([
    ...AWKWARD,
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "Asia/Tehran",
  ])("is right all through twenty years of a series in %s", async (zone) => {
    const written = await block(zone, "2026-01-20T12:00:00Z", "2045-12-20T12:00:00Z");
    const every = (from: string, to: string): number[] => {
      const count = Math.floor((Date.parse(to) - Date.parse(from)) / (5 * DAY));
      return Array.from({ length: count }, (_, index) => Date.parse(from) + index * 5 * DAY);
    };
    expect(disagreements(written, zone, every("2026-01-20T12:00:00Z", "2034-12-20T12:00:00Z"))).toEqual([]);

    const lines = lineTable(textOf(written));
    const [node] = parseTree(lines);
    const ours = node && documentZone(lines, node);
    for (const instant of every("2035-01-01T12:00:00Z", "2045-12-20T12:00:00Z"))
      expect([instant, ours?.offsetAt(instant)]).toEqual([instant, offsetByIntl(zone, instant) * 1000]);
  });

  it("is short where rules say it all, and lists changes where they do not", async () => {
    const berlin = textOf(await block("Europe/Berlin", "2026-01-01T00:00:00Z", "2046-01-01T00:00:00Z"));
    expect(berlin.match(/RRULE/g)).toHaveLength(2);
    expect(berlin).not.toContain("RDATE");
    const gaza = textOf(await block("Asia/Gaza", "2026-01-01T00:00:00Z", "2046-01-01T00:00:00Z"));
    expect(gaza).toContain("RDATE");
    expect(gaza).not.toContain("RRULE");
    expect(gaza.length).toBeLessThan(6_000);
  });

  it.each([
    ["US/Pacific", "US/Pacific"],
    ["europe/berlin", "Europe/Berlin"],
    ["asia/kolkata", "Asia/Kolkata"],
    ["Europe/Kyiv", "Europe/Kyiv"],
    ["EST5EDT", "EST5EDT"],
    ["Etc/GMT+5", "Etc/GMT+5"],
  ])("names %s as the event does: %s", async (given, tzid) => {
    const written = await block(given, "2026-07-15T12:00:00Z");
    expect(written.tzid).toBe(tzid);
    expect(textOf(written).match(/^TZID:(.*)\r$/m)?.[1]).toBe(tzid);
    expect(disagreements(written, given, [Date.parse("2026-07-15T12:00:00Z")])).toEqual([]);
  });

  it("always has an observance, and lines that fit", async () => {
    for (const zone of ["Asia/Tokyo", "Africa/Casablanca", "Etc/GMT+5", "Antarctica/Troll"]) {
      const text = textOf(await block(zone, "2026-01-01T00:00:00Z", "2046-01-01T00:00:00Z"));
      expect(text).toMatch(/BEGIN:(?:STANDARD|DAYLIGHT)\r\n/);
      for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
  });

  it("does without the library where that knows nothing", async () => {
    const zone = ianaZone("Europe/Berlin");
    if (zone === undefined) throw new Error("There is no Berlin.");
    const at = Date.parse("2026-07-15T12:00:00Z");
    const nothing = { tzlib_get_ical_block: () => "", tzlib_get_timezones: () => [] };
    const written = await writeTimezone(
      { ...zone, name: "Europe/Berlin" },
      { from: at, to: at },
      async () => nothing,
    );
    expect(readerOf(written)(new Date(at))).toBe(7200);
  });
});
