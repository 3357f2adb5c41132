import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CaldavError } from "../../src/errors.ts";
import { dateOf, renderMoment, weekdayOf } from "../../src/ical/instants.ts";
import { parseMomentInput } from "../../src/ical/moment-input.ts";

const berlin = { zone: "Europe/Berlin" };
const read = (text: string, options: { zone: string; zoneGiven?: boolean } = berlin) =>
  parseMomentInput(text, options);

describe("a time that a caller gives", () => {
  it.each([
    ["2026-09-14T09:00", Date.UTC(2026, 8, 14, 7), "Europe/Berlin"],
    ["2026-12-14T09:00:30", Date.UTC(2026, 11, 14, 8, 0, 30), "Europe/Berlin"],
    ["2026-09-14T09:00:00Z", Date.UTC(2026, 8, 14, 9), "UTC"],
    ["2026-04-07T18:45:00+10:00", Date.UTC(2026, 3, 7, 8, 45), "UTC"],
    ["2026-09-14T09:00:00.000Z", Date.UTC(2026, 8, 14, 9), "UTC"],
  ])("is read: %s (F51)", (text, instant, zone) => {
    expect(read(text)).toMatchObject({ instant, zone, allDay: false, floating: false, gap: false });
  });

  it("is a whole day without a time, at midnight of the zone", () => {
    expect(read("2026-09-14")).toMatchObject({
      instant: Date.UTC(2026, 8, 13, 22),
      wall: "2026-09-14",
      allDay: true,
      zone: undefined,
    });
  });

  it("keeps a zone that agrees with the offset, and refuses one that does not", () => {
    expect(read("2026-09-14T09:00:00+02:00", { ...berlin, zoneGiven: true })).toMatchObject({
      zone: "Europe/Berlin",
      wall: "2026-09-14T09:00:00",
    });
    expect(() => read("2026-12-14T09:00:00+02:00", { ...berlin, zoneGiven: true })).toThrow(/do not agree/);
    expect(() => read("2026-12-14T09:00:00Z", { ...berlin, zoneGiven: true })).toThrow(/do not agree/);
  });

  it("moves out of a gap and says so", () => {
    expect(read("2026-03-29T02:30")).toMatchObject({ wall: "2026-03-29T03:30:00", gap: true });
    expect(read("2026-10-25T02:30")).toMatchObject({ instant: Date.UTC(2026, 9, 25, 0, 30), gap: false });
  });

  it.each([
    "",
    "tomorrow",
    "2026-02-30",
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-09-14T24:00",
    "2026-09-14T09:60",
    "2026-09-14T09:00:60",
    "2026-09-14T09",
    "2026-09-14 09:00",
    "14.09.2026",
    "2026-9-14",
    "20260914",
    "2026-09-14T09:00:00+2:00",
    "2026-09-14T09:00+25:00",
    "0000-01-01",
    "2026-09-14Z",
    "2026-09-14T09:00:00.5Z",
    "+002026-09-14",
    "2026-09-14T09:00[Europe/Berlin]",
    "0001-01-01T00:00+14:00",
    "9999-12-31T23:59-14:00",
    "0001-01-01T00:10",
  ])("is refused with a sentence: %j", (text) => {
    expect(() => read(text)).toThrow(CaldavError);
    expect(() => read(text)).toThrow(/^[A-Z].*Nothing was changed\.$/);
  });

  it("refuses a zone that is none", () => {
    expect(() => read("2026-09-14", { zone: "Mars/Base" })).toThrow(/IANA name/);
  });

  it("comes back as the instant it was shown as", () => {
    const zones = fc.constantFrom(
      "Europe/Berlin",
      "America/St_Johns",
      "Asia/Kathmandu",
      "UTC",
      "Australia/Lord_Howe",
    );
    fc.assert(
      fc.property(zones, fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2090, 0) }), (zone, raw) => {
        const instant = raw - (raw % 1000);
        const shown = renderMoment({ instant, wall: "", zone: "UTC", allDay: false, floating: false }, zone);
        expect(read(shown.value, { zone, zoneGiven: true }).instant).toBe(instant);
        expect(Date.parse(shown.value)).toBe(instant);
      }),
    );
  });
});

describe("a moment as it is shown", () => {
  it("has the offset of its zone then", () => {
    const moment = read("2026-09-14T07:00:00Z");
    expect(renderMoment(moment, "Europe/Berlin")).toEqual({
      value: "2026-09-14T09:00:00+02:00",
      timezone: "Europe/Berlin",
      all_day: false,
    });
    expect(renderMoment(moment, "America/St_Johns").value).toBe("2026-09-14T04:30:00-02:30");
    expect(renderMoment({ ...moment, floating: true }, "UTC")).toEqual({
      value: "2026-09-14T07:00:00+00:00",
      timezone: "UTC",
      all_day: false,
      floating: true,
    });
  });

  it("is a date and nothing else when it is one", () => {
    expect(renderMoment(read("2026-09-14"), "Pacific/Auckland")).toEqual({
      value: "2026-09-14",
      all_day: true,
    });
  });

  it("has the weekday of the place it is looked at from; a date has its own", () => {
    const late = read("2026-09-14T22:30:00Z");
    expect([weekdayOf(late, "UTC"), weekdayOf(late, "Europe/Berlin")]).toEqual(["Monday", "Tuesday"]);
    expect([dateOf(late, "UTC"), dateOf(late, "Europe/Berlin")]).toEqual(["2026-09-14", "2026-09-15"]);
    expect(weekdayOf(read("2026-09-14"), "America/Los_Angeles")).toBe("Monday");
  });
});
