import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { countOccurrences, occurrenceAt } from "../../src/ical/occurrences.ts";
import { endBefore } from "../../src/ical/edit/end-before.ts";
import { excludeOccurrence } from "../../src/ical/edit/exclude.ts";
import { berlinUnder, calendar, component, event, look, starts, YEAR_2026 } from "./documents.ts";

const now = Date.UTC(2026, 1, 1, 12, 0, 0);
const edit = { now, zone: "UTC" };
const berlin = { ...YEAR_2026, zone: "Europe/Berlin" };
const view = { zone: "UTC", ownAddresses: new Set<string>() };
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

describe("excluding one occurrence", () => {
  const FULL = calendar(
    berlinUnder("Europe/Berlin"),
    component(
      "VEVENT",
      "DTSTART;TZID=Europe/Berlin:20260105T090000",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=5",
      "EXDATE;TZID=Europe/Berlin:20260106T090000",
      "SUMMARY:Folded lines\r\n  stay folded\\, as they came",
      'ATTENDEE;CN="Doe, Jane";PARTSTAT=ACCEPTED:mailto:jane@example.org',
      "CONFERENCE;FEATURE=AUDIO,VIDEO;VALUE=URI:https://example.org/x",
      "X-NUMBER;VALUE=INTEGER:007",
      "SEQUENCE:4",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:-PT15M",
      "END:VALARM",
      "BEGIN:X-UNKNOWN",
      "X-A:b",
      "END:X-UNKNOWN",
    ),
    component(
      "VEVENT",
      "RECURRENCE-ID;TZID=Europe/Berlin:20260107T090000",
      "DTSTART;TZID=Europe/Berlin:20260107T150000",
    ),
    component(
      "VEVENT",
      "RECURRENCE-ID;TZID=Europe/Berlin:20260108T090000",
      "DTSTART;TZID=Europe/Berlin:20260108T150000",
    ),
  );

  it("changes the lines it must and leaves every other byte where it is (F96)", () => {
    const edited = excludeOccurrence(FULL, "20260109T090000", edit);
    const gone = linesOf(FULL).filter((line) => !linesOf(edited).includes(line));
    const come = linesOf(edited).filter((line) => !linesOf(FULL).includes(line));
    expect(gone).toEqual(["SEQUENCE:4\r\n"]);
    expect(come).toEqual([
      "DTSTAMP:20260201T120000Z\r\n",
      "EXDATE;TZID=Europe/Berlin:20260109T090000\r\n",
      "SEQUENCE:5\r\n",
    ]);
    const kept = (text: string) =>
      linesOf(text).filter((line) => !/^(?:DTSTAMP|SEQUENCE|EXDATE;TZID=Europe\/Berlin:20260109)/.test(line));
    expect(kept(edited)).toEqual(kept(FULL));
  });

  it("hides exactly that occurrence, in DTSTART's form and zone", () => {
    const edited = excludeOccurrence(FULL, "20260109T090000", edit);
    expect(starts(edited, berlin)).toEqual(
      starts(FULL, berlin).filter((start) => !start.startsWith("2026-01-09")),
    );
  });

  it("takes the override away with its occurrence, and only that one", () => {
    const edited = excludeOccurrence(FULL, "20260107T090000", edit);
    expect(edited).not.toContain("20260107T150000");
    expect(edited).toContain("20260108T150000");
    expect(edited).toContain("EXDATE;TZID=Europe/Berlin:20260107T090000\r\n");
    expect(occurrenceAt(readDocument(edited), "20260107T090000", view)).toBeUndefined();
  });

  it("takes older versions of the override away as well", () => {
    const twice = FULL.replace(
      "END:VCALENDAR",
      `${component("VEVENT", "SEQUENCE:1", "RECURRENCE-ID:20260107T080000Z", "DTSTART:20260107T170000Z")}END:VCALENDAR`,
    );
    expect(
      look(excludeOccurrence(twice, "20260107T090000", edit), YEAR_2026).document.overrides,
    ).toHaveLength(1);
  });

  it.each([
    ["a date", "DTSTART;VALUE=DATE:20260105", "20260106", "EXDATE;VALUE=DATE:20260106"],
    ["UTC", "DTSTART:20260105T090000Z", "20260106T090000Z", "EXDATE:20260106T090000Z"],
    ["floating", "DTSTART:20260105T090000", "20260106T090000", "EXDATE:20260106T090000"],
    [
      "a quoted zone",
      'DTSTART;X-A="b;TZ";TZID="W. Europe Standard Time":20260105T090000',
      "20260106T090000",
      'EXDATE;TZID="W. Europe Standard Time":20260106T090000',
    ],
  ])("writes %s as DTSTART has it", (_, start, recurrence, expected) => {
    const text = event(start, "RRULE:FREQ=DAILY;COUNT=3");
    const edited = excludeOccurrence(text, recurrence, edit);
    expect(linesOf(edited)).toContain(`${expected}\r\n`);
    for (const zone of ["Pacific/Auckland", "America/Los_Angeles"])
      expect(starts(edited, { ...YEAR_2026, zone })).toHaveLength(2);
  });

  it("removes the component when the object holds single occurrences only", () => {
    const lone = calendar(
      component("VEVENT", "RECURRENCE-ID:20260107T090000Z", "DTSTART:20260107T150000Z"),
      component("VEVENT", "RECURRENCE-ID:20260108T090000Z", "DTSTART:20260108T150000Z"),
    );
    expect(excludeOccurrence(lone, "20260107T090000Z", edit)).toBe(
      calendar(component("VEVENT", "RECURRENCE-ID:20260108T090000Z", "DTSTART:20260108T150000Z")),
    );
  });

  it("drops empty dates, which servers refuse (F107), and nothing else that is empty", () => {
    const text = event("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY", "CREATED:", "LOCATION:");
    const edited = excludeOccurrence(text, "20260106T090000Z", edit);
    expect(edited).not.toContain("CREATED");
    expect(edited).toContain("LOCATION:\r\n");
  });

  it("keeps bare line feeds where the document has them", () => {
    const text = event("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY").replaceAll("\r\n", "\n");
    expect(excludeOccurrence(text, "20260106T090000Z", edit)).not.toContain("\r");
  });

  it.each(["20260105", "20260105T090000Z", "x"])(
    "refuses a name that is not of the series' form: %s",
    (name) => {
      expect(() => excludeOccurrence(FULL, name, edit)).toThrow(/does not name an occurrence/);
    },
  );

  it("refuses an entry that does not recur", () => {
    expect(() => excludeOccurrence(event("DTSTART:20260105T090000Z"), "20260105T090000Z", edit)).toThrow(
      /nothing was changed/,
    );
  });

  const property = fc
    .tuple(fc.stringMatching(/^X-[A-Z]{1,8}$/), fc.string({ unit: "grapheme", maxLength: 120 }))
    .map(([name, value]) => `${name}:${value.replaceAll(/[\r\n]/g, "")}`);

  it("leaves every untouched line byte for byte as it was, whatever the document holds", () => {
    fc.assert(
      fc.property(
        fc.array(property, { maxLength: 12 }),
        fc.integer({ min: 0, max: 9 }),
        fc.boolean(),
        (extra, day, bare) => {
          const base = event(
            "DTSTART;TZID=Europe/Berlin:20260105T090000",
            "RRULE:FREQ=DAILY;COUNT=10",
            ...extra,
          );
          const text = bare ? base.replaceAll("\r\n", "\n") : base;
          const edited = excludeOccurrence(text, `202601${String(5 + day).padStart(2, "0")}T090000`, edit);
          const untouched = (some: string) =>
            linesOf(some).filter((line) => !/^(?:EXDATE|DTSTAMP|SEQUENCE)[;:]/.test(line));
          expect(untouched(edited)).toEqual(untouched(text));
          expect(countOccurrences(readDocument(edited), view)).toEqual({ kind: "count", count: 9 });
        },
      ),
    );
  });
});

describe("ending a series before an occurrence", () => {
  it.each([
    ["DTSTART;TZID=Europe/Berlin:20260105T090000", "20260108T090000", "UNTIL=20260108T075959Z"],
    ["DTSTART:20260105T090000Z", "20260108T090000Z", "UNTIL=20260108T085959Z"],
    ["DTSTART:20260105T090000", "20260108T090000", "UNTIL=20260108T085959"],
    ["DTSTART;VALUE=DATE:20260105", "20260108", "UNTIL=20260107"],
  ])("writes UNTIL in the form that %s asks for", (start, recurrence, until) => {
    const text = event(start, "RRULE:FREQ=DAILY;COUNT=10;X-OWN=1");
    const edited = endBefore(text, recurrence, edit);
    expect(edited).toContain(`RRULE:FREQ=DAILY;X-OWN=1;${until}\r\n`);
    for (const zone of ["Pacific/Auckland", "America/Los_Angeles", "UTC"])
      expect(starts(edited, { ...YEAR_2026, zone })).toEqual(
        starts(text, { ...YEAR_2026, zone }).slice(0, 3),
      );
  });

  it("takes later extra dates and overrides along, and keeps the earlier ones as they are written", () => {
    const text = calendar(
      component(
        "VEVENT",
        "DTSTART;TZID=Europe/Berlin:20260105T090000",
        "RRULE:FREQ=WEEKLY",
        "RDATE:20260107T080000Z,20260207T080000Z",
        "RDATE;VALUE=DATE:20260307",
        "EXDATE;TZID=Europe/Berlin:20260112T090000",
      ),
      component(
        "VEVENT",
        "RECURRENCE-ID;TZID=Europe/Berlin:20260119T090000",
        "DTSTART;TZID=Europe/Berlin:20260401T090000",
      ),
      component("VEVENT", "RECURRENCE-ID:20260202T080000Z", "DTSTART:20260110T080000Z"),
    );
    const edited = endBefore(text, "20260202T090000", edit);
    expect(starts(edited, berlin)).toEqual([
      "2026-01-05T09:00:00+01:00",
      "2026-01-07T09:00:00+01:00",
      "2026-01-26T09:00:00+01:00",
      "2026-04-01T09:00:00+02:00",
    ]);
    expect(edited).toContain("RDATE:20260107T080000Z\r\n");
    expect(edited).toContain("EXDATE;TZID=Europe/Berlin:20260112T090000\r\n");
  });

  it("never makes a rule longer that has ended before", () => {
    const text = event("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=2", "RDATE:20260301T090000Z");
    const edited = endBefore(text, "20260301T090000Z", edit);
    expect(edited).toContain("RRULE:FREQ=DAILY;COUNT=2\r\n");
    expect(starts(edited, YEAR_2026)).toHaveLength(2);
  });

  it("refuses when a change stands for all later occurrences, or the rule cannot be read", () => {
    const ranged = calendar(
      component("VEVENT", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY"),
      component("VEVENT", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260107T090000Z", "DTSTART:20260107T110000Z"),
    );
    expect(() => endBefore(ranged, "20260108T090000Z", edit)).toThrow(/nothing was changed/);
    expect(() =>
      endBefore(event("DTSTART:20260105T090000Z", "RRULE:FREQ=NEVER"), "20260105T090000Z", edit),
    ).toThrow(/cannot be read/);
  });

  it("leaves what comes before exactly as it was, wherever it is cut", () => {
    const rules = [
      "FREQ=DAILY;INTERVAL=3",
      "FREQ=WEEKLY;BYDAY=MO,TH;COUNT=30",
      "FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20261231T000000Z",
      "FREQ=YEARLY;BYMONTH=1,2,10;BYDAY=1SU,-1SU",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.constantFrom("TZID=America/New_York", "VALUE=DATE"),
        fc.nat(),
        (rule, param, pick) => {
          const text = event(
            `DTSTART;${param}:${param === "VALUE=DATE" ? "20260104" : "20260104T233000"}`,
            `RRULE:${rule}`,
          );
          const { occurrences } = look(text, YEAR_2026);
          const cut = occurrences[1 + (pick % (occurrences.length - 1))];
          const edited = endBefore(text, cut?.recurrence ?? "", edit);
          const before = occurrences.filter(({ start }) => start.instant < (cut?.start.instant ?? 0));
          expect(
            look(edited, { ...YEAR_2026, to: "2036-01-01T00:00:00Z" }).occurrences.map(
              ({ recurrence }) => recurrence,
            ),
          ).toEqual(before.map(({ recurrence }) => recurrence));
        },
      ),
    );
  });
});
