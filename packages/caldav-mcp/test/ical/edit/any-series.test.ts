import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CaldavError } from "../../../src/errors.ts";
import { readDocument } from "../../../src/ical/document.ts";
import { editOccurrence } from "../../../src/ical/edit/edit-occurrence.ts";
import { editRest } from "../../../src/ical/edit/edit-rest.ts";
import { editSeries } from "../../../src/ical/edit/edit-series.ts";
import { FIELDS } from "../../../src/ical/edit/entry-fields.ts";
import { countOccurrences, expand } from "../../../src/ical/occurrences.ts";
import type { Occurrence } from "../../../src/ical/types.ts";
import { series, type Series } from "../arbitrary-series.ts";

const RUNS = { numRuns: 150 };
const ALWAYS = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2040, 0, 1) };
const HOUR = 3_600_000;

type Row = { name: string | undefined; from: number; to: number; summary: string; location: string };

const read = (name: "summary" | "location", { component }: Occurrence): string =>
  component === undefined ? "" : FIELDS[name].read(component);

function rows(text: string, zone: string): Row[] {
  const view = { zone, ownAddresses: new Set<string>(), maxOccurrences: 5_000 };
  const { occurrences, notExpanded } = expand(readDocument(text), ALWAYS, view);
  expect(notExpanded).toBeUndefined();
  const all = occurrences.map((occurrence) => ({
    name: occurrence.recurrence,
    from: occurrence.start.instant,
    to: occurrence.end.instant,
    summary: read("summary", occurrence),
    location: read("location", occurrence),
  }));
  return inOrder(all);
}

const inOrder = (some: readonly Row[]): Row[] =>
  some.toSorted((a, b) => a.from - b.from || String(a.name).localeCompare(String(b.name)));

/** Undefined where the edit is refused, which is for others to test: here it must not go wrong. */
async function unlessRefused<T>(edit: () => Promise<T>): Promise<T | undefined> {
  try {
    return await edit();
  } catch (error) {
    if (error instanceof CaldavError && error.code === "unsupported" && NOTHING.test(error.message))
      return undefined;
    throw error;
  }
}

const NOTHING = /nothing was changed\.$/i;
const options = ({ zone }: Series) => ({ now: 0, zone });
const picked = (some: readonly Row[], pick: number): Row => {
  const row = some[pick % some.length];
  if (row?.name === undefined) throw new Error("There is no occurrence.");
  return row;
};
/** An instant as a caller would write it. */
const iso = (instant: number): string => new Date(instant).toISOString().replace(".000Z", "Z");
const isDate = ({ text }: Series): boolean => text.includes("DTSTART;VALUE=DATE");

describe("any series", () => {
  it("shows another text in one occurrence and nothing else anywhere", async () => {
    await fc.assert(
      fc.asyncProperty(series, fc.nat(), async (some, pick) => {
        const before = rows(some.text, some.zone);
        fc.pre(before.length > 0);
        const { name } = picked(before, pick);
        const change = { patch: { location: "There" } };
        const edited = await unlessRefused(() =>
          editOccurrence(readDocument(some.text), name ?? "", change, options(some)),
        );
        fc.pre(edited !== undefined);
        const expected = before.map((row) => (row.name === name ? { ...row, location: "There" } : row));
        expect(rows(edited.text, some.zone)).toEqual(expected);
        const again = await editOccurrence(readDocument(edited.text), name ?? "", change, options(some));
        expect(again.text).toBe(edited.text);
      }),
      RUNS,
    );
  });

  it("moves one occurrence to where it was asked to be, with its length, and no other (F64)", async () => {
    await fc.assert(
      fc.asyncProperty(
        // A length in days on the clock is another one in exact time where clocks change.
        series.filter((some) => !isDate(some) && !some.text.includes("DURATION:P1D")),
        fc.nat(),
        fc.constantFrom(-26, -1, 1, 3, 50),
        async (some, pick, hours) => {
          const before = rows(some.text, some.zone);
          fc.pre(before.length > 0);
          const { name, from, to } = picked(before, pick);
          const start = from + hours * HOUR;
          const edited = await unlessRefused(() =>
            editOccurrence(
              readDocument(some.text),
              name ?? "",
              { times: { start: iso(start) } },
              options(some),
            ),
          );
          fc.pre(edited !== undefined);
          expect(edited.text).not.toMatch(/DTEND.*\r\nDURATION|DURATION.*\r\nDTEND/);
          const after = rows(edited.text, some.zone);
          expect(after.filter((row) => row.name !== name)).toEqual(before.filter((row) => row.name !== name));
          expect(after.find((row) => row.name === name)).toMatchObject({
            from: start,
            to: start + to - from,
          });
        },
      ),
      RUNS,
    );
  });

  it("takes a text in the series and in all overrides that said the same, and stays where it is", async () => {
    await fc.assert(
      fc.asyncProperty(series, async (some) => {
        const before = rows(some.text, some.zone);
        const edited = await editSeries(
          readDocument(some.text),
          { patch: { summary: "New", location: "There" } },
          options(some),
        );
        const expected = before.map((row) => ({
          ...row,
          location: "There",
          summary: row.summary === "Whole" ? "New" : row.summary,
        }));
        expect(rows(edited.text, some.zone)).toEqual(expected);
        expect(edited.keptEdited).toBe(readDocument(some.text).overrides.length);
        expect(edited.changed).toEqual(countOccurrences(readDocument(some.text), { zone: some.zone }));
      }),
      RUNS,
    );
  });

  it("is as a whole what its two parts are after a split, and only the later one shows the change", async () => {
    let split = 0;
    await fc.assert(
      fc.asyncProperty(series, fc.nat(), async (some, pick) => {
        const before = rows(some.text, some.zone);
        fc.pre(before.length > 0);
        const { name } = picked(before, pick);
        const edited = await unlessRefused(() =>
          editRest(
            readDocument(some.text),
            name ?? "",
            { patch: { location: "There" } },
            { ...options(some), uid: "new@example.org" },
          ),
        );
        fc.pre(edited !== undefined);
        const whole = edited.rest === undefined;
        split += whole ? 0 : 1;
        const earlier = whole ? [] : rows(edited.text, some.zone);
        const later = rows(edited.rest ?? edited.text, some.zone);
        expect(earlier.every(({ location }) => location === "")).toBe(true);
        expect(later.every(({ location }) => location === "There")).toBe(true);
        expect(inOrder([...earlier, ...later].map((row) => ({ ...row, location: "" })))).toEqual(before);
        expect(later.some((row) => row.name === name)).toBe(true);
        expect(edited.changed).toEqual({ kind: "count", count: later.length });
      }),
      RUNS,
    );
    expect(split).toBeGreaterThan(30);
  });
});
