/** What cleaning does with a code point; exactly one per code point. */
export const Rule = {
  /** Stands as it is and carries marks. */
  keep: 0,
  /** Combining mark of the Inherited script: at most four on one base. */
  inheritedMark: 1,
  /** Combining mark of one script: at most eight on one base. */
  scriptMark: 2,
  /** Ends a line somewhere: LF, CR, VT, FF, 1C-1E (Python splits there), NEL, LS, PS. */
  lineBreak: 3,
  /** C0, C1, DEL: nothing to see. */
  control: 4,
  /** ESC, CSI, OSC: made visible, since parsing a sequence could swallow the text behind it. */
  escape: 5,
  /** Invisible, and no writing system needs it here. */
  hidden: 6,
  nonJoiner: 7,
  joiner: 8,
  /** LRM, RLM, ALM. */
  direction: 9,
  /** VS15 and VS16: text or picture style. */
  styleSelector: 10,
  /** VS1-VS3. */
  glyphSelector: 11,
  /** VS17-VS256: glyphs of names in Han script; also the best channel for hidden bytes. */
  ideographSelector: 12,
  mongolianSelector: 13,
  mongolianSeparator: 14,
  /** Looks like a space and is none. */
  blank: 15,
  brailleBlank: 16,
  /** Private use and noncharacters: no agreed meaning. */
  meaningless: 17,
  blackFlag: 18,
  /** Arabic number and verse signs and the like: format characters that can be seen. */
  visibleFormat: 19,
} as const;

/** What the rules need to know of a neighbour. */
export const Trait = {
  emoji: 1 << 5,
  pictograph: 1 << 6,
  skinTone: 1 << 7,
  han: 1 << 8,
  /** Mathematical symbol outside ASCII: no ASCII sign has a registered variation. */
  math: 1 << 9,
  /** Letter, mark or digit of a script whose letters join or stack (Arabic, Devanagari ...). */
  joining: 1 << 10,
  rightToLeft: 1 << 11,
  mongolian: 1 << 12,
  braille: 1 << 13,
} as const;

const RULE_BITS = 0b11111;

const JOINING_SCRIPTS = [
  // joining letters
  "Arabic",
  "Syriac",
  "Nko",
  "Mandaic",
  "Mongolian",
  "Phags_Pa",
  "Adlam",
  "Hanifi_Rohingya",
  "Manichaean",
  "Psalter_Pahlavi",
  "Sogdian",
  "Chorasmian",
  "Old_Uyghur",
  // Brahmic: conjuncts and half forms
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
  "Tibetan",
  "Myanmar",
  "Khmer",
  "Balinese",
  "Javanese",
  "Sundanese",
  "Buginese",
  "Batak",
  "Rejang",
  "Tai_Tham",
  "Cham",
  "Lepcha",
  "Limbu",
  "Meetei_Mayek",
  "Syloti_Nagri",
  "Saurashtra",
  "Kaithi",
  "Chakma",
  "Sharada",
  "Takri",
  "Tirhuta",
  "Modi",
  "Grantha",
  "Newa",
  "Khojki",
  "Khudawadi",
  "Siddham",
  "Brahmi",
  "Bhaiksuki",
  "Dogra",
  "Nandinagari",
  "Gunjala_Gondi",
  "Masaram_Gondi",
  "Zanabazar_Square",
  "Soyombo",
  "Kawi",
];

const joining = new RegExp(
  `^(?=[${JOINING_SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join("")}])[\\p{L}\\p{M}\\p{Nd}]`,
  "u",
);
// Bidi_Class cannot be asked for in a pattern; these ranges hold every right-to-left letter.
const rightToLeft =
  /^(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const tests: readonly [trait: number, pattern: RegExp][] = [
  [Trait.emoji, /^\p{Emoji}/u],
  [Trait.pictograph, /^\p{Extended_Pictographic}/u],
  [Trait.skinTone, /^\p{Emoji_Modifier}/u],
  [Trait.han, /^\p{Script=Han}/u],
  [Trait.math, /^(?![\0-\x7f])\p{Sm}/u],
  [Trait.joining, joining],
  [Trait.rightToLeft, rightToLeft],
  [Trait.mongolian, /^(?=\p{L})\p{Script=Mongolian}/u],
  [Trait.braille, /^[\u2800-\u28ff]/u],
];

const classes: readonly [rule: number, pattern: RegExp][] = [
  [Rule.lineBreak, /^[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/u],
  [Rule.escape, /^[\x1b\x9b\x9d]/u],
  [Rule.keep, /^\t/u],
  [Rule.control, /^\p{Cc}/u],
  [Rule.nonJoiner, /^\u200c/u],
  [Rule.joiner, /^\u200d/u],
  [Rule.direction, /^[\u200e\u200f\u061c]/u],
  [Rule.styleSelector, /^[\ufe0e\ufe0f]/u],
  [Rule.glyphSelector, /^[\ufe00-\ufe02]/u],
  [Rule.ideographSelector, /^[\u{e0100}-\u{e01ef}]/u],
  [Rule.mongolianSelector, /^[\u180b-\u180d\u180f]/u],
  [Rule.mongolianSeparator, /^\u180e/u],
  [Rule.blank, /^[\u3164\uffa0]/u],
  [Rule.brailleBlank, /^\u2800/u],
  [Rule.blackFlag, /^\u{1f3f4}/u],
  // Before the hidden ones: plane 14 holds both.
  [Rule.meaningless, /^[\p{Co}\p{Noncharacter_Code_Point}]/u],
  // Annotation marks, the object replacement and the Egyptian format controls are format characters that
  // Default_Ignorable leaves out.
  [Rule.hidden, /^[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u{13430}-\u{1343f}]/u],
  [Rule.visibleFormat, /^\p{Cf}/u],
  [Rule.inheritedMark, /^(?=\p{M})\p{Script=Inherited}/u],
  [Rule.scriptMark, /^\p{M}/u],
];

function describe(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  let description: number = classes.find(([, pattern]) => pattern.test(character))?.[0] ?? Rule.keep;
  for (const [trait, pattern] of tests) if (pattern.test(character)) description |= trait;
  return description;
}

// One page per 256 code points, filled when a text first needs it: no start-up cost, and the hot loop reads an array.
// Full length from the start: a gap would turn the array into a hash table.
const pages: (Uint16Array | undefined)[] = Array.from({ length: 0x1100 });

function pageOf(number: number): Uint16Array {
  const page = Uint16Array.from({ length: 256 }, (_, low) => describe(number * 256 + low));
  pages[number] = page;
  return page;
}

/** Rule and traits of a code point, packed; see {@link ruleOf} and {@link Trait}. */
export function traitsOf(codePoint: number): number {
  const page = pages[codePoint >> 8] ?? pageOf(codePoint >> 8);
  return page[codePoint & 0xff] ?? Rule.keep;
}

/** The {@link Rule} in a description that {@link traitsOf} gave. */
export function ruleOf(traits: number): number {
  return traits & RULE_BITS;
}
