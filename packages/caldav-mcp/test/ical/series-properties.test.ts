import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { countOccurrences, countRemaining, expand, occurrenceAt } from "../../src/ical/occurrences.ts";
import { endBefore } from "../../src/ical/edit/end-before.ts";
import { excludeOccurrence } from "../../src/ical/edit/exclude.ts";
import type { Occurrence, Window } from "../../src/ical/types.ts";
import { series } from "./arbitrary-series.ts";

const ALWAYS = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2040, 0, 1) };
const RUNS = { numRuns: 250 };

/** What can be told of an occurrence: its name, where it is, and what it is. */
type Told = { name: string | undefined; from: number; to: number; edited: boolean };
const told = ({ recurrence, start, end, edited }: Occurrence): Told => ({
  name: recurrence,
  from: start.instant,
  to: end.instant,
  edited,
});

function listed(text: string, zone: string, window: Window = ALWAYS): Told[] {
  const view = { zone, ownAddresses: new Set<string>(), maxOccurrences: 5_000 };
  const { occurrences, notExpanded } = expand(readDocument(text), window, view);
  expect(notExpanded).toBeUndefined();
  return occurrences.map(told);
}

const inOrder = (some: readonly Told[]): Told[] =>
  some.toSorted((a, b) => a.from - b.from || String(a.name).localeCompare(String(b.name)));
const view = (zone: string) => ({ zone, ownAddresses: new Set<string>() });
const edit = (zone: string) => ({ now: 0, zone });
const overlapping = (some: readonly Told[], { from, to }: Window): Told[] =>
  some.filter((one) => one.from < to && (one.to > from || one.from >= from));

const window = fc
  .tuple(fc.integer({ min: -5, max: 60 * 24 }), fc.integer({ min: 1, max: 40 * 24 }))
  .map(([after, length]) => {
    const from = Date.UTC(2026, 0, 1) + after * 6 * 3_600_000;
    return { from, to: from + length * 3_600_000 };
  });

describe("any series", () => {
  it("shows in a window what it shows there in any larger one", () => {
    fc.assert(
      fc.property(series, window, ({ text, zone }, part) => {
        expect(inOrder(listed(text, zone, part))).toEqual(inOrder(overlapping(listed(text, zone), part)));
      }),
      RUNS,
    );
  });

  it("shows in two windows that touch what it shows in both together", () => {
    fc.assert(
      fc.property(series, window, fc.integer({ min: 0, max: 100 }), ({ text, zone }, whole, percent) => {
        const middle = whole.from + Math.floor(((whole.to - whole.from) * percent) / 100);
        const parts = [
          ...listed(text, zone, { ...whole, to: middle }),
          ...listed(text, zone, { ...whole, from: middle }),
        ];
        const once = new Map(parts.map((one) => [one.name, one]));
        expect(inOrder([...once.values()])).toEqual(inOrder(listed(text, zone, whole)));
      }),
      RUNS,
    );
  });

  it("gives each occurrence a name of its own, by which it is found again", () => {
    fc.assert(
      fc.property(series, ({ text, zone }) => {
        const document = readDocument(text);
        const all = listed(text, zone);
        expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
        for (const one of all) {
          const found = occurrenceAt(document, one.name ?? "", view(zone));
          expect(found && told(found)).toEqual(one);
        }
      }),
      RUNS,
    );
  });

  it("has as many occurrences as it says, before any of them and after", () => {
    fc.assert(
      fc.property(series, fc.nat(), ({ text, zone }, pick) => {
        const document = readDocument(text);
        const all = listed(text, zone);
        expect(countOccurrences(document, { zone })).toEqual({ kind: "count", count: all.length });
        const name = all[pick % Math.max(1, all.length)]?.name;
        fc.pre(name !== undefined);
        const { before, after } = countRemaining(document, name, { zone });
        expect(before.kind === "count" && after.kind === "count" && before.count + after.count).toBe(
          all.length,
        );
      }),
      RUNS,
    );
  });

  it("loses exactly the occurrence that is taken out, and not a byte of another line", () => {
    fc.assert(
      fc.property(series, fc.nat(), ({ text, zone }, pick) => {
        const all = listed(text, zone);
        const one = all[pick % Math.max(1, all.length)];
        fc.pre(one?.name !== undefined);
        const edited = excludeOccurrence(text, one.name, edit(zone));
        expect(inOrder(listed(edited, zone))).toEqual(inOrder(all.filter((other) => other !== one)));
        expect(countOccurrences(readDocument(edited), { zone })).toEqual({
          kind: "count",
          count: all.length - 1,
        });
        expect(occurrenceAt(readDocument(edited), one.name, view(zone))).toBeUndefined();
        const again = excludeOccurrence(edited, one.name, edit(zone));
        expect(inOrder(listed(again, zone))).toEqual(inOrder(listed(edited, zone)));
        expect(isShortened(text, edited)).toBe(true);
      }),
      RUNS,
    );
  });

  it("keeps what comes before the occurrence it is ended at, and nothing else", () => {
    fc.assert(
      fc.property(series, fc.nat(), ({ text, zone }, pick) => {
        fc.pre(!readDocument(text).overridesThisAndFuture);
        const all = listed(text, zone);
        const one = all[pick % Math.max(1, all.length)];
        fc.pre(one?.name !== undefined);
        const { before } = countRemaining(readDocument(text), one.name, { zone });
        // What would leave nothing is a deletion of the whole entry, and DTSTART always stays.
        fc.pre(before.kind === "count" && before.count > 0);
        const left = listed(endBefore(text, one.name, edit(zone)), zone);
        expect(left).toHaveLength(before.kind === "count" ? before.count : -1);
        expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(left.map(({ name }) => name)));
        expect(left.map(({ name }) => name)).not.toContain(one.name);
        for (const kept of left) expect(all).toContainEqual(kept);
      }),
      RUNS,
    );
  });

  it("is the same from wherever it is looked at, where its times are fixed", () => {
    fc.assert(
      fc.property(
        series,
        fc.constantFrom("UTC", "Pacific/Auckland", "America/St_Johns"),
        ({ text, zone }, other) => {
          fc.pre(!/DTSTART(?::\d{8}T\d{6}\r|;VALUE=DATE)/.test(text));
          expect(listed(text, other)).toEqual(listed(text, zone));
        },
      ),
      RUNS,
    );
  });
});

/** Every line of the edited text that is not one of ours stands in the original, in the same order. */
function isShortened(original: string, edited: string): boolean {
  const own = /^(?:EXDATE|DTSTAMP|SEQUENCE)[;:]/;
  const kept = edited.split("\r\n").filter((line) => !own.test(line));
  let at = 0;
  const lines = original.split("\r\n");
  for (const line of kept) {
    at = lines.indexOf(line, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
