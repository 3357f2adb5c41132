import { expect, it } from "vitest";
import { growth, type Shape } from "../../../../scripts/linear-time.ts";
import { refusePrivateAddresses } from "../../src/importing/addresses.ts";
import { readDocument } from "../../src/importing/document.ts";
import { readingsOf } from "../../src/importing/escapes.ts";
import { readImage } from "../../src/importing/image.ts";
import { writtenText } from "../../src/tools/schemas.ts";

const reach = { lookup: async () => [], signal: new AbortController().signal };

/** Every function of the imports and of what is written that walks a string which a caller chose. */
const WALKERS: Record<string, (text: string) => unknown> = {
  readDocument,
  "readDocument, as JSON": (text) =>
    readDocument(JSON.stringify([text, { "@type": text }, { [text]: [text] }])),
  refusePrivateAddresses: (text) => refusePrivateAddresses(text, reach),
  readingsOf,
  readImage,
  writtenText: (text) => writtenText(10_000_000).safeParse(text),
};

const SHAPES: Record<string, Shape> = {
  letters: (length) => "a".repeat(length),
  blanks: (length) => `a${" ".repeat(length)}b`,
  "leading blanks": (length) => `${" ".repeat(length)}{`,
  "beginnings of addresses": (length) => "https://".repeat(length / 8),
  "one long address": (length) => `http://a.example.org/${"/".repeat(length)}`,
  "addresses in a row": (length) => "http://a.example.org/ ".repeat(length / 22),
  "escapes in layers": (length) => `&${"amp;".repeat(length / 4)}`,
  "references without an end": (length) => "&#0".repeat(length / 3),
  "beginnings of scripts": (length) => "<script ".repeat(length / 8),
  "addresses between quotes": (length) => '"http:&sol;/a.example.org"'.repeat(length / 26),
  "open brackets": (length) => "[".repeat(length),
  "equals signs": (length) => "=".repeat(length),
};

it.each(
  Object.entries(WALKERS).flatMap(([name, walk]) =>
    Object.entries(SHAPES).map(([shape, make]) => ({ name, walk, shape, make })),
  ),
)("$name takes linear time on $shape", { retry: 3 }, async ({ walk, make }) => {
  const { tookMs, allowedMs } = await growth(walk, make);
  expect(tookMs).toBeLessThan(allowedMs);
});
