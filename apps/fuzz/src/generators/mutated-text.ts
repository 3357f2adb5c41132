import * as fc from "fast-check";

/** Positions are drawn as plain numbers and taken modulo the length, so that one edit fits a text of any length. */
type Edit = (text: string) => string;

const place = fc.nat({ max: 1_000_000 });
const span = fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 400 }));

const ODD = [
  "\0",
  "\r",
  "\n",
  "\r\n",
  "\t",
  " ",
  "\u200b",
  "\u202e",
  "\u2028",
  "\ufeff",
  "\ud800",
  "\u{1f468}",
  "é",
  "%",
  "\\",
  '"',
];

/**
 * Texts that began as valid ones: pieces left out, doubled, moved, repeated, cut off, and words of the format put in
 * wherever they hurt. Edits shrink to none, so a failure shows the few that matter.
 */
export function mutatedText(seeds: fc.Arbitrary<string>, words: readonly string[]): fc.Arbitrary<string> {
  const word = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
    { weight: 1, arbitrary: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String) },
  );
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.tuple(place, word).map(
      ([at, what]): Edit =>
        (text) =>
          splice(text, at, 0, what),
    ),
    fc.tuple(place, span, word).map(
      ([at, length, what]): Edit =>
        (text) =>
          splice(text, at, length, what),
    ),
    fc.tuple(place, span).map(
      ([at, length]): Edit =>
        (text) =>
          splice(text, at, length, ""),
    ),
    fc.tuple(place, span, place).map(
      ([from, length, to]): Edit =>
        (text) =>
          splice(text, to, 0, slice(text, from, length)),
    ),
    fc.tuple(place, span, fc.nat({ max: 60 })).map(
      ([at, length, times]): Edit =>
        (text) =>
          splice(text, at, 0, slice(text, at, length).repeat(times)),
    ),
    fc.tuple(place, fc.nat({ max: 0x7f })).map(
      ([at, code]): Edit =>
        (text) =>
          splice(text, at, 1, String.fromCharCode(code)),
    ),
    place.map(
      (at): Edit =>
        (text) =>
          text.slice(0, at % (text.length + 1)),
    ),
  );
  return fc
    .tuple(seeds, fc.array(edit, { maxLength: 8 }))
    .map(([text, edits]) => edits.reduce((changed, change) => change(changed), text));
}

function splice(text: string, at: number, length: number, put: string): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + put + text.slice(start + length);
}

function slice(text: string, at: number, length: number): string {
  const start = at % (text.length + 1);
  return text.slice(start, start + length);
}
