import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { countOccurrences, countRemaining, occurrenceAt } from "../../src/ical/occurrences.ts";
import { endBefore } from "../../src/ical/edit/end-before.ts";
import { excludeOccurrence } from "../../src/ical/edit/exclude.ts";
import { calendar, component, event, look, starts, YEAR_2026 } from "./documents.ts";

const berlin = { ...YEAR_2026, zone: "Europe/Berlin" };
const view = { zone: "Europe/Berlin", ownAddresses: new Set<string>() };
const edit = { now: 0, zone: "Europe/Berlin" };
const names = (text: string, zone = "Europe/Berlin") =>
  look(text, { ...YEAR_2026, zone }).occurrences.map(({ recurrence }) => recurrence);

describe("the hour that clocks repeat", () => {
  const hourly = event("DTSTART;TZID=Europe/Berlin:20261025T013000", "RRULE:FREQ=HOURLY;COUNT=4");
  const NAMES = ["20261025T013000", "20261025T023000", "20261025T013000Z", "20261025T033000"];

  it("has two occurrences with a name each, the second one's in UTC", () => {
    expect(names(hourly)).toEqual(NAMES);
    const document = readDocument(hourly);
    for (const listed of look(hourly, berlin).occurrences)
      expect(occurrenceAt(document, listed.recurrence ?? "", view)).toMatchObject({ start: listed.start });
  });

  it.each(NAMES)("loses %s and nothing else", (name) => {
    const edited = excludeOccurrence(hourly, name, edit);
    expect(names(edited)).toEqual(NAMES.filter((other) => other !== name));
    expect(countOccurrences(readDocument(edited), view)).toEqual({ kind: "count", count: 3 });
  });

  it("writes the second pass as an EXDATE in UTC, for its local time means the first", () => {
    expect(excludeOccurrence(hourly, "20261025T013000Z", edit)).toContain("\nEXDATE:20261025T013000Z\r\n");
    expect(excludeOccurrence(hourly, "20261025T023000", edit)).toContain(
      "\nEXDATE;TZID=Europe/Berlin:20261025T023000\r\n",
    );
  });

  it("can be cut between its passes", () => {
    expect(names(endBefore(hourly, "20261025T013000Z", edit))).toEqual(NAMES.slice(0, 2));
    expect(countRemaining(readDocument(hourly), "20261025T013000Z", view)).toEqual({
      before: { kind: "count", count: 2 },
      after: { kind: "count", count: 2 },
    });
  });

  it("gives no second name to an occurrence outside it", () => {
    const document = readDocument(hourly);
    // The first occurrence and the first pass, in UTC.
    for (const name of ["20261024T233000Z", "20261025T003000Z"]) {
      expect(occurrenceAt(document, name, view)).toBeUndefined();
      expect(() => excludeOccurrence(hourly, name, edit)).toThrow(/does not name an occurrence/);
    }
  });

  it("keeps an override of the second pass apart from the first", () => {
    const text = calendar(
      component("VEVENT", "DTSTART;TZID=Europe/Berlin:20261025T013000", "RRULE:FREQ=HOURLY;COUNT=4"),
      component("VEVENT", "RECURRENCE-ID:20261025T013000Z", "DTSTART:20261025T200000Z"),
    );
    expect(names(text)).toEqual([NAMES[0], NAMES[1], NAMES[3], NAMES[2]]);
    expect(names(excludeOccurrence(text, "20261025T023000", edit))).toEqual([NAMES[0], NAMES[3], NAMES[2]]);
    expect(names(excludeOccurrence(text, "20261025T013000Z", edit))).toEqual([NAMES[0], NAMES[1], NAMES[3]]);
  });
});

describe("a local time that clocks skip", () => {
  it("names nothing, though it is read as a later time that is an occurrence", () => {
    const text = event("DTSTART;TZID=Europe/Berlin:20260329T013000", "RRULE:FREQ=HOURLY;COUNT=3");
    expect(names(text)).toEqual(["20260329T013000", "20260329T033000", "20260329T043000"]);
    expect(occurrenceAt(readDocument(text), "20260329T023000", view)).toBeUndefined();
  });

  it("is DTSTART where it is written there, and is read as the later time", () => {
    const text = event("DTSTART;TZID=Europe/Berlin:20260329T023000", "RRULE:FREQ=DAILY;COUNT=2");
    expect(starts(text, berlin)).toEqual(["2026-03-29T03:30:00+02:00", "2026-03-30T02:30:00+02:00"]);
    expect(names(text)).toEqual(["20260329T023000", "20260330T023000"]);
    expect(names(excludeOccurrence(text, "20260329T023000", edit))).toEqual(["20260330T023000"]);
  });
});

describe("a floating series", () => {
  const daily = event("DTSTART:20260328T023000", "RRULE:FREQ=DAILY;COUNT=3");

  it("has the same occurrences whoever looks", () => {
    const expected = ["20260328T023000", "20260329T023000", "20260330T023000"];
    for (const zone of ["Europe/Berlin", "UTC", "Pacific/Apia"]) expect(names(daily, zone)).toEqual(expected);
    expect(starts(daily, berlin)[1]).toBe("2026-03-29T03:30:00+02:00");
  });

  it("does not repeat an hour, for no clock of its own changes", () => {
    const hourly = event("DTSTART:20261025T013000", "RRULE:FREQ=HOURLY;COUNT=4");
    expect(names(hourly)).toEqual([
      "20261025T013000",
      "20261025T023000",
      "20261025T033000",
      "20261025T043000",
    ]);
  });

  it("is edited as it is listed, also where its exceptions are in UTC", () => {
    const text = calendar(
      component("VEVENT", "DTSTART:20260105T090000", "RRULE:FREQ=DAILY;COUNT=4", "EXDATE:20260106T080000Z"),
      component("VEVENT", "RECURRENCE-ID:20260107T080000Z", "DTSTART:20260107T150000"),
    );
    expect(names(text)).toEqual(["20260105T090000", "20260107T090000", "20260108T090000"]);
    expect(countOccurrences(readDocument(text), view)).toEqual({ kind: "count", count: 3 });
    expect(names(excludeOccurrence(text, "20260107T090000", edit))).toEqual([
      "20260105T090000",
      "20260108T090000",
    ]);
  });
});

describe("an all-day series with exceptions in UTC, as Exchange writes them", () => {
  const series = (midnight: string) =>
    calendar(
      component("VEVENT", "DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=DAILY;COUNT=4", `EXDATE:${midnight}`),
      component("VEVENT", "RECURRENCE-ID:20260106T230000Z", "DTSTART;VALUE=DATE:20260110"),
    );

  it.each([
    ["Berlin", "20260105T230000Z"],
    ["New York", "20260106T050000Z"],
    ["nowhere", "20260106T000000Z"],
    ["Tokyo", "20260105T150000Z"],
  ])("takes the midnight of %s for the same date, in every zone", (_, midnight) => {
    for (const zone of ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland"])
      expect(names(series(midnight), zone)).toEqual(["20260105", "20260108", "20260107"]);
  });

  it("takes the midnight of the viewer's own zone also where it is more than twelve hours off", () => {
    expect(names(series("20260105T110000Z"), "Pacific/Auckland")).toEqual([
      "20260105",
      "20260108",
      "20260107",
    ]);
  });

  it("lists, counts and edits by one reading", () => {
    for (const zone of ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland"]) {
      const text = series("20260105T230000Z");
      const edited = excludeOccurrence(text, "20260107", { now: 0, zone });
      expect(edited).not.toContain("RECURRENCE-ID");
      expect(names(edited, zone)).toEqual(["20260105", "20260108"]);
      expect(countOccurrences(readDocument(edited), { zone })).toEqual({ kind: "count", count: 2 });
    }
  });
});

describe("hours where clocks change by half an hour", () => {
  const lordHowe = { zone: "Australia/Lord_Howe" };

  it("stay on the minute of the clock (BYMINUTE, or DTSTART's)", () => {
    for (const minute of ["", ";BYMINUTE=0"])
      expect(
        starts(
          event("DTSTART;TZID=Australia/Lord_Howe:20260405T000000", `RRULE:FREQ=HOURLY${minute};COUNT=4`),
          {
            ...YEAR_2026,
            ...lordHowe,
          },
        ),
      ).toEqual([
        "2026-04-05T00:00:00+11:00",
        "2026-04-05T01:00:00+11:00",
        "2026-04-05T02:00:00+10:30",
        "2026-04-05T03:00:00+10:30",
      ]);
  });

  it("show a minute twice where the clock does, and not where it skips it", () => {
    const at = (start: string, rule: string) =>
      starts(event(`DTSTART;TZID=Australia/Lord_Howe:${start}`, `RRULE:${rule}`), {
        ...YEAR_2026,
        ...lordHowe,
      });
    expect(at("20260405T004500", "FREQ=HOURLY;COUNT=4")).toEqual([
      "2026-04-05T00:45:00+11:00",
      "2026-04-05T01:45:00+11:00",
      "2026-04-05T01:45:00+10:30",
      "2026-04-05T02:45:00+10:30",
    ]);
    expect(at("20261004T011500", "FREQ=HOURLY;COUNT=3")).toEqual([
      "2026-10-04T01:15:00+10:30",
      "2026-10-04T03:15:00+11:00",
      "2026-10-04T04:15:00+11:00",
    ]);
  });
});

it("takes the date of an override on a timed series for the occurrence at DTSTART's time alone", () => {
  const text = calendar(
    component("VEVENT", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;BYHOUR=9,17;COUNT=4"),
    component("VEVENT", "RECURRENCE-ID;VALUE=DATE:20260106", "DTSTART:20260106T120000Z"),
  );
  expect(names(text)).toEqual([
    "20260105T090000Z",
    "20260105T170000Z",
    "20260106T090000Z",
    "20260106T170000Z",
  ]);
  expect(names(excludeOccurrence(text, "20260106T090000Z", edit))).toEqual([
    "20260105T090000Z",
    "20260105T170000Z",
    "20260106T170000Z",
  ]);
});
