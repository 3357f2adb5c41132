/** What something cost at one size. */
export type Point = { size: number; cost: number };

/**
 * The exponent k of the curve cost = c * size^k that comes closest (least squares over the logarithms): 1 when twice as
 * much costs twice as much, 2 when it costs four times as much.
 */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(({ size, cost }) => [Math.log(size), Math.log(cost)] as const);
  if (new Set(points.map(({ size }) => size)).size < 2 || logs.flat().some((log) => !Number.isFinite(log)))
    throw new RangeError("An exponent needs two sizes at least, and sizes and costs above nothing.");
  const meanSize = meanOf(logs.map(([size]) => size));
  const meanCost = meanOf(logs.map(([, cost]) => cost));
  const shared = meanOf(logs.map(([size, cost]) => (size - meanSize) * (cost - meanCost)));
  return shared / meanOf(logs.map(([size]) => (size - meanSize) ** 2));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
