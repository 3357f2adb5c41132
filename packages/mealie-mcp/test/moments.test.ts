import { expect, it } from "vitest";
import { endOfDay, noonOf, readMoment } from "../src/moments.ts";

const ZONES = ["Pacific/Kiritimati", "Etc/GMT+12", "America/Los_Angeles", "Asia/Kathmandu", "UTC"];

it.each(ZONES)("sends every day that it takes as an instant with a year of four digits, in %s", (zone) => {
  for (const day of ["1900-01-01", "2000-02-29", "2026-11-01", "2027-03-14", "9998-12-30"])
    for (const of of [noonOf, endOfDay]) {
      const { instant } = readMoment(day, { zone, of });
      expect(instant).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
      // The instant is on that day again, read in the zone.
      expect(readMoment(instant, { zone, of }).day).toBe(day);
    }
});

it.each([
  "0001-01-01",
  "0050-01-01",
  "1899-12-31",
  "9999-12-31",
  "9999-12-31T23:59:59-12:00",
  "2026-02-30T10:00:00Z",
  "2026-13-01T10:00:00Z",
  "2026-01-01T25:00:00Z",
  "2026-01-01T10:00:00+99:00",
  "tomorrow",
])("refuses %s", (given) => {
  for (const zone of ZONES)
    expect(() => readMoment(given, { zone, of: endOfDay })).toThrow(/nothing was changed/i);
});
