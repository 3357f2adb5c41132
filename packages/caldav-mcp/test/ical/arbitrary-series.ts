import * as fc from "fast-check";
import { DAY, HOUR } from "../../src/ical/civil.ts";
import { ianaZone } from "../../src/ical/iana-zone.ts";
import { formatTimeValue } from "../../src/ical/time-values.ts";
import { instantOf, UTC, wallAt, type Zone } from "../../src/ical/zone.ts";
import { calendar, component } from "./documents.ts";

/** A series that ends, with exceptions of every form, around the changes of clocks of its zone. */
export type Series = { text: string; zone: string };

const STARTS = [
  { param: ";TZID=Europe/Berlin", zone: "Europe/Berlin", form: "local" },
  { param: ";TZID=America/New_York", zone: "America/New_York", form: "local" },
  { param: ";TZID=Australia/Lord_Howe", zone: "Australia/Lord_Howe", form: "local" },
  { param: ";TZID=Africa/Casablanca", zone: "Africa/Casablanca", form: "local" },
  { param: "", zone: "Europe/Berlin", form: "local" },
  { param: "", zone: "Europe/Berlin", form: "utc" },
  { param: ";VALUE=DATE", zone: "America/Los_Angeles", form: "date" },
] as const;

const DAILY = [
  "FREQ=DAILY",
  "FREQ=DAILY;INTERVAL=3",
  "FREQ=WEEKLY;BYDAY=MO,TH,SU",
  "FREQ=MONTHLY;BYMONTHDAY=-1,1,15,29",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1",
  "FREQ=YEARLY;BYDAY=5SU,-5SU,12MO",
  "FREQ=YEARLY;BYWEEKNO=13,14,44;BYDAY=SU,MO",
];
const TIMED = [
  "FREQ=HOURLY;INTERVAL=5",
  "FREQ=HOURLY;BYMINUTE=0,30",
  "FREQ=DAILY;BYHOUR=1,2,3",
  "FREQ=MINUTELY;INTERVAL=45",
];

const ENDS = ["COUNT=1", "COUNT=2", "COUNT=9", "COUNT=40"];
const DAYS = [
  Date.UTC(2026, 2, 27),
  Date.UTC(2026, 9, 23),
  Date.UTC(2026, 3, 3),
  Date.UTC(2026, 1, 13),
  Date.UTC(2026, 0, 5),
];

const zoneOf = (name: string): Zone => ianaZone(name) ?? UTC;

/** Where around the start something stands: days on, and an hour of the clock or the start's own. */
const place = fc.record({
  days: fc.integer({ min: 0, max: 12 }),
  hour: fc.option(fc.constantFrom(1, 2, 3, 9)),
});
type Place = { days: number; hour: number | null };

export const series: fc.Arbitrary<Series> = fc
  .record({
    start: fc.constantFrom(...STARTS),
    day: fc.constantFrom(...DAYS),
    minutes: fc.constantFrom(0, 90, 150, 165, 540, 1410),
    daily: fc.constantFrom(...DAILY),
    timed: fc.option(fc.constantFrom(...TIMED)),
    end: fc.constantFrom(...ENDS),
    lasting: fc.constantFrom("PT30M", "PT3H", "P1D", "PT25H", undefined),
    exdates: fc.array(fc.tuple(place, fc.constantFrom("own", "utc", "date")), { maxLength: 4 }),
    rdates: fc.array(fc.tuple(place, fc.constantFrom("own", "utc", "period")), { maxLength: 2 }),
    overrides: fc.array(fc.tuple(place, fc.constantFrom("own", "utc"), fc.integer({ min: -30, max: 30 })), {
      maxLength: 3,
    }),
    ranged: fc.option(fc.tuple(place, fc.constantFrom(-2, 1, 26)), { freq: 3 }),
  })
  .map((parts) => {
    const { form, param, zone } = parts.start;
    const wall = parts.day + (form === "date" ? 0 : parts.minutes * 60_000);
    const clock = form === "local" && param !== "" ? zoneOf(zone) : UTC;
    const at = ({ days, hour }: Place): number =>
      form === "date" || hour === null ? wall + days * DAY : parts.day + days * DAY + hour * HOUR;
    const own = (time: number): string => formatTimeValue({ wall: time, form });
    /** A value with its parameters, in another form where that is asked for and this start has one. */
    const written = (time: number, as: string): string => {
      if (form === "date" || (form === "local" && param === "")) return `${param}:${own(time)}`;
      const instant = form === "utc" ? time : instantOf(time, clock).instant;
      if (as === "utc") return `:${formatTimeValue({ wall: instant, form: "utc" })}`;
      if (as === "date")
        return `;VALUE=DATE:${formatTimeValue({ wall: Math.floor(time / DAY) * DAY, form: "date" })}`;
      if (as === "period") return `;VALUE=PERIOD:${formatTimeValue({ wall: instant, form: "utc" })}/PT2H`;
      // What was written may be skipped by the clock; what it means is not.
      return form === "utc" ? `:${own(time)}` : `${param}:${own(wallAt(instant, clock))}`;
    };
    const lasting =
      form === "date"
        ? parts.lasting === "P1D"
          ? "DURATION:P2D"
          : undefined
        : parts.lasting && `DURATION:${parts.lasting}`;
    const rule = parts.timed !== null && form !== "date" ? parts.timed : parts.daily;
    const shift = (hours: number): number => (form === "date" ? Math.sign(hours) * DAY : hours * HOUR);
    const taken = new Set<number>();
    const free = (time: number): boolean => !taken.has(time) && taken.add(time) !== undefined;
    const override = (time: number, as: string, hours: number, range = ""): string[] =>
      free(time)
        ? [
            component(
              "VEVENT",
              `RECURRENCE-ID${range}${written(time, as)}`,
              `DTSTART${param}:${own(time + shift(hours))}`,
              "SUMMARY:Moved",
            ),
          ]
        : [];
    const text = calendar(
      component(
        "VEVENT",
        `DTSTART${param}:${own(wall)}`,
        ...(lasting === undefined ? [] : [lasting]),
        `RRULE:${rule};${parts.end}`,
        ...parts.exdates.map(([where, as]) => `EXDATE${written(at(where), as)}`),
        ...parts.rdates.map(([where, as]) => `RDATE${written(at(where), as)}`),
        "SUMMARY:Whole",
      ),
      ...parts.overrides.flatMap(([where, as, hours]) => override(at(where), as, hours)),
      ...(parts.ranged === null
        ? []
        : override(at(parts.ranged[0]), "own", parts.ranged[1], ";RANGE=THISANDFUTURE")),
    );
    return { text, zone };
  });
