import { CaldavError } from "../errors.ts";
import { nameOf, readParts, withoutParameters, type LineParts } from "./line-parts.ts";
import type { ContentLine } from "./lines.ts";

/**
 * The content lines of a document (RFC 5545 section 3.1): where each begins in the text, folds belonging to the line
 * before them, and its name as in {@link ContentLine}. Lines themselves are made when somebody asks for one: a listing
 * holds thousands of documents and looks at a few lines of each.
 */
export type LineTable = { text: string; starts: readonly number[]; names: readonly string[] };

const MAX_LINES = 400_000;

const TAB = 0x09;
const FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const MARK = 0xfeff;

/** Finds the content lines of a text; a byte order mark stays in front of the first one. */
export function lineTable(text: string): LineTable {
  const starts: number[] = [];
  for (let at = 0; at < text.length;) {
    if (starts.length === 0 || !isFold(text.charCodeAt(at))) {
      if (starts.length >= MAX_LINES)
        throw new CaldavError(
          "unreadable-entry",
          "This calendar object has too many lines to be read; nothing was changed.",
        );
      starts.push(at);
    }
    const feed = text.indexOf("\n", at);
    at = feed === -1 ? text.length : feed + 1;
  }
  const names = starts.map((start, index) => nameWithin(text, start, starts[index + 1] ?? text.length));
  // Without the room that a list keeps for growing.
  return { text, starts: starts.slice(), names };
}

function isFold(code: number): boolean {
  return code === SPACE || code === TAB;
}

// Names that are compared with all the time, and that would otherwise be a string of their own in every line.
const NAMES = new Map(
  (
    "BEGIN END VERSION PRODID CALSCALE METHOD UID DTSTAMP DTSTART DTEND DUE DURATION RECURRENCE-ID RRULE RDATE EXDATE " +
    "EXRULE SUMMARY DESCRIPTION LOCATION GEO URL CATEGORIES STATUS CLASS TRANSP PRIORITY SEQUENCE CREATED LAST-MODIFIED " +
    "COMPLETED PERCENT-COMPLETE ORGANIZER ATTENDEE ATTACH COMMENT CONTACT RELATED-TO RESOURCES REQUEST-STATUS COLOR " +
    "IMAGE CONFERENCE ACTION TRIGGER REPEAT ACKNOWLEDGED TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL X-LIC-LOCATION " +
    "X-APPLE-STRUCTURED-LOCATION X-APPLE-TRAVEL-ADVISORY-BEHAVIOR X-WR-ALARMUID X-MOZ-GENERATION X-MOZ-LASTACK " +
    "X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-ALLDAYEVENT X-MICROSOFT-CDO-INTENDEDSTATUS X-MICROSOFT-CDO-IMPORTANCE"
  )
    .split(" ")
    .map((name) => [name, name]),
);

/** The name of the line from `start` to `end`, most often without unfolding it. */
function nameWithin(text: string, start: number, end: number): string {
  const from = text.charCodeAt(start) === MARK ? start + 1 : start;
  let at = from;
  while (at < end && isNameCode(text.charCodeAt(at))) at += 1;
  const code = at < end ? text.charCodeAt(at) : FEED;
  if (code === COLON || code === SEMICOLON) {
    const name = text.slice(from, at);
    return NAMES.get(name) ?? name.toUpperCase();
  }
  // The name itself is folded, or there is none.
  return code === FEED || code === RETURN ? nameOf(unfolded(text, start, end)) : "";
}

function isNameCode(code: number): boolean {
  const lower = code | 0x20;
  // Letters, digits, the dot and the hyphen.
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e;
}

/** Without folds and without the line ending. */
function unfolded(text: string, start: number, end: number): string {
  const feed = text.indexOf("\n", start);
  if (feed === -1) return text.slice(start, end);
  if (feed >= end - 1) return text.slice(start, bodyEnd(text, start, feed));
  const pieces: string[] = [];
  for (let at = start; at < end;) {
    const next = text.indexOf("\n", at);
    const body = at === start ? at : at + 1;
    if (next === -1) {
      pieces.push(text.slice(body, end));
      break;
    }
    pieces.push(text.slice(body, bodyEnd(text, body, next)));
    at = next + 1;
  }
  return pieces.join("");
}

function bodyEnd(text: string, start: number, feed: number): number {
  return feed > start && text.charCodeAt(feed - 1) === RETURN ? feed - 1 : feed;
}

/** The name of one line; empty where there is no such line, or it is no property. */
export function nameAt(table: LineTable, index: number): string {
  return table.names[index] ?? "";
}

/** The line unfolded, without its ending; empty where there is no such line. */
export function contentAt({ text, starts }: LineTable, index: number): string {
  const start = starts[index];
  return start === undefined ? "" : unfolded(text, start, starts[index + 1] ?? text.length);
}

/** As it stands in the document: the lines from `first` to `last`, folds and line endings included. */
export function rawOf({ text, starts }: LineTable, first: number, last: number): string {
  return text.slice(starts[first] ?? text.length, starts[last + 1] ?? text.length);
}

export function partsAt(table: LineTable, index: number): LineParts | undefined {
  const name = nameAt(table, index);
  if (name === "") return undefined;
  const value = plainValueAt(table, index);
  return value === undefined ? readParts(contentAt(table, index), name) : withoutParameters(value);
}

/** The value of a line that has a name, no parameters and no folds; undefined for any other. */
function plainValueAt({ text, starts, names }: LineTable, index: number): string | undefined {
  const start = starts[index];
  const name = names[index];
  if (start === undefined || name === undefined || name === "") return undefined;
  const colon = start + name.length;
  // Nothing of a name is a colon, so this one stands behind it also where the name is folded or has a mark before it.
  if (text.charCodeAt(colon) !== COLON) return undefined;
  const end = starts[index + 1] ?? text.length;
  const feed = text.indexOf("\n", colon);
  if (feed === -1) return text.slice(colon + 1, end);
  return feed >= end - 1 ? text.slice(colon + 1, bodyEnd(text, colon, feed)) : undefined;
}

/** The value of a line, trimmed and upper-case, as BEGIN, END and other words have them; empty where it has none. */
export function wordAt(table: LineTable, index: number): string {
  const value = plainValueAt(table, index) ?? partsAt(table, index)?.value ?? "";
  return WORDS.get(value) ?? value.trim().toUpperCase();
}

// Each would otherwise be a string of its own in every document.
const WORDS = new Map(
  "VCALENDAR VEVENT VTODO VJOURNAL VFREEBUSY VALARM VTIMEZONE STANDARD DAYLIGHT"
    .split(" ")
    .map((word) => [word, word]),
);

export function lineAt(table: LineTable, index: number): ContentLine | undefined {
  if (index < 0 || index >= table.starts.length) return undefined;
  return {
    raw: rawOf(table, index, index),
    content: contentAt(table, index),
    name: nameAt(table, index),
  };
}

/** The lines from `first` to `last`, or all of them. */
export function linesIn(table: LineTable, first = 0, last = table.starts.length - 1): ContentLine[] {
  const lines: ContentLine[] = [];
  for (let index = first; index <= last; index += 1) {
    const line = lineAt(table, index);
    if (line !== undefined) lines.push(line);
  }
  return lines;
}
