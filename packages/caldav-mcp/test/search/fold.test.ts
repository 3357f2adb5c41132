import { assert, pre, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, foldQuery, holds } from "../../src/search/fold.ts";
import { hostileText } from "../hostile-text.ts";

const holdsWhole = (pieces: Iterable<string>, query: string): boolean => {
  const looking = holds(pieces, query);
  for (;;) {
    const looked = looking.next();
    if (looked.done === true) return looked.value;
  }
};
const found = (query: string, text: string): boolean => {
  const folded = foldQuery(query);
  return folded !== undefined && holdsWhole([text], folded);
};

describe("a query is found", () => {
  it.each([
    ["dentist", "Dentist"],
    ["DENTIST", "my dentist, again"],
    ["tist", "dentist"],
    ["muller", "Praxis Müller"],
    ["MÜLLER", "praxis muller"],
    ["strasse", "Hauptstraße 1"],
    ["STRASSE", "straße"],
    ["straße", "HAUPTSTRASSE"],
    ["strasse", "HAUPTSTRAẞE"],
    ["istanbul", "İSTANBUL"],
    ["İstanbul", "istanbul"],
    ["ISTANBUL", "ıstanbul"],
    ["οδος", "ΟΔΟΣ"],
    ["ΟΔΟΣ", "οδός"],
    ["οδόσ", "οδός"],
    ["lodz", "Łódź"],
    ["smorrebrod", "Smørrebrød"],
    ["oeuvre", "Œuvre"],
    ["finale", "ﬁnale"],
    ["room 2", "Room ②"],
    ["grandma's", "Grandma’s birthday"],
    ["20-21", "20–21"],
    ["two  words", "two\n\t words"],
    [" two words ", "two words"],
    ["zoo", "Z\u200Bo\u00ADo"],
    ["e\u0301", "é"],
    ["שלום", "שָׁלוֹם"],
    ["かく", "ガク".normalize("NFKC").replace("ガ", "が").replace("ク", "く")],
    ["😀", "party 😀"],
  ])("%j in %j", (query, text) => {
    expect(found(query, text)).toBe(true);
  });
});

describe("a query is not found", () => {
  it.each([
    ["mueller", "Müller"],
    ["dent ist", "dentist"],
    ["two words", "words two"],
    ["d.ntist", "dentist"],
    ["가", "각"],
    ["दल", "दिल"],
  ])("%j in %j", (query, text) => {
    expect(found(query, text)).toBe(false);
  });

  it.each([" ", "\n\t", "\u200B", "\u0301", "\u00AD \u2060"])("when nothing is left of it: %j", (query) => {
    expect(foldQuery(query)).toBeUndefined();
  });
});

describe("folding", () => {
  // Those that case or composition changes; the others fold to themselves. The iota under a Greek vowel is left out, and
  // its upper case is a letter beside it.
  const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((char) => !char.normalize("NFKD").includes("\u0345"))
    .filter((char) =>
      [char.toLowerCase(), char.toUpperCase(), char.normalize("NFKD")].some((other) => other !== char),
    );

  it("makes every character the same in either case, and folds no further", () => {
    const different = characters.filter((char) => {
      const folded = fold(char);
      return [folded, char.toUpperCase(), char.toLowerCase()].some((other) => fold(other) !== folded);
    });
    expect(different).toEqual([]);
  });

  it("makes composed and decomposed text the same", () => {
    const different = characters.filter((char) => fold(char) !== fold(char.normalize("NFD")));
    expect(different).toEqual([]);
  });

  it("finds any part of any text in it", () => {
    assert(
      property(hostileText(60), string({ unit: "grapheme", maxLength: 10 }), (text, part) => {
        const query = foldQuery(part);
        pre(query !== undefined);
        expect(holdsWhole([`${text} ${part} ${text}`], query ?? "")).toBe(true);
      }),
    );
  });
});

describe("a text in pieces", () => {
  it("holds what lies across their edges", () => {
    expect(holdsWhole(["my den", "tist"], "dentist")).toBe(true);
    expect(holdsWhole(["d", "e", "n", "t", "i", "s", "t"], "dentist")).toBe(true);
    expect(holdsWhole(["two ", " words"], "two words")).toBe(true);
    expect(holdsWhole(["Stra", "ß", "e"], "strasse")).toBe(true);
  });

  it("holds nothing that the whole does not", () => {
    expect(holdsWhole(["den", "", "tits"], "dentist")).toBe(false);
    expect(holdsWhole([], "a")).toBe(false);
  });
});
