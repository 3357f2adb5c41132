import { describe, expect, it } from "vitest";
import { growth, repeated } from "../../../../scripts/linear-time.ts";
import { fold, foldQuery, holds } from "../../src/search/fold.ts";

const WALKERS: Record<string, (text: string) => unknown> = {
  fold,
  foldQuery,
  holds: (text) => [...holds(text.match(/[^]{1,50}/gu) ?? [], "needle")],
  "holds, with a query that nearly fits everywhere": (text) => [
    ...holds([text], `${fold(text).slice(0, 199)}!`),
  ],
};

/** Letters that grow when they are folded, and marks that are sorted: in runs of one and of several kinds. */
const PIECES = [
  "a",
  " ",
  " \n",
  "ß",
  "İ",
  "ς",
  "\uFDFA",
  "e\u0301",
  "\u0301",
  "\u0301\u0323",
  "\u0323\u0301",
  "\u094D\u093C",
  "\u094D\uFF9E",
  "\uFF9E\u0E38",
  "\u0E33\u094D",
  "\u0F71\u0F72\u0F74",
  "\u05B0\u05B4",
  "\u3099\u094D",
  "\u{1D165}\u{1D16D}",
  "\u{E0100}",
  "\u034F",
  "가",
  "\u1100\u1161\u11A8",
  "\uD800",
  "😀",
];

describe.each(Object.entries(WALKERS))("%s takes time in proportion to its input", (_name, walk) => {
  // Measured anew when a busy machine gets in the way; what is not linear fails every time.
  it.each(PIECES)("for %j", { retry: 3 }, async (piece) => {
    const { tookMs, allowedMs } = await growth(walk, repeated(piece));
    expect(tookMs).toBeLessThan(allowedMs);
  });
});
