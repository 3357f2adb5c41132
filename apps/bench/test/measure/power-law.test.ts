import * as fc from "fast-check";
import { expect, it } from "vitest";
import { exponentOf } from "../../src/measure/power-law.ts";

const SIZES = [100, 400, 1_600];

it("finds the exponent of a curve that is one", () => {
  const curve = fc.record({
    factor: fc.double({ min: 0.001, max: 1_000, noNaN: true }),
    exponent: fc.double({ min: 0, max: 3, noNaN: true }),
  });
  fc.assert(
    fc.property(curve, ({ factor, exponent }) => {
      const points = SIZES.map((size) => ({ size, cost: factor * size ** exponent }));
      expect(exponentOf(points)).toBeCloseTo(exponent, 6);
    }),
  );
});

it("tells linear from quadratic when there is a fixed cost as well", () => {
  const linear = SIZES.map((size) => ({ size, cost: 50 + size }));
  const quadratic = SIZES.map((size) => ({ size, cost: 50 + size ** 2 }));
  expect(exponentOf(linear)).toBeLessThan(1);
  expect(exponentOf(quadratic)).toBeGreaterThan(1.9);
});

it.each([
  { why: "one size", points: [{ size: 1, cost: 1 }] },
  {
    why: "the same size twice",
    points: [
      { size: 2, cost: 1 },
      { size: 2, cost: 3 },
    ],
  },
  {
    why: "a cost of nothing",
    points: [
      { size: 1, cost: 0 },
      { size: 2, cost: 1 },
    ],
  },
  {
    why: "a cost that was not measured",
    points: [
      { size: 1, cost: Number.NaN },
      { size: 2, cost: 1 },
    ],
  },
])("refuses $why", ({ points }) => {
  expect(() => exponentOf(points)).toThrow(RangeError);
});
