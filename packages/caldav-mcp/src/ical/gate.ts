import { CaldavError } from "../errors.ts";
import { makeLine, type ContentLine } from "./lines.ts";
import { escapeText, requireText } from "./text-values.ts";

/** Longest texts in characters, and how many categories. */
export const TEXT_LIMITS = {
  summary: 1_000,
  location: 1_000,
  description: 100_000,
  category: 200,
  categories: 50,
} as const;

/** The fields of a caller that become text in a calendar. */
export type TextField = "summary" | "location" | "description" | "categories";

/** The properties this program writes. A name never comes from outside. */
export type OwnProperty =
  | "ACTION"
  | "BEGIN"
  | "CALSCALE"
  | "CATEGORIES"
  | "COMPLETED"
  | "CREATED"
  | "DESCRIPTION"
  | "DTEND"
  | "DTSTAMP"
  | "DTSTART"
  | "DUE"
  | "DURATION"
  | "END"
  | "LAST-MODIFIED"
  | "LOCATION"
  | "PERCENT-COMPLETE"
  | "PRIORITY"
  | "PRODID"
  | "RDATE"
  | "RRULE"
  | "SEQUENCE"
  | "STATUS"
  | "SUMMARY"
  | "TRANSP"
  | "TRIGGER"
  | "TZID"
  | "TZOFFSETFROM"
  | "TZOFFSETTO"
  | "UID"
  | "VERSION";

const PROPERTY_OF = {
  summary: "SUMMARY",
  location: "LOCATION",
  description: "DESCRIPTION",
  categories: "CATEGORIES",
} as const satisfies Record<TextField, OwnProperty>;

/**
 * The one way of a caller's text into a calendar: checked, then escaped, then folded. A list becomes one property.
 *
 * @throws CaldavError `bad-input` when the text is too long or holds control characters other than TAB and LF
 */
export function textLine(field: TextField, text: string | readonly string[]): ContentLine {
  const values = typeof text === "string" ? [text] : text;
  const limit = TEXT_LIMITS[field === "categories" ? "category" : field];
  const checked = values.map((value) =>
    requireText(withinLimit(value, field, limit), `The text in \`${field}\``),
  );
  // The escaped backslash would stand before the comma of the list, which widespread readers then overlook.
  if (field === "categories" && checked.some((value) => value.endsWith("\\")))
    throw new CaldavError(
      "bad-input",
      "A category cannot end with a backslash, since calendar programs misread it. Nothing was changed.",
    );
  return makeLine(`${PROPERTY_OF[field]}:${checked.map(escapeText).join(",")}`);
}

/** A line whose value this program wrote itself: a date, a number, a word of the standard, a checked zone name. */
export function ownLine(
  name: OwnProperty,
  value: string,
  params: { VALUE?: "DATE" | "DATE-TIME"; TZID?: string; RELATED?: "END" } = {},
): ContentLine {
  const written = Object.entries(params).map(([param, word]) => `;${param}=${requirePlain(word)}`);
  return makeLine(`${name}${written.join("")}:${value}`);
}

// What stands unquoted: zone names and words of the standard hold nothing else.
const PLAIN = /^[A-Za-z0-9+_/-]{1,64}$/;

function requirePlain(word: string): string {
  if (PLAIN.test(word)) return word;
  throw new CaldavError(
    "bad-input",
    "This name of a time zone cannot be written to a calendar; nothing was changed.",
  );
}

function withinLimit(text: string, field: TextField, limit: number): string {
  if (text.length <= limit) return text;
  throw new CaldavError(
    "bad-input",
    `The text in \`${field}\` is longer than ${limit.toLocaleString("en")} characters. Nothing was changed.`,
  );
}
