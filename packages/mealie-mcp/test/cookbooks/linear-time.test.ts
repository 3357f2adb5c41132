import { expect, it } from "vitest";
import { grammarProblem } from "../../src/cookbooks/filter-grammar.ts";

const SHAPES: Record<string, (length: number) => string> = {
  parentheses: (length) => "(".repeat(length),
  blanks: (length) => `x${" ".repeat(length)}"`,
  "an open quote": (length) => `x = "${"a".repeat(length)}`,
  "many open quotes": (length) => '"a" "'.repeat(length / 5),
  "a list": (length) => `x IN [${'"a",'.repeat(length / 4)}`,
  "many conditions": (length) => "a = b AND ".repeat(length / 10),
  "one word": (length) => "a".repeat(length),
};

function fastest(run: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

it.each(Object.entries(SHAPES))(
  "grammarProblem takes time that grows with the filter: %s",
  { retry: 3 },
  (_name, shape) => {
    const timeOf = (length: number): number => {
      const filter = shape(length);
      return fastest(() => grammarProblem(filter));
    };
    timeOf(5_000);
    const small = timeOf(5_000);
    // Seven times the length; a quadratic walk would take 49 times as long. Below 30 ms the measure says nothing.
    expect(timeOf(35_000)).toBeLessThan(Math.max(30, small * 21));
  },
);
