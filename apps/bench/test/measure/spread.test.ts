import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changed, counted, spreadOf } from "../../src/measure/spread.ts";

describe("spreadOf", () => {
  it("gives the middle value and the quartiles around it, in whatever order they come", () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4, runs: 5 });
  });

  it("goes between two values where a quartile falls between them", () => {
    expect(spreadOf([1, 2, 3, 4])).toEqual({ median: 2.5, low: 1.75, high: 3.25, runs: 4 });
  });

  it("keeps the median between the quartiles, and all three between the ends", () => {
    const values = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 });
    fc.assert(
      fc.property(values, (found) => {
        const { median, low, high } = spreadOf(found);
        const inOrder = [Math.min(...found), low, median, high, Math.max(...found)];
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
      }),
    );
  });

  it("refuses to say anything about nothing", () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });
});

it("has no spread where a figure is counted", () => {
  expect(counted(7)).toEqual({ median: 7, low: 7, high: 7, runs: 1 });
});

it("keeps low below high when the unit turns them round", () => {
  expect(changed({ median: 2, low: 1, high: 4, runs: 3 }, (value) => 4 / value)).toEqual({
    median: 2,
    low: 1,
    high: 4,
    runs: 3,
  });
});
