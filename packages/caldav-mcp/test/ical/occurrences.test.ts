import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import {
  countOccurrences,
  countRemaining,
  fieldsOf,
  occurrenceAt,
  startOf,
} from "../../src/ical/occurrences.ts";
import { calendar, component, event, look, spans, startIn, starts, YEAR_2026 } from "./documents.ts";

const view = { zone: "UTC", ownAddresses: new Set<string>() };
const berlin = { ...YEAR_2026, zone: "Europe/Berlin" };
const JANUARY = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };

describe("a single event", () => {
  it("stays on its day wherever it is looked at from (F58)", () => {
    const text = event("DTSTART;VALUE=DATE:20260827", "DTEND;VALUE=DATE:20260828");
    for (const zone of ["America/Los_Angeles", "Pacific/Auckland", "UTC"])
      expect(spans(text, { ...YEAR_2026, zone })).toEqual(["2026-08-27 .. 2026-08-28"]);
  });

  it("lasts a day when its end by date is its start, or missing (F62)", () => {
    expect(spans(event("DTSTART;VALUE=DATE:20261127", "DTEND;VALUE=DATE:20261127"), YEAR_2026)).toEqual([
      "2026-11-27 .. 2026-11-28",
    ]);
    expect(spans(event("DTSTART;VALUE=DATE:20261127"), YEAR_2026)).toEqual(["2026-11-27 .. 2026-11-28"]);
  });

  it("is found in the middle of its day", () => {
    const text = event("DTSTART;VALUE=DATE:20261127");
    expect(starts(text, { from: "2026-11-27T15:00:00Z", to: "2026-11-27T15:00:01Z" })).toEqual([
      "2026-11-27",
    ]);
  });

  it("has an end when it has a DURATION only (F64)", () => {
    expect(spans(event("DTSTART:20260105T090000Z", "DURATION:PT15M"), YEAR_2026)).toEqual([
      "2026-01-05T09:00:00+00:00 .. 2026-01-05T09:15:00+00:00",
    ]);
    expect(spans(event("DTSTART;VALUE=DATE:20260105", "DURATION:P3D"), YEAR_2026)).toEqual([
      "2026-01-05 .. 2026-01-08",
    ]);
  });

  it("keeps a day of DURATION on the clock and 24 hours exact, over a change of clocks", () => {
    const lasting = (duration: string) =>
      spans(event("DTSTART;TZID=Europe/Berlin:20260328T120000", `DURATION:${duration}`), berlin)[0];
    expect(lasting("P1D")).toBe("2026-03-28T12:00:00+01:00 .. 2026-03-29T12:00:00+02:00");
    expect(lasting("PT24H")).toBe("2026-03-28T12:00:00+01:00 .. 2026-03-29T13:00:00+02:00");
  });

  it("counts at its start when it has no length, and never ends before it starts", () => {
    const text = event("DTSTART:20260105T090000Z");
    expect(starts(text, { from: "2026-01-05T09:00:00Z", to: "2026-01-05T09:00:01Z" })).toHaveLength(1);
    expect(starts(text, { from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" })).toHaveLength(0);
    expect(starts(text, { from: "2026-01-05T09:00:01Z", to: "2026-01-05T10:00:00Z" })).toHaveLength(0);
    expect(spans(event("DTSTART:20260105T090000Z", "DTEND:20260105T080000Z"), YEAR_2026)).toEqual([
      "2026-01-05T09:00:00+00:00 .. 2026-01-05T09:00:00+00:00",
    ]);
  });

  it("overlaps a half-open window", () => {
    const text = event("DTSTART:20260105T090000Z", "DTEND:20260105T100000Z");
    expect(starts(text, { from: "2026-01-05T09:59:59Z", to: "2026-01-05T11:00:00Z" })).toHaveLength(1);
    expect(starts(text, { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" })).toHaveLength(0);
  });

  it("keeps the offset of an end that is written with one", () => {
    expect(spans(event("DTSTART:20260105T090000Z", "DTEND:20260105T110000+0100"), YEAR_2026)).toEqual([
      "2026-01-05T09:00:00+00:00 .. 2026-01-05T10:00:00+00:00",
    ]);
  });

  it("has no recurrence to be named by", () => {
    expect(look(event("DTSTART:20260105T090000Z"), YEAR_2026).occurrences[0]).toMatchObject({
      recurrence: undefined,
      edited: false,
    });
  });
});

describe("a series", () => {
  it("shows each occurrence on its own date, not on the first one (F68)", () => {
    const text = event("DTSTART:20260105T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO");
    const { occurrences } = look(text, { from: "2026-08-17T00:00:00Z", to: "2026-08-24T00:00:00Z" });
    expect(occurrences.map((occurrence) => [startIn(occurrence), occurrence.recurrence])).toEqual([
      ["2026-08-17T09:00:00+00:00", "20260817T090000Z"],
    ]);
  });

  it("keeps its clock time over a change of clocks, and is named in DTSTART's form", () => {
    const text = event("DTSTART;TZID=Europe/Berlin:20260328T090000", "RRULE:FREQ=DAILY;COUNT=2");
    const { occurrences } = look(text, berlin);
    expect(
      occurrences.map((occurrence) => [startIn(occurrence, "Europe/Berlin"), occurrence.recurrence]),
    ).toEqual([
      ["2026-03-28T09:00:00+01:00", "20260328T090000"],
      ["2026-03-29T09:00:00+02:00", "20260329T090000"],
    ]);
  });

  it("passes through an hour that clocks repeat twice, each time for its own length", () => {
    const text = event(
      "DTSTART;TZID=Europe/Berlin:20261025T013000",
      "DURATION:PT10M",
      "RRULE:FREQ=HOURLY;COUNT=4",
    );
    expect(spans(text, berlin)).toEqual([
      "2026-10-25T01:30:00+02:00 .. 2026-10-25T01:40:00+02:00",
      "2026-10-25T02:30:00+02:00 .. 2026-10-25T02:40:00+02:00",
      "2026-10-25T02:30:00+01:00 .. 2026-10-25T02:40:00+01:00",
      "2026-10-25T03:30:00+01:00 .. 2026-10-25T03:40:00+01:00",
    ]);
  });

  it("finds a moved occurrence where it is now and not where it was (F69)", () => {
    const text = calendar(
      component("VEVENT", "DTSTART:20260121T100000Z", "RRULE:FREQ=MONTHLY;BYDAY=3WE"),
      component(
        "VEVENT",
        "RECURRENCE-ID:20260819T100000Z",
        "DTSTART:20260825T100000Z",
        "DTEND:20260825T110000Z",
      ),
    );
    const inWeekOf = (day: string) =>
      look(text, { from: `2026-08-${day}T00:00:00Z`, to: `2026-08-${day}T23:00:00Z` }).occurrences;
    expect(inWeekOf("19")).toHaveLength(0);
    expect(inWeekOf("25")).toMatchObject([{ recurrence: "20260819T100000Z", edited: true }]);
  });

  it.each([
    ["UTC", "RECURRENCE-ID:20260112T080000Z"],
    ["its own zone", "RECURRENCE-ID;TZID=Europe/Berlin:20260112T090000"],
    ["a third zone", "RECURRENCE-ID;TZID=Asia/Tokyo:20260112T170000"],
    ["a date", "RECURRENCE-ID;VALUE=DATE:20260112"],
    ["no zone", "RECURRENCE-ID:20260112T090000"],
  ])("matches an override that is written in %s", (_, id) => {
    const text = calendar(
      component("VEVENT", "DTSTART;TZID=Europe/Berlin:20260105T090000", "RRULE:FREQ=WEEKLY;COUNT=3"),
      component("VEVENT", id, "DTSTART;TZID=Europe/Berlin:20260113T120000", "SUMMARY:Moved"),
    );
    const { occurrences } = look(text, berlin);
    expect(
      occurrences.map((occurrence) => [startIn(occurrence, "Europe/Berlin"), occurrence.recurrence]),
    ).toEqual([
      ["2026-01-05T09:00:00+01:00", "20260105T090000"],
      ["2026-01-13T12:00:00+01:00", "20260112T090000"],
      ["2026-01-19T09:00:00+01:00", "20260119T090000"],
    ]);
  });

  it("moves all later occurrences with RANGE=THISANDFUTURE (F75)", () => {
    const text = calendar(
      component("VEVENT", "DTSTART:20260105T090000Z", "DTEND:20260105T093000Z", "RRULE:FREQ=DAILY;COUNT=5"),
      component(
        "VEVENT",
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260107T090000Z",
        "DTSTART:20260107T110000Z",
        "DTEND:20260107T120000Z",
      ),
      component(
        "VEVENT",
        "RECURRENCE-ID:20260108T090000Z",
        "DTSTART:20260108T150000Z",
        "DTEND:20260108T153000Z",
      ),
    );
    expect(spans(text, JANUARY)).toEqual([
      "2026-01-05T09:00:00+00:00 .. 2026-01-05T09:30:00+00:00",
      "2026-01-06T09:00:00+00:00 .. 2026-01-06T09:30:00+00:00",
      "2026-01-07T11:00:00+00:00 .. 2026-01-07T12:00:00+00:00",
      "2026-01-08T15:00:00+00:00 .. 2026-01-08T15:30:00+00:00",
      "2026-01-09T11:00:00+00:00 .. 2026-01-09T12:00:00+00:00",
    ]);
    expect(readDocument(text).overridesThisAndFuture).toBe(true);
  });

  it("finds what RANGE=THISANDFUTURE moves into a window from outside", () => {
    const text = calendar(
      component("VEVENT", "DTSTART:20260105T090000Z", "RRULE:FREQ=WEEKLY"),
      component("VEVENT", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260112T090000Z", "DTSTART:20260115T090000Z"),
    );
    expect(starts(text, { from: "2026-03-05T00:00:00Z", to: "2026-03-06T00:00:00Z" })).toEqual([
      "2026-03-05T09:00:00+00:00",
    ]);
  });

  it("leaves out every excluded day: lists, several lines, other zones, dates; COUNT still counts them (F77)", () => {
    const text = event(
      "DTSTART;TZID=Europe/Berlin:20260105T090000",
      "RRULE:FREQ=DAILY;COUNT=8",
      "EXDATE;TZID=Europe/Berlin:20260106T090000,20260107T090000",
      "EXDATE:20260108T080000Z",
      "EXDATE;TZID=Asia/Tokyo:20260109T170000",
      "EXDATE;VALUE=DATE:20260110",
    );
    expect(starts(text, berlin)).toEqual([
      "2026-01-05T09:00:00+01:00",
      "2026-01-11T09:00:00+01:00",
      "2026-01-12T09:00:00+01:00",
    ]);
  });

  it("understands a timed EXDATE on an all-day series", () => {
    const base = ["DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=DAILY;COUNT=3"];
    const left = ["2026-01-05", "2026-01-07"];
    expect(starts(event(...base, "EXDATE:20260106T000000Z"), YEAR_2026)).toEqual(left);
    expect(starts(event(...base, "EXDATE;TZID=Europe/Berlin:20260106T000000"), YEAR_2026)).toEqual(left);
    expect(starts(event(...base, "EXDATE:20260105T230000Z"), berlin)).toEqual(left);
  });

  it("can exclude DTSTART itself", () => {
    const text = event("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20260105T090000Z");
    expect(starts(text, YEAR_2026)).toEqual(["2026-01-06T09:00:00+00:00"]);
  });

  it("excludes one local day when two EXDATE instants could be confused", () => {
    const text = event(
      "DTSTART;TZID=Europe/Berlin:20260601T060000",
      "RRULE:FREQ=HOURLY;COUNT=5",
      "EXDATE:20260601T070000Z",
    );
    expect(starts(text, berlin)).toEqual(
      ["06", "07", "08", "10"].map((hour) => `2026-06-01T${hour}:00:00+02:00`),
    );
  });

  it("adds extra dates in any zone, once, with the length of a PERIOD", () => {
    const text = event(
      "DTSTART;TZID=Europe/Berlin:20260105T090000",
      "DTEND;TZID=Europe/Berlin:20260105T100000",
      "RRULE:FREQ=WEEKLY;COUNT=2",
      "RDATE:20260107T080000Z,20260112T080000Z",
      "RDATE;VALUE=PERIOD:20260108T080000Z/PT2H,20260109T080000Z/20260109T083000Z",
    );
    expect(spans(text, berlin)).toEqual([
      "2026-01-05T09:00:00+01:00 .. 2026-01-05T10:00:00+01:00",
      "2026-01-07T09:00:00+01:00 .. 2026-01-07T10:00:00+01:00",
      "2026-01-08T09:00:00+01:00 .. 2026-01-08T11:00:00+01:00",
      "2026-01-09T09:00:00+01:00 .. 2026-01-09T09:30:00+01:00",
      "2026-01-12T09:00:00+01:00 .. 2026-01-12T10:00:00+01:00",
    ]);
  });

  it("keeps DTSTART in a series that has extra dates only", () => {
    const text = event("DTSTART:20260105T090000Z", "RDATE:20260103T090000Z,20260110T090000Z");
    expect(starts(text, YEAR_2026)).toEqual(
      ["2026-01-03", "2026-01-05", "2026-01-10"].map((day) => `${day}T09:00:00+00:00`),
    );
    expect(readDocument(text).recurs).toBe(true);
  });

  it("has no weekend in a weekday rule that iOS writes as DAILY (F91)", () => {
    const text = event("DTSTART:20260101T090000Z", "RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR");
    const days = look(text, JANUARY).occurrences.map(({ start }) => new Date(start.instant).getUTCDay());
    expect(days).toHaveLength(22);
    expect(days.every((day) => day >= 1 && day <= 5)).toBe(true);
  });

  it("starts with DTSTART even where the rule does not fall on it (F92)", () => {
    const text = event("DTSTART:20260106T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2");
    expect(starts(text, YEAR_2026)).toEqual(["2026-01-06T09:00:00+00:00", "2026-01-12T09:00:00+00:00"]);
  });

  it("marks an occurrence that was called off (F93)", () => {
    const text = calendar(
      component("VEVENT", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3"),
      component("VEVENT", "RECURRENCE-ID:20260106T090000Z", "DTSTART:20260106T090000Z", "STATUS:CANCELLED"),
    );
    expect(look(text, YEAR_2026).occurrences.map(({ cancelled }) => cancelled)).toEqual([false, true, false]);
  });

  it("lists single occurrences of a series that is stored elsewhere", () => {
    const text = calendar(
      component(
        "VEVENT",
        "RECURRENCE-ID;TZID=Europe/Berlin:20260112T090000",
        "DTSTART;TZID=Europe/Berlin:20260113T090000",
      ),
      component(
        "VEVENT",
        "RECURRENCE-ID;TZID=Europe/Berlin:20260119T090000",
        "DTSTART;TZID=Europe/Berlin:20260120T090000",
      ),
    );
    expect(look(text, berlin).occurrences.map(({ recurrence, edited }) => [recurrence, edited])).toEqual([
      ["20260112T090000", true],
      ["20260119T090000", true],
    ]);
    expect(startIn(occurrenceAt(readDocument(text), "20260119T090000", view)!)).toBe(
      "2026-01-20T08:00:00+00:00",
    );
    expect(countOccurrences(readDocument(text), view)).toEqual({ kind: "count", count: 2 });
  });

  it("shows an override of an occurrence that the rule does not have, but not one that is excluded", () => {
    const master = ["DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=2"];
    const override = component("VEVENT", "RECURRENCE-ID:20260120T090000Z", "DTSTART:20260121T090000Z");
    expect(starts(calendar(component("VEVENT", ...master), override), YEAR_2026)).toHaveLength(3);
    expect(
      starts(calendar(component("VEVENT", ...master, "EXDATE:20260120T090000Z"), override), YEAR_2026),
    ).toHaveLength(2);
  });

  it("takes the higher SEQUENCE of two overrides for one occurrence, whatever form they are in", () => {
    const text = calendar(
      component("VEVENT", "DTSTART;TZID=Europe/Berlin:20260105T090000", "RRULE:FREQ=DAILY;COUNT=2"),
      component("VEVENT", "SEQUENCE:3", "RECURRENCE-ID:20260106T080000Z", "DTSTART:20260106T150000Z"),
      component(
        "VEVENT",
        "SEQUENCE:2",
        "RECURRENCE-ID;TZID=Europe/Berlin:20260106T090000",
        "DTSTART:20260106T170000Z",
      ),
    );
    expect(starts(text, YEAR_2026)).toEqual(["2026-01-05T08:00:00+00:00", "2026-01-06T15:00:00+00:00"]);
  });

  it("reaches into a window from before it by its length", () => {
    const text = event("DTSTART:20260105T230000Z", "DTEND:20260106T030000Z", "RRULE:FREQ=DAILY");
    expect(starts(text, { from: "2026-02-01T00:00:00Z", to: "2026-02-01T01:00:00Z" })).toEqual([
      "2026-01-31T23:00:00+00:00",
    ]);
  });

  it("places all-day occurrences at the viewer's midnight at both ends of a window", () => {
    const text = event("DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=DAILY");
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const offset = zone === "Pacific/Kiritimati" ? "+14:00" : "-11:00";
      const window = { from: `2026-03-10T00:00:00${offset}`, to: `2026-03-12T00:00:00${offset}`, zone };
      expect(starts(text, window)).toEqual(["2026-03-10", "2026-03-11"]);
    }
  });

  it("lists a recurring task that has a due time only by that time", () => {
    const text = calendar(component("VTODO", "DUE:20260105T170000Z", "RRULE:FREQ=WEEKLY;COUNT=2"));
    expect(starts(text, YEAR_2026)).toEqual(["2026-01-05T17:00:00+00:00", "2026-01-12T17:00:00+00:00"]);
  });
});

describe("a series whose rule is not followed", () => {
  it.each([
    ["unreadable-rule", "FREQ=NEVER"],
    ["unsupported-rule", "RSCALE=CHINESE;FREQ=YEARLY"],
  ])("says %s and still lists what is certain", (why, rule) => {
    const text = calendar(
      component("VEVENT", "DTSTART:20260105T090000Z", `RRULE:${rule}`, "RDATE:20260106T090000Z"),
      component("VEVENT", "RECURRENCE-ID:20260107T090000Z", "DTSTART:20260107T100000Z"),
    );
    const { occurrences, notExpanded } = look(text, YEAR_2026);
    expect(notExpanded).toBe(why);
    expect(occurrences.map((occurrence) => startIn(occurrence))).toEqual([
      "2026-01-05T09:00:00+00:00",
      "2026-01-06T09:00:00+00:00",
      "2026-01-07T10:00:00+00:00",
    ]);
    expect(countOccurrences(readDocument(text), view)).toEqual({ kind: "unknown" });
  });

  it("does not list days that an EXRULE might take away", () => {
    const text = event("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY", "EXRULE:FREQ=DAILY;BYDAY=SU");
    expect(look(text, YEAR_2026)).toMatchObject({
      notExpanded: "unsupported-rule",
      occurrences: [{ recurrence: "20260105T090000Z" }],
    });
  });
});

describe("one occurrence by its name", () => {
  const daily = readDocument(
    event(
      "DTSTART;TZID=Europe/Berlin:19700101T090000",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY",
      "EXDATE;TZID=Europe/Berlin:20260106T090000",
    ),
  );

  it("is found in a series that has run for fifty years, without counting", () => {
    expect(startIn(occurrenceAt(daily, "20260105T090000", view)!)).toBe("2026-01-05T08:00:00+00:00");
  });

  it.each(["20260106T090000", "20260105T100000", "20260105T090000Z", "20260105", "19691231T090000", "x", ""])(
    "is not there: %j",
    (name) => {
      expect(occurrenceAt(daily, name, view)).toBeUndefined();
    },
  );

  it("is found again by the name each listing gave it", () => {
    const texts = [
      event(
        "DTSTART;TZID=America/New_York:20260105T093000",
        "RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=20",
        "RDATE:20260110T150000Z",
      ),
      event("DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1,5"),
      event("DTSTART:20260105T093000", "RRULE:FREQ=DAILY;INTERVAL=9"),
      calendar(
        component("VEVENT", "DTSTART:20260105T093000Z", "RRULE:FREQ=WEEKLY"),
        component("VEVENT", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260119T093000Z", "DTSTART:20260120T103000Z"),
      ),
    ];
    for (const text of texts) {
      const { occurrences, document } = look(text, YEAR_2026);
      expect(occurrences.length).toBeGreaterThan(10);
      for (const listed of occurrences) {
        const found = occurrenceAt(document, listed.recurrence ?? "", view);
        expect(found).toMatchObject({ start: listed.start, end: listed.end, recurrence: listed.recurrence });
      }
    }
  });

  it("keeps its name when it is moved", () => {
    const text = calendar(
      component("VEVENT", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3"),
      component("VEVENT", "RECURRENCE-ID:20260106T090000Z", "DTSTART:20260301T090000Z"),
    );
    expect(startIn(occurrenceAt(readDocument(text), "20260106T090000Z", view)!)).toBe(
      "2026-03-01T09:00:00+00:00",
    );
    expect(occurrenceAt(readDocument(text), "20260301T090000Z", view)).toBeUndefined();
  });
});

describe("counting", () => {
  const count = (...lines: string[]) => countOccurrences(readDocument(event(...lines)), view);

  it("counts what is left of a series", () => {
    expect(count("DTSTART:20260105T090000Z")).toEqual({ kind: "count", count: 1 });
    expect(
      count(
        "DTSTART:20260105T090000Z",
        "RRULE:FREQ=DAILY;COUNT=10",
        "EXDATE:20260106T090000Z,20260107T090000Z",
      ),
    ).toEqual({ kind: "count", count: 8 });
    expect(count("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=10", "EXDATE:20270106T090000Z")).toEqual(
      { kind: "count", count: 10 },
    );
    expect(
      count("DTSTART:20260105T090000Z", "RRULE:FREQ=WEEKLY;UNTIL=20260131", "RDATE:20260301T090000Z"),
    ).toEqual({ kind: "count", count: 5 });
    expect(count("DTSTART:20260105T090000Z", "RRULE:FREQ=SECONDLY;COUNT=50000")).toEqual({
      kind: "count",
      count: 50_000,
    });
  });

  it("says when there is no end, and when it cannot tell", () => {
    expect(count("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY")).toEqual({ kind: "endless" });
    expect(count("DTSTART:20260105T090000Z", "RRULE:FREQ=SECONDLY;COUNT=1000000000")).toEqual({
      kind: "unknown",
    });
  });

  it("knows the last one that is left", () => {
    expect(count("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20260105T090000Z")).toEqual({
      kind: "count",
      count: 1,
    });
  });

  it("splits a series at an occurrence", () => {
    const document = readDocument(
      event("DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=DAILY;COUNT=10", "EXDATE;VALUE=DATE:20260106"),
    );
    expect(countRemaining(document, "20260108", view)).toEqual({
      before: { kind: "count", count: 2 },
      after: { kind: "count", count: 7 },
    });
    expect(countRemaining(document, "20260105", view).before).toEqual({ kind: "count", count: 0 });
    const endless = readDocument(event("DTSTART:20100105T090000Z", "RRULE:FREQ=DAILY"));
    expect(countRemaining(endless, "20260108T090000Z", view)).toEqual({
      before: { kind: "count", count: 5847 },
      after: { kind: "endless" },
    });
  });
});

describe("an entry as a whole", () => {
  it("starts where its series starts", () => {
    const document = readDocument(
      event("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY", "EXDATE:20260105T090000Z"),
    );
    expect(startIn(startOf(document, view)!)).toBe("2026-01-05T09:00:00+00:00");
  });

  it("may have no date at all and still shows its fields", () => {
    const document = readDocument(calendar(component("VTODO", "SUMMARY:Some day", "STATUS:NEEDS-ACTION")));
    expect(startOf(document, view)).toBeUndefined();
    expect(look(calendar(component("VTODO", "SUMMARY:Some day")), YEAR_2026).occurrences).toEqual([]);
    expect(fieldsOf(document, view)).toMatchObject({ status: "needs-action" });
  });
});
