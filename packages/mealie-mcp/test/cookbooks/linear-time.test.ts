import { expect, it } from "vitest";
import { growth, type Shape } from "../../../../scripts/linear-time.ts";
import { grammarProblem } from "../../src/cookbooks/filter-grammar.ts";

const SHAPES: Record<string, Shape> = {
  parentheses: (length) => "(".repeat(length),
  blanks: (length) => `x${" ".repeat(length)}"`,
  "an open quote": (length) => `x = "${"a".repeat(length)}`,
  "many open quotes": (length) => '"a" "'.repeat(length / 5),
  "a list": (length) => `x IN [${'"a",'.repeat(length / 4)}`,
  "many conditions": (length) => "a = b AND ".repeat(length / 10),
  "one word": (length) => "a".repeat(length),
};

it.each(Object.entries(SHAPES))(
  "grammarProblem takes time that grows with the filter: %s",
  { retry: 3 },
  async (_name, shape) => {
    const { tookMs, allowedMs } = await growth(grammarProblem, shape, 5_000);
    expect(tookMs).toBeLessThan(allowedMs);
  },
);
