import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, HOUR, WEEKDAYS } from "../../../src/ical/civil.ts";
import { readDocument } from "../../../src/ical/document.ts";
import { editRest } from "../../../src/ical/edit/edit-rest.ts";
import { editSeries } from "../../../src/ical/edit/edit-series.ts";
import { countOccurrences, expand } from "../../../src/ical/occurrences.ts";
import { formatTimeValue } from "../../../src/ical/time-values.ts";
import { calendar, component } from "../documents.ts";

const RUNS = { numRuns: 200 };
const ALWAYS = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2040, 0, 1) };
const ZONE = "Asia/Kolkata";
const OFFSET = 5.5 * HOUR;

/**
 * A series on a clock that never changes, so that where everything goes is plain arithmetic. `days` are the places that
 * the rule names, counted in its steps.
 */
type Plain = {
  text: string;
  form: "zoned" | "utc" | "floating" | "date";
  start: number;
  /** Starts, on the clock of the series. */
  plain: number[];
  moved: number[];
};

const RULES = [
  { rule: "FREQ=DAILY", step: 1 },
  { rule: "FREQ=DAILY;INTERVAL=3", step: 3 },
  { rule: "FREQ=WEEKLY", step: 7 },
  { rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=@;WKST=SU", step: 14 },
  { rule: "FREQ=WEEKLY;BYDAY=@", step: 7 },
];

const plain: fc.Arbitrary<Plain> = fc
  .record({
    form: fc.constantFrom("zoned", "utc", "floating", "date"),
    day: fc.integer({ min: 0, max: 27 }),
    hour: fc.integer({ min: 0, max: 23 }),
    kind: fc.constantFrom(...RULES),
    count: fc.integer({ min: 2, max: 12 }),
    ends: fc.constantFrom("COUNT", "UNTIL", "UNTIL of the day"),
    excluded: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 11 }), fc.boolean()), {
      maxLength: 3,
      selector: ([at]) => at,
    }),
    extra: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 2 }),
    edited: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 11 }), fc.constantFrom(0, 26), fc.boolean()), {
      maxLength: 3,
      selector: ([at]) => at,
    }),
    lasting: fc.constantFrom("DTEND", "DURATION"),
  })
  .map((parts) => {
    const { form, kind, count, ends } = parts;
    const start = Date.UTC(2026, 2, 1) + parts.day * DAY + (form === "date" ? 0 : parts.hour * HOUR);
    const param = { zoned: `;TZID=${ZONE}`, utc: "", floating: "", date: ";VALUE=DATE" }[form];
    const valueForm = ({ zoned: "local", utc: "utc", floating: "local", date: "date" } as const)[form];
    const written = (wall: number): string => `${param}:${formatTimeValue({ wall, form: valueForm })}`;
    const inUtc = (wall: number): string =>
      form === "zoned" ? `:${formatTimeValue({ wall: wall - OFFSET, form: "utc" })}` : written(wall);
    const places = Array.from({ length: count }, (_, index) => start + index * kind.step * DAY);
    const last = places.at(-1) ?? start;
    const end = form === "date" ? 2 * DAY : HOUR;
    const dayEnd = Math.floor(last / DAY) * DAY + DAY - 1000;
    const untilWall = ends === "UNTIL" ? last : dayEnd;
    const until =
      form === "date"
        ? formatTimeValue({ wall: last, form: "date" })
        : form === "floating"
          ? formatTimeValue({ wall: untilWall, form: "local" })
          : formatTimeValue({ wall: untilWall - (form === "zoned" ? OFFSET : 0), form: "utc" });
    const day = WEEKDAYS[(new Date(start).getUTCDay() + 6) % 7] ?? "MO";
    const rule = `${kind.rule.replace("@", day)};${ends === "COUNT" ? `COUNT=${count}` : `UNTIL=${until}`}`;
    const excluded = parts.excluded.filter(([at]) => at < count);
    const gone = new Set(excluded.map(([at]) => places[at]));
    const extra = parts.extra.map((days) => start + days * DAY).filter((wall) => !places.includes(wall));
    const edited = parts.edited.filter(([at]) => at < count && !gone.has(places[at]));
    const shift = (hours: number): number => (form === "date" ? Math.ceil(hours / 24) * DAY : hours * HOUR);
    const text = calendar(
      component(
        "VEVENT",
        `DTSTART${written(start)}`,
        parts.lasting === "DTEND"
          ? `DTEND${written(start + end)}`
          : `DURATION:${form === "date" ? "P2D" : "PT1H"}`,
        `RRULE:${rule}`,
        ...excluded.map(([at, utc]) => `EXDATE${(utc ? inUtc : written)(places[at] ?? start)}`),
        ...(extra.length === 0
          ? []
          : [
              `RDATE${written(extra[0] ?? 0)}${extra
                .slice(1)
                .map((wall) => `,${formatTimeValue({ wall, form: valueForm })}`)
                .join("")}`,
            ]),
        "SUMMARY:Whole",
      ),
      ...edited.map(([at, hours, utc]) => {
        const place = places[at] ?? start;
        return component(
          "VEVENT",
          `RECURRENCE-ID${(utc ? inUtc : written)(place)}`,
          `DTSTART${written(place + shift(hours))}`,
          `DTEND${written(place + shift(hours) + end)}`,
          "SUMMARY:Edited",
        );
      }),
    );
    const movedPlaces = new Map(edited.map(([at, hours]) => [places[at] ?? start, shift(hours)]));
    const all = [...places.filter((wall) => !gone.has(wall)), ...extra];
    return {
      text,
      form,
      start,
      plain: all.filter((wall) => (movedPlaces.get(wall) ?? 0) === 0),
      moved: all.flatMap((wall) => {
        const by = movedPlaces.get(wall) ?? 0;
        return by === 0 ? [] : [wall + by];
      }),
    };
  });

/** Starts on the clock of the series. */
function startsOf(text: string): number[] {
  const view = { zone: ZONE, ownAddresses: new Set<string>(), maxOccurrences: 5_000 };
  const { occurrences, notExpanded } = expand(readDocument(text), ALWAYS, view);
  expect(notExpanded).toBeUndefined();
  return ascending(occurrences.map(({ start }) => Date.parse(`${start.wall}${start.allDay ? "" : "Z"}`)));
}

const ascending = (some: readonly number[]): number[] => some.toSorted((a, b) => a - b);
const options = { now: 0, zone: ZONE };

/** A time on the clock of the series, as a caller writes it. */
function asked({ form }: Plain, wall: number): string {
  const text = new Date(wall).toISOString();
  if (form === "date") return text.slice(0, 10);
  return form === "utc" ? text.replace(".000Z", "Z") : text.slice(0, 19);
}

const by = fc.constantFrom(-26 * HOUR, -HOUR, HOUR, 90 * 60_000, DAY, 3 * DAY + 2 * HOUR, -8 * DAY);
const forDate = ({ form }: Plain, delta: number): number =>
  form === "date" ? (delta < 0 ? Math.floor(delta / DAY) : Math.ceil(delta / DAY)) * DAY : delta;

describe("a series that is moved", () => {
  it("has every occurrence that much later, the excluded ones excluded, the moved ones where they were", async () => {
    await fc.assert(
      fc.asyncProperty(plain, by, async (some, wanted) => {
        const delta = forDate(some, wanted);
        expect(startsOf(some.text)).toEqual(ascending([...some.plain, ...some.moved]));
        const edited = await editSeries(
          readDocument(some.text),
          { times: { start: asked(some, some.start + delta) } },
          options,
        );
        const expected = ascending([...some.plain.map((wall) => wall + delta), ...some.moved]);
        expect(startsOf(edited.text)).toEqual(expected);
        expect(edited.dropped).toBe(0);
        expect(edited.keptEdited).toBe(some.moved.length);
        expect(edited.changed).toEqual({ kind: "count", count: some.plain.length });
        expect(countOccurrences(readDocument(edited.text), options)).toEqual({
          kind: "count",
          count: expected.length,
        });
      }),
      RUNS,
    );
  });

  it("is the same again when it is moved back", async () => {
    await fc.assert(
      fc.asyncProperty(plain, by, async (some, wanted) => {
        const delta = forDate(some, wanted);
        const there = await editSeries(
          readDocument(some.text),
          { times: { start: asked(some, some.start + delta) } },
          options,
        );
        const back = await editSeries(
          readDocument(there.text),
          { times: { start: asked(some, some.start) } },
          options,
        );
        expect(startsOf(back.text)).toEqual(startsOf(some.text));
      }),
      RUNS,
    );
  });

  it("goes along with whichever of its occurrences is named", async () => {
    await fc.assert(
      fc.asyncProperty(plain, by, fc.nat(), async (some, wanted, pick) => {
        const delta = forDate(some, wanted);
        fc.pre(some.plain.length > 0);
        const wall = some.plain[pick % some.plain.length] ?? some.start;
        const form = some.form === "utc" ? "utc" : some.form === "date" ? "date" : "local";
        const edited = await editSeries(
          readDocument(some.text),
          { times: { start: asked(some, wall + delta) } },
          { ...options, occurrence: formatTimeValue({ wall, form }) },
        );
        expect(startsOf(edited.text)).toEqual(
          ascending([...some.plain.map((own) => own + delta), ...some.moved]),
        );
      }),
      RUNS,
    );
  });

  it("moves from one occurrence on, and what comes before stays", async () => {
    let split = 0;
    await fc.assert(
      fc.asyncProperty(plain, by, fc.nat(), async (some, wanted, pick) => {
        const delta = forDate(some, wanted);
        // An extra date on its own clock is no start of a rule, and where a moved one belongs cannot be seen from it.
        fc.pre(some.moved.length === 0 && !some.text.includes("RDATE") && some.plain.length > 0);
        const wall = some.plain[pick % some.plain.length] ?? some.start;
        const form = some.form === "utc" ? "utc" : some.form === "date" ? "date" : "local";
        const edited = await editRest(
          readDocument(some.text),
          formatTimeValue({ wall, form }),
          { times: { start: asked(some, wall + delta) } },
          { ...options, uid: "new@example.org" },
        );
        split += edited.rest === undefined ? 0 : 1;
        const [earlier, later] =
          edited.rest === undefined ? [[], edited.text] : [startsOf(edited.text), edited.rest];
        expect(earlier).toEqual(ascending(some.plain.filter((own) => own < wall)));
        expect(startsOf(later)).toEqual(
          ascending(some.plain.filter((own) => own >= wall).map((own) => own + delta)),
        );
      }),
      RUNS,
    );
    expect(split).toBeGreaterThan(60);
  });

  it("is on dates or at times, with all that it excludes", async () => {
    await fc.assert(
      fc.asyncProperty(plain, async (some) => {
        const day = Math.floor(some.start / DAY) * DAY;
        const times =
          some.form === "date"
            ? { start: `${asked(some, day)}T10:00`, end: `${asked(some, day)}T11:00`, timezone: ZONE }
            : {
                start: asked({ ...some, form: "date" }, day),
                end: asked({ ...some, form: "date" }, day + DAY),
              };
        const edited = await editSeries(readDocument(some.text), { times }, options);
        const turned = (wall: number): number =>
          Math.floor(wall / DAY) * DAY + (some.form === "date" ? 10 * HOUR : 0);
        expect(startsOf(edited.text)).toEqual(ascending([...some.plain.map(turned), ...some.moved]));
      }),
      RUNS,
    );
  });
});
