import * as fc from "fast-check";

/** What ends lines, opens components, quotes, escapes or hides in iCalendar and in readers of it. */
const SHARP = [
  "\r\n",
  "\r",
  "\n",
  "\t",
  " ",
  '"',
  ",",
  ";",
  ":",
  "=",
  "\\",
  "\\n",
  "^n",
  "^'",
  "%0d%0a",
  "\u0000",
  "\u001B",
  "\u007F",
  "\u0085",
  "\u009B",
  "\u2028",
  "\u2029",
  "\uFEFF",
  "\u202E",
  "\uD800",
  "\uDC00",
  "😀",
  "ü",
  "BEGIN:VEVENT",
  "END:VCALENDAR",
  "ATTENDEE:mailto:b@example.org",
  "x\r\nATTENDEE:mailto:b@example.org",
];

/** Text of any kind, with or without what does harm. */
export function hostileText(maxLength: number): fc.Arbitrary<string> {
  const plain = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.string());
  const gentle = SHARP.filter(
    (piece) => !/[\r\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\p{Surrogate}]/u.test(piece),
  );
  const pieces = (sharp: readonly string[]): fc.Arbitrary<string> =>
    fc
      .array(fc.oneof(fc.constantFrom(...sharp), plain), { minLength: 1, maxLength: 8 })
      .map((all) => all.join(""));
  return fc.oneof(pieces(SHARP), pieces(gentle)).map((text) => text.slice(0, maxLength));
}
