// Japanese and Korean mix these inside one word (ISO 15924 has Jpan and Kore for it), so they count as one.
const EAST_ASIAN = ["Han", "Hiragana", "Katakana", "Bopomofo", "Hangul"];
const RIGHT_TO_LEFT = ["Arabic", "Hebrew", "Syriac", "Thaana", "Nko", "Adlam"];
const OTHERS = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Armenian",
  "Georgian",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Thai",
  "Lao",
  "Tibetan",
  "Myanmar",
  "Khmer",
  "Ethiopic",
  "Mongolian",
  "Cherokee",
  "Canadian_Aboriginal",
  "Tifinagh",
  "Javanese",
  "Balinese",
  "Sundanese",
  "Chakma",
  "Meetei_Mayek",
  "Ol_Chiki",
];

/** A living script that a person may read names in. */
export type Script = {
  readonly rightToLeft: boolean;
  /** Matches one character whose own script this is. */
  readonly own: RegExp;
  /** Matches one character that this script uses, shared marks and digits included. */
  readonly used: RegExp;
};

function script(names: readonly string[], { rightToLeft }: { rightToLeft: boolean }): Script {
  const any = (property: string) =>
    new RegExp(`^[${names.map((name) => `\\p{${property}=${name}}`).join("")}]`, "u");
  return { rightToLeft, own: any("Script"), used: any("Script_Extensions") };
}

const scripts: readonly Script[] = [
  ...OTHERS.map((name) => script([name], { rightToLeft: false })),
  ...RIGHT_TO_LEFT.map((name) => script([name], { rightToLeft: true })),
  script(EAST_ASIAN, { rightToLeft: false }),
];

const FIRST_LETTERS = 512;
const letterWithScript = /(?!\p{Script=Common})\p{L}/u;

/** The script of the first letter, or undefined: no letter near the start, or a script we do not know. */
export function firstScript(text: string): Script | undefined {
  const letter = letterWithScript.exec(text.slice(0, FIRST_LETTERS))?.[0];
  return letter === undefined ? undefined : scripts.find(({ own }) => own.test(letter));
}

// Greek has few letters that pass for Latin ones; the others stand beside Latin in units and formulas (kΩ, Δt).
const LATIN_LOOKALIKE = "[\\p{Script=Cyrillic}αινορυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]";
const mixed = new RegExp(
  `\\p{Script=Latin}\\p{M}{0,4}${LATIN_LOOKALIKE}|${LATIN_LOOKALIKE}\\p{M}{0,4}\\p{Script=Latin}`,
  "u",
);

/** Whether a word mixes Latin letters with letters that look like Latin ones. */
export function mixesScripts(text: string): boolean {
  return mixed.test(text);
}
