import { CaldavError } from "../errors.ts";
import { nameOf, readParts, type LineParts } from "./line-parts.ts";
import { lineTable, linesIn } from "./line-table.ts";

/**
 * One content line (RFC 5545 section 3.1). `raw` is what stood in the document, folds and line ending included, so that
 * the lines of a document joined together are the document again, byte for byte.
 */
export type ContentLine = {
  raw: string;
  /** Unfolded, without line ending. */
  content: string;
  /** Upper-case, with its group prefix if it has one; empty for a line that has no colon. */
  name: string;
};

/** Splits a document into content lines; a byte order mark stays in front of the first one. */
export function parseLines(text: string): ContentLine[] {
  return linesIn(lineTable(text));
}

/** The parameters (names upper-case, quotes taken off) and the value as written; undefined for a line without a colon. */
export function partsOf({ content, name }: ContentLine): LineParts | undefined {
  return readParts(content, name);
}

/** The document again: exactly the raw lines. */
export function joinLines(lines: readonly ContentLine[]): string {
  return lines.map((line) => line.raw).join("");
}

const OCTETS_PER_LINE = 75;

/** Folds after at most 75 octets and never inside a character (RFC 5545 section 3.1). */
export function foldLine(content: string, ending = "\r\n"): string {
  const pieces: string[] = [];
  let piece = "";
  let octets = 0;
  for (const char of content) {
    const size = octetsOf(char);
    if (octets + size > OCTETS_PER_LINE) {
      pieces.push(piece);
      // The space of the continuation counts.
      piece = " ";
      octets = 1;
    }
    piece += char;
    octets += size;
  }
  pieces.push(piece);
  return pieces.join(ending) + ending;
}

function octetsOf(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/**
 * A new line from checked parts, with the line ending of its neighbour. The last gate before text becomes a document:
 * nothing that ends a line passes.
 */
export function makeLine(content: string, neighbour?: ContentLine): ContentLine {
  if (/[\u0000-\u0008\u000A-\u001F\u007F\u0085\u2028\u2029]/.test(content))
    throw new CaldavError(
      "bad-input",
      "Text with control characters cannot be written to a calendar; nothing was changed.",
    );
  const name = nameOf(content);
  if (name === "")
    throw new CaldavError("bad-input", "A property needs a name and a value; nothing was changed.");
  const bare = neighbour !== undefined && neighbour.raw.endsWith("\n") && !neighbour.raw.endsWith("\r\n");
  return { raw: foldLine(content, bare ? "\n" : "\r\n"), content, name };
}

/**
 * Replaces, inserts and removes whole lines; every other line stays as it came. `undefined` removes the line,
 * an array stands in its place.
 */
export function replaceLines(
  lines: readonly ContentLine[],
  edits: ReadonlyMap<number, readonly ContentLine[] | undefined>,
): ContentLine[] {
  return lines.flatMap((line, index) => (edits.has(index) ? (edits.get(index) ?? []) : [line]));
}
