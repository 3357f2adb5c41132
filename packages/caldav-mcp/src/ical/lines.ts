import { CaldavError } from "../errors.ts";

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

const MAX_LINES = 400_000;

/** Splits a document into content lines; a byte order mark stays in front of the first one. */
export function parseLines(text: string): ContentLine[] {
  const lines: ContentLine[] = [];
  let raw: string[] = [];
  let content: string[] = [];
  const finish = (): void => {
    if (raw.length === 0) return;
    if (lines.length >= MAX_LINES)
      throw new CaldavError(
        "unreadable-entry",
        "This calendar object has too many lines to be read; nothing was changed.",
      );
    const unfolded = content.join("");
    lines.push({ raw: raw.join(""), content: unfolded, name: nameOf(unfolded) });
  };
  for (const physical of physicalLines(text)) {
    const folded = raw.length > 0 && (physical.body.startsWith(" ") || physical.body.startsWith("\t"));
    if (!folded) {
      finish();
      raw = [];
      content = [];
    }
    raw.push(physical.body + physical.ending);
    content.push(folded ? physical.body.slice(1) : physical.body);
  }
  finish();
  return lines;
}

function* physicalLines(text: string): Generator<{ body: string; ending: string }> {
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf("\n", start);
    if (feed === -1) {
      yield { body: text.slice(start), ending: "" };
      return;
    }
    const crlf = feed > start && text.charCodeAt(feed - 1) === 13;
    yield { body: text.slice(start, crlf ? feed - 1 : feed), ending: crlf ? "\r\n" : "\n" };
    start = feed + 1;
  }
}

const NAME = /^\uFEFF?([A-Za-z0-9.-]+)[;:]/;

function nameOf(content: string): string {
  return NAME.exec(content)?.[1]?.toUpperCase() ?? "";
}

export type LineParts = { params: Map<string, string[]>; value: string };

/** The parameters (names upper-case, quotes taken off) and the value as written; undefined for a line without a colon. */
export function partsOf(line: ContentLine): LineParts | undefined {
  if (line.name === "") return undefined;
  const params = new Map<string, string[]>();
  const { content } = line;
  let at = content.startsWith("\uFEFF") ? line.name.length + 1 : line.name.length;
  while (content[at] === ";") {
    const equals = content.indexOf("=", at);
    if (equals === -1) return undefined;
    const name = content.slice(at + 1, equals).toUpperCase();
    const values: string[] = [];
    at = equals;
    do {
      const end = content[at + 1] === '"' ? closingQuote(content, at + 2) : endOfParamValue(content, at + 1);
      if (end === -1) return undefined;
      values.push(content[at + 1] === '"' ? content.slice(at + 2, end) : content.slice(at + 1, end));
      at = content[end] === '"' ? end + 1 : end;
    } while (content[at] === ",");
    // The first one wins where a parameter is given twice; RFC 5545 forbids it.
    if (!params.has(name)) params.set(name, values);
  }
  return content[at] === ":" ? { params, value: content.slice(at + 1) } : undefined;
}

function closingQuote(content: string, from: number): number {
  return content.indexOf('"', from);
}

function endOfParamValue(content: string, from: number): number {
  for (let at = from; at < content.length; at += 1) {
    const char = content[at];
    if (char === ":" || char === ";" || char === ",") return at;
  }
  return -1;
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
