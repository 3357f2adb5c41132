import { expect, it } from "vitest";
import { isUuid } from "../../src/api/shapes.ts";
import { isDate } from "../../src/days.ts";
import { folded, slugLike } from "../../src/lookup/folding.ts";
import { namesIn } from "../../src/lookup/names.ts";
import { closest } from "../../src/lookup/closest.ts";

const ID = "00000001-0000-4000-8000-000000000000";

/** Every function of the look-ups that walks a string which a caller or Mealie chose. */
const WALKERS: Record<string, (text: string) => unknown> = {
  folded,
  slugLike,
  isUuid,
  isDate,
  "closest, by the wanted name": (text) => closest(["vegan"], text, (name) => [name]),
  "closest, by the known name": (text) => closest([text], "vegan", (name) => [name]),
  "namesIn, by the wanted name": (text) => namesIn([{ id: ID, name: "vegan", slug: "vegan" }])(text),
  "namesIn, by the known name": (text) =>
    namesIn([{ id: ID, name: text, slug: text, otherNames: [text] }])("vegan"),
};

const SHAPES: Record<string, (length: number) => string> = {
  letters: (length) => "a".repeat(length),
  blanks: (length) => `a${" ".repeat(length)}b`,
  dashes: (length) => "-".repeat(length),
  "marks in the wrong order": (length) => `a${"\u0327\u0301".repeat(length / 2)}`,
  halves: (length) => "\ud83d".repeat(length),
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

it.each(
  Object.entries(WALKERS).flatMap(([name, walk]) =>
    Object.entries(SHAPES).map(([shape, make]) => ({ name, walk, shape, make })),
  ),
)("$name takes linear time on $shape", { retry: 3 }, ({ walk, make }) => {
  const [short, long] = [make(20_000), make(320_000)];
  // Sixteen times the length: quadratic work would take 256 times as long. Below 30 ms the measure says nothing.
  const allowed = Math.max(30, 64 * fastest(() => walk(short)));
  expect(fastest(() => walk(long))).toBeLessThan(allowed);
});
