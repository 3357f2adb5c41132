import { expect, it } from "vitest";
import { growth, type Shape } from "../../../../scripts/linear-time.ts";
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

const SHAPES: Record<string, Shape> = {
  letters: (length) => "a".repeat(length),
  blanks: (length) => `a${" ".repeat(length)}b`,
  dashes: (length) => "-".repeat(length),
  "marks in the wrong order": (length) => `a${"\u0327\u0301".repeat(length / 2)}`,
  halves: (length) => "\ud83d".repeat(length),
};

it.each(
  Object.entries(WALKERS).flatMap(([name, walk]) =>
    Object.entries(SHAPES).map(([shape, make]) => ({ name, walk, shape, make })),
  ),
)("$name takes linear time on $shape", { retry: 3 }, async ({ walk, make }) => {
  const { tookMs, allowedMs } = await growth(walk, make);
  expect(tookMs).toBeLessThan(allowedMs);
});
