// Marks of the scripts that write accents and points with them. Vowel signs of other scripts make another word.
const MARKS =
  /[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]|\p{Default_Ignorable_Code_Point}/gv;

// Normalising sorts the marks after a character in quadratic time. The four are letters that decompose into a mark.
const LONG_RUN = /([\p{M}\u0E33\u0EB3\uFF9E\uFF9F]{8})[\p{M}\u0E33\u0EB3\uFF9E\uFF9F]+/gu;

// What Unicode decomposes no further and people type without: strokes, ligatures, the sigma at the end of a word, and
// the quotes and dashes that keyboards put in.
const VARIANTS = new Map([
  ["ς", "σ"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ħ", "h"],
  ["ŧ", "t"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["‘", "'"],
  ["’", "'"],
  ["‚", "'"],
  ["ʼ", "'"],
  ["“", '"'],
  ["”", '"'],
  ["„", '"'],
  ["‐", "-"],
  ["–", "-"],
  ["—", "-"],
]);
const VARIANT = new RegExp(`[${[...VARIANTS.keys()].join("")}]`, "gu");

const ASCII = /^[\x00-\x7F]*$/;

/**
 * A text as it is compared: without letter case, accents and compatibility forms ("Straße" is "STRASSE", "Łódź" is
 * "lodz", "İ" is "i"), without what nobody sees, and with one space for any white space. Umlauts are not spelled out:
 * "Müller" is "muller" and not "mueller".
 */
export function fold(text: string): string {
  return ASCII.test(text) ? oneSpace(text.toLowerCase()) : oneSpace(foldLetters(text));
}

function foldLetters(text: string): string {
  const bare = text.replaceAll(MARKS, "").replaceAll(LONG_RUN, "$1");
  const plain = decomposed(bare);
  // Lower case alone leaves ß and the dotless ı; upper case alone leaves ẞ and İ.
  const caseless = decomposed(plain.toLowerCase().toUpperCase().toLowerCase());
  return caseless.replaceAll(VARIANT, (char) => VARIANTS.get(char) ?? char).normalize("NFC");
}

function decomposed(text: string): string {
  return text.normalize("NFKD").replaceAll(MARKS, "");
}

function oneSpace(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** What is looked for; undefined when nothing is left of it to look for. */
export function foldQuery(query: string): string | undefined {
  const folded = fold(query).trim();
  return folded === "" ? undefined : folded;
}

/** Whether one piece after the other, read as one text, holds a folded query. Gives way after each piece. */
export function* holds(pieces: Iterable<string>, query: string): Generator<undefined, boolean> {
  let tail = "";
  for (const piece of pieces) {
    const text = oneSpace(tail + fold(piece));
    if (text.includes(query)) return true;
    tail = text.slice(-query.length);
    yield undefined;
  }
  return false;
}
