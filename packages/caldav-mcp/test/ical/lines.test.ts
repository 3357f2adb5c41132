import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ContentLine,
  foldLine,
  joinLines,
  makeLine,
  parseLines,
  partsOf,
  replaceLines,
} from "../../src/ical/lines.ts";
import { escapeText, requireText } from "../../src/ical/text-values.ts";

/** RFC 5545 section 3.3.11, backwards. */
const unescaped = (value: string): string =>
  value.replaceAll(/\\(.)/gs, (_, char: string) => (char === "n" ? "\n" : char));

const text = fc.string({ unit: "binary", maxLength: 300 });

function onlyLine(document: string): ContentLine {
  const [line] = parseLines(document);
  if (line === undefined) throw new Error("no line");
  return line;
}

describe("content lines", () => {
  it("are the document again when joined, whatever it is", () => {
    const pieces = fc.constantFrom(
      "\r\n",
      "\n",
      "\r",
      " ",
      "\t",
      "A:b",
      'SUMMARY;X="a:b":',
      ";",
      "😀",
      "ü",
      "\uFEFF",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, text)), (parts) => {
        const document = parts.join("");
        expect(joinLines(parseLines(document))).toBe(document);
      }),
    );
  });

  it("unfold spaces and tabs, with either line ending", () => {
    const lines = parseLines("SUMMARY:one\r\n  two\n\tthree\r\nX:y");
    expect(lines.map(({ content }) => content)).toEqual(["SUMMARY:one twothree", "X:y"]);
    expect(lines[0]?.raw).toBe("SUMMARY:one\r\n  two\n\tthree\r\n");
  });

  it("keep quoted colons, semicolons and commas inside a parameter", () => {
    const line = onlyLine(
      'ATTENDEE;CN="Doe; Jane: A, B";MEMBER="mailto:a@example.org","mailto:b@example.org":mailto:c@example.org',
    );
    const parts = partsOf(line);
    expect(parts?.params.get("CN")).toEqual(["Doe; Jane: A, B"]);
    expect(parts?.params.get("MEMBER")).toEqual(["mailto:a@example.org", "mailto:b@example.org"]);
    expect(parts?.value).toBe("mailto:c@example.org");
  });

  it.each(["no colon here", ";:x", "A;B:c", 'A;B="open:c', "ü:x", " "])(
    "have no parts when they are not a property: %j",
    (content) => {
      const line = onlyLine(`${content}\r\n`);
      expect(partsOf(line)).toBeUndefined();
    },
  );

  it("fold after at most 75 octets and never inside a character (F121)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (value) => {
        const folded = foldLine(`SUMMARY:${value.replaceAll(/[\r\n]/g, "")}`);
        const physical = folded.split("\r\n");
        expect(physical.pop()).toBe("");
        for (const line of physical) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
        }
        expect(parseLines(folded)).toHaveLength(1);
        expect(parseLines(folded)[0]?.content).toBe(`SUMMARY:${value.replaceAll(/[\r\n]/g, "")}`);
      }),
    );
  });

  it("refuse whatever would end a line inside a value (F116)", () => {
    for (const end of ["\r\n", "\n", "\r", "\u0085", "\u2028", "\u2029", "\0", "\u000B"])
      expect(() => makeLine(`SUMMARY:x${end}ATTENDEE:mailto:b@example.org`)).toThrow(/control characters/);
  });

  it("take the line ending of their neighbour", () => {
    const line = onlyLine("BEGIN:VEVENT\n");
    expect(makeLine("A:b", line).raw).toBe("A:b\n");
    expect(makeLine("A:b").raw).toBe("A:b\r\n");
  });

  it("stay byte for byte when others are replaced or removed", () => {
    const lines = parseLines("A:1\r\nB:2\nC:\r\n 3\r\n");
    const edited = replaceLines(
      lines,
      new Map([
        [0, undefined],
        [1, [makeLine("X:1"), makeLine("Y:2")]],
      ]),
    );
    expect(joinLines(edited)).toBe("X:1\r\nY:2\r\nC:\r\n 3\r\n");
  });
});

describe("text on its way into a calendar", () => {
  it("comes back as it was, however often it is edited (F119)", () => {
    fc.assert(
      fc.property(text, (value) => {
        const once = escapeText(value.replaceAll("\r", ""));
        expect(unescaped(once)).toBe(value.replaceAll("\r", ""));
        expect(once).not.toContain("\n");
      }),
    );
    expect(escapeText("a, b; c\\d\ne")).toBe("a\\, b\\; c\\\\d\\ne");
  });

  it("passes one gate: tabs and line feeds, and no other control character", () => {
    expect(requireText("a\tb\nc", "summary")).toBe("a\tb\nc");
    for (const bad of ["\r", "\0", "\u001B[31m", "\u007F", "\u0085", "\u009B", "\u2028", "\uD800"])
      expect(() => requireText(`x${bad}y`, "summary")).toThrow(/^summary contains control characters/);
  });

  it("does not end a parameter in quotes with a colon inside them (RFC 6868)", () => {
    const line = onlyLine(`ATTENDEE;CN="x^':mailto:a@example.org^nY^^":mailto:b@example.org\r\n`);
    expect(partsOf(line)?.value).toBe("mailto:b@example.org");
  });
});
