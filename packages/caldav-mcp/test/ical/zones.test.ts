import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoDateTime } from "../../src/ical/civil.ts";
import { ianaZone } from "../../src/ical/iana-zone.ts";
import { instantOf, wallAt, type Zone } from "../../src/ical/zone.ts";
import { zoneOfTzid } from "../../src/ical/zones.ts";
import { berlinUnder, calendar, component, event, look, starts, YEAR_2026 } from "./documents.ts";

const berlin = named("Europe/Berlin");

function named(name: string): Zone {
  const zone = ianaZone(name);
  if (zone === undefined) throw new Error(`no zone ${name}`);
  return zone;
}

const utc = (text: string): number => Date.parse(`${text}Z`);
const at = (wall: string, zone: Zone) => {
  const { instant, gap } = instantOf(utc(wall), zone);
  return { instant: isoDateTime(instant), gap };
};

describe("zones", () => {
  it("reads a Windows name that no VTIMEZONE explains (F45)", () => {
    const text = event("DTSTART;TZID=W. Europe Standard Time:20260701T090000");
    expect(starts(text, YEAR_2026)).toEqual(["2026-07-01T07:00:00+00:00"]);
  });

  it("reads an IANA name that no VTIMEZONE explains (F47)", () => {
    expect(starts(event("DTSTART;TZID=Asia/Tokyo:20260701T090000"), YEAR_2026)).toEqual([
      "2026-07-01T00:00:00+00:00",
    ]);
  });

  it.each([
    ["europe/berlin", "Europe/Berlin"],
    ["US/Pacific", "US/Pacific"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"],
    ["/citadel.org/20210210_1/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["Pacific Standard Time", "America/Los_Angeles"],
    ["Etc/UTC", "UTC"],
  ])("takes %s for %s", (tzid, name) => {
    expect(zoneOfTzid(tzid)?.name).toBe(name);
  });

  it.each([
    "+02:00",
    "Z0",
    "Somewhere/Else",
    "",
    "Customized Time Zone",
    "../../etc/localtime",
    "x".repeat(500),
  ])("knows no zone %j", (tzid) => {
    expect(zoneOfTzid(tzid)).toBeUndefined();
  });

  it("reads a home-made zone from its VTIMEZONE, wherever it stands in the document", () => {
    const own = component("VEVENT", "DTSTART;TZID=Office:20260701T090000");
    const winter = component("VEVENT", "DTSTART;TZID=Office:20261201T090000");
    expect(starts(calendar(berlinUnder("Office"), own), YEAR_2026)).toEqual(["2026-07-01T07:00:00+00:00"]);
    expect(starts(calendar(winter, berlinUnder("Office")), YEAR_2026)).toEqual(["2026-12-01T08:00:00+00:00"]);
  });

  it("never lets two documents share a home-made name", () => {
    const own = component("VEVENT", "DTSTART;TZID=Office:20260701T090000");
    const fixed =
      "BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0900\r\nTZOFFSETTO:+0900\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";
    expect(starts(calendar(berlinUnder("Office"), own), YEAR_2026)).toEqual(["2026-07-01T07:00:00+00:00"]);
    expect(starts(calendar(fixed, own), YEAR_2026)).toEqual(["2026-07-01T00:00:00+00:00"]);
    expect(starts(calendar(berlinUnder("Office"), own), YEAR_2026)).toEqual(["2026-07-01T07:00:00+00:00"]);
  });

  it("agrees with IANA about a zone that is written out, all through fifty years", () => {
    const text = calendar(
      berlinUnder("Office"),
      component("VEVENT", "DTSTART;TZID=Office:19970105T023000", "RRULE:FREQ=WEEKLY"),
    );
    const known = text.replace("DTSTART;TZID=Office", "DTSTART;TZID=Europe/Berlin");
    const window = { from: "1997-01-01T00:00:00Z", to: "2047-01-01T00:00:00Z", zone: "Europe/Berlin" };
    expect(starts(text, window)).toEqual(starts(known, window));
    expect(starts(text, window).length).toBeGreaterThan(2500);
  });

  it("marks a time as floating when nobody can say what its zone is (F57)", () => {
    for (const start of ["DTSTART:20260701T090000", "DTSTART;TZID=Nowhere:20260701T090000"]) {
      const [occurrence] = look(event(start), { ...YEAR_2026, zone: "Europe/Berlin" }).occurrences;
      expect(occurrence?.start).toMatchObject({
        floating: true,
        zone: undefined,
        instant: Date.UTC(2026, 6, 1, 7),
      });
    }
  });

  it("does not follow a VTIMEZONE that changes every second", () => {
    const hostile = berlinUnder("Office").replaceAll("FREQ=YEARLY;", "FREQ=SECONDLY;");
    const [occurrence] = look(
      calendar(hostile, component("VEVENT", "DTSTART;TZID=Office:20260701T090000")),
      YEAR_2026,
    ).occurrences;
    expect(occurrence?.start.floating).toBe(true);
  });

  it("does not search for changes that never come", () => {
    const never = berlinUnder("Office")
      .replaceAll(/BYMONTH=\d+;BYDAY=-1SU/g, "BYMONTH=2;BYMONTHDAY=30")
      .replaceAll(/DTSTART:(?:1981|1996)/g, "DTSTART:0001");
    const observance = never.slice(never.indexOf("BEGIN:DAYLIGHT"), never.indexOf("END:VTIMEZONE"));
    const hostile = never.replace(observance, observance.repeat(20));
    const [occurrence] = look(
      calendar(hostile, component("VEVENT", "DTSTART;TZID=Office:20260701T090000")),
      YEAR_2026,
    ).occurrences;
    expect(occurrence?.start.floating).toBe(true);
  });

  it("reads a zone that stopped changing long ago", () => {
    const stopped = berlinUnder("Office").replaceAll("BYDAY=-1SU", "BYDAY=-1SU;UNTIL=19991101T000000Z");
    expect(
      starts(calendar(stopped, component("VEVENT", "DTSTART;TZID=Office:20260701T090000")), YEAR_2026),
    ).toEqual(["2026-07-01T08:00:00+00:00"]);
  });

  it("reads a time that clocks skip with the offset before the gap, and says so", () => {
    expect(at("2026-03-29T02:30:00", berlin)).toEqual({ instant: "2026-03-29T01:30:00", gap: true });
    expect(at("2026-03-29T01:59:59", berlin)).toEqual({ instant: "2026-03-29T00:59:59", gap: false });
    expect(at("2026-03-29T03:00:00", berlin)).toEqual({ instant: "2026-03-29T01:00:00", gap: false });
  });

  it("reads a time that occurs twice as the first one", () => {
    expect(at("2026-10-25T02:30:00", berlin)).toEqual({ instant: "2026-10-25T00:30:00", gap: false });
    expect(at("2026-11-01T01:30:00", named("America/New_York"))).toEqual({
      instant: "2026-11-01T05:30:00",
      gap: false,
    });
  });

  it("handles half-hour changes, skipped days and midnights that do not exist", () => {
    expect(at("2026-10-04T02:15:00", named("Australia/Lord_Howe"))).toEqual({
      instant: "2026-10-03T15:45:00",
      gap: true,
    });
    expect(at("2011-12-30T12:00:00", named("Pacific/Apia")).gap).toBe(true);
    expect(at("2026-03-29T00:00:00", named("Asia/Beirut"))).toEqual({
      instant: "2026-03-28T22:00:00",
      gap: true,
    });
  });

  it("gives every instant back that it turned into a wall time, except the second pass of a repeated hour", () => {
    const zones = [
      "Europe/Berlin",
      "America/St_Johns",
      "Africa/Casablanca",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "Asia/Kathmandu",
    ].map(named);
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2060, 0) }),
        (zone, raw) => {
          const instant = raw - (raw % 1000);
          const wall = wallAt(instant, zone);
          const back = instantOf(wall, zone);
          expect(back.gap).toBe(false);
          expect(wallAt(back.instant, zone)).toBe(wall);
          expect(back.instant).toBeLessThanOrEqual(instant);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("has the offsets that Intl has", () => {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: "America/Sao_Paulo",
      timeZoneName: "longOffset",
    });
    const zone = named("America/Sao_Paulo");
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1980, 0), max: Date.UTC(2040, 0) }), (instant) => {
        const shown = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(instant));
        const expected =
          (shown?.[1] === "-" ? -1 : 1) * (Number(shown?.[2]) * 60 + Number(shown?.[3])) * 60_000;
        expect(zone.offsetAt(instant)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});
