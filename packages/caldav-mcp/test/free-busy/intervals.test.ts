import { array, assert, constantFrom, integer, property, record, shuffledSubarray } from "fast-check";
import { describe, expect, it } from "vitest";
import { gapsBetween, intersect, mergeBusy } from "../../src/free-busy/intervals.ts";
import type { Busy } from "../../src/ical/free-busy.ts";
import type { Window } from "../../src/ical/types.ts";

const WINDOW = { from: 0, to: 60 };
const time = record({
  from: integer({ min: -10, max: 70 }),
  length: integer({ min: 0, max: 25 }),
  kind: constantFrom("busy", "unavailable", "tentative"),
}).map(({ from, length, kind }): Busy => ({ from, to: from + length, kind }));
const times = array(time, { maxLength: 12 });
const FIRMEST = ["busy", "unavailable", "tentative"];

/** What each minute of the window is, looked at one by one. */
const minutes = (busy: readonly Busy[]): (string | undefined)[] =>
  Array.from({ length: WINDOW.to }, (_, minute) => {
    const kinds = busy.filter(({ from, to }) => from <= minute && minute < to).map(({ kind }) => kind);
    return FIRMEST.find((kind) => kinds.includes(kind as Busy["kind"]));
  });

const covered = (intervals: readonly Window[]): boolean[] =>
  Array.from({ length: WINDOW.to }, (_, minute) =>
    intervals.some(({ from, to }) => from <= minute && minute < to),
  );

function expectInOrder(intervals: readonly Window[]): void {
  for (const [index, { from, to }] of intervals.entries()) {
    expect(from).toBeLessThan(to);
    expect(from).toBeGreaterThanOrEqual(intervals[index - 1]?.to ?? WINDOW.from);
    expect(to).toBeLessThanOrEqual(WINDOW.to);
  }
}

describe("merged busy times", () => {
  it("say of each minute what the firmest of its times says", () => {
    assert(
      property(times, (busy) => {
        expect(minutes(mergeBusy(busy, WINDOW))).toEqual(minutes(busy));
      }),
    );
  });

  it("are in order, inside the window, and apart unless they are of different kinds", () => {
    assert(
      property(times, (busy) => {
        const merged = mergeBusy(busy, WINDOW);
        expectInOrder(merged);
        for (const [index, { from, kind }] of merged.entries()) {
          const before = merged[index - 1];
          expect(before?.to === from && before.kind === kind).toBe(false);
        }
      }),
    );
  });

  it("are the same when merged again, and in whatever order they came", () => {
    assert(
      property(
        times.chain((busy) =>
          shuffledSubarray(busy, { minLength: busy.length }).map((other) => [busy, other] as const),
        ),
        ([busy, other]) => {
          const merged = mergeBusy(busy, WINDOW);
          expect(mergeBusy(merged, WINDOW)).toEqual(merged);
          expect(mergeBusy(other, WINDOW)).toEqual(merged);
        },
      ),
    );
  });

  it("join what touches (F125), and take nothing from what has no length", () => {
    const busy = (from: number, to: number): Busy => ({ from, to, kind: "busy" });
    expect(mergeBusy([busy(10, 20), busy(20, 30), busy(40, 40)], WINDOW)).toEqual([busy(10, 30)]);
  });

  it("leave the hours of a tentative appointment around a firm one tentative", () => {
    const merged = mergeBusy(
      [
        { from: 10, to: 40, kind: "tentative" },
        { from: 20, to: 30, kind: "busy" },
      ],
      WINDOW,
    );
    expect(merged.map(({ from, to, kind }) => [from, to, kind])).toEqual([
      [10, 20, "tentative"],
      [20, 30, "busy"],
      [30, 40, "tentative"],
    ]);
  });
});

describe("gaps", () => {
  it("and busy times together are the window", () => {
    assert(
      property(times, (busy) => {
        const merged = mergeBusy(busy, WINDOW);
        const gaps = gapsBetween(merged, WINDOW);
        expectInOrder(gaps);
        expect(covered(gaps)).toEqual(covered(merged).map((taken) => !taken));
      }),
    );
  });

  it("have in common with other times what both cover", () => {
    assert(
      property(times, times, (one, other) => {
        const [left, right] = [gapsBetween(mergeBusy(one, WINDOW), WINDOW), mergeBusy(other, WINDOW)];
        const [inLeft, inRight] = [covered(left), covered(right)];
        expect(covered(intersect(left, right))).toEqual(inLeft.map((yes, index) => yes && inRight[index]));
        expectInOrder(intersect(left, right));
      }),
    );
  });
});
