import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/ical/document.ts";
import { editOccurrence } from "../../../src/ical/edit/edit-occurrence.ts";
import { editSeries } from "../../../src/ical/edit/edit-series.ts";
import type { EntryPatch } from "../../../src/ical/edit/types.ts";
import { parseLines, type ContentLine } from "../../../src/ical/lines.ts";
import { expand } from "../../../src/ical/occurrences.ts";
import { varied } from "./varied-documents.ts";

const RUNS = { numRuns: 200 };
const options = { now: Date.UTC(2026, 1, 1), zone: "Europe/Berlin" };
const STAMPS = new Set(["DTSTAMP", "SEQUENCE", "LAST-MODIFIED"]);

/** What stands on the entry's own level, by name; parts inside it are all left alone. */
function ownLines(text: string): { line: ContentLine; own: boolean }[] {
  let depth = 0;
  return parseLines(text).map((line) => {
    if (line.name === "END") depth -= 1;
    const own = depth === 2;
    if (line.name === "BEGIN") depth += 1;
    return { line, own };
  });
}

/** Every line but those of one property of the entry, and its stamps: as they stand, in order. */
const others = (text: string, property: string): string[] =>
  ownLines(text)
    .filter(({ line, own }) => !own || (line.name !== property && !STAMPS.has(line.name)))
    .map(({ line }) => line.raw);

const PATCHES = [
  ["SUMMARY", "set", { summary: "Neu; mit, allem\n und 😀".repeat(6) }],
  ["SUMMARY", "taken away", { summary: null }],
  ["DESCRIPTION", "set", { description: "Neu" }],
  ["CATEGORIES", "set", { categories: ["x, y", "z"] }],
  ["STATUS", "set", { status: "cancelled" }],
] as const satisfies readonly (readonly [string, string, EntryPatch])[];

describe("an edit of one field of 200 varied entries", () => {
  it.each(PATCHES)(
    "leaves every line but %s as it is, in order, when that is %s (F96, F123)",
    async (property, _, patch) => {
      let changed = 0;
      await fc.assert(
        fc.asyncProperty(varied, async ({ text }) => {
          const { text: edited } = await editSeries(readDocument(text), { patch }, options);
          changed += edited === text ? 0 : 1;
          expect(others(edited, property)).toEqual(others(text, property));
          // What was asked for is there: asked for once more, there is nothing to do.
          const again = await editSeries(readDocument(edited), { patch }, options);
          expect(again.text).toBe(edited);
        }),
        RUNS,
      );
      expect(changed).toBeGreaterThan(80);
    },
  );

  it("adds nothing but an override when it is one of one occurrence", async () => {
    await fc.assert(
      fc.asyncProperty(varied, async ({ text }) => {
        const document = readDocument(text);
        fc.pre(document.recurs);
        const window = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 10) };
        const view = { zone: options.zone, ownAddresses: new Set<string>(), maxOccurrences: 100 };
        const name = expand(document, window, view).occurrences.at(-1)?.recurrence ?? "";
        const { text: edited } = await editOccurrence(document, name, { patch: { summary: "Neu" } }, options);
        const before = parseLines(text).map(({ raw }) => raw);
        const after = parseLines(edited).map(({ raw }) => raw);
        const end = document.master?.node.last ?? 0;
        const added = after.length - before.length;
        expect(added).toBeGreaterThan(5);
        expect([...after.slice(0, end + 1), ...after.slice(end + 1 + added)]).toEqual(before);
        expect(edited.includes("\r\n")).toBe(text.includes("\r\n"));
      }),
      RUNS,
    );
  });
});
