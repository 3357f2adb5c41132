import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { countOccurrences } from "../../src/ical/occurrences.ts";
import { endBefore } from "../../src/ical/edit/end-before.ts";
import { excludeOccurrence } from "../../src/ical/edit/exclude.ts";
import { berlinUnder, calendar, component, look, YEAR_2026 } from "./documents.ts";

const edit = { now: Date.UTC(2026, 0, 1), zone: "UTC" };
const encoder = new TextEncoder();

const SUMMARY = `SUMMARY:Bürobesprechung 🗓 mit ${"vielen Wörtern ".repeat(8)}am Ende`;
const PLAIN = calendar(
  berlinUnder("Europe/Berlin"),
  component(
    "VEVENT",
    "DTSTART;TZID=Europe/Berlin:20260105T090000",
    "DTEND;TZID=Europe/Berlin:20260105T100000",
    "RRULE:FREQ=WEEKLY;COUNT=6",
    "EXDATE;TZID=Europe/Berlin:20260112T090000",
    SUMMARY,
    "ATTENDEE;CN=Grace;X-P=1:mailto:grace@example.org",
  ),
  component(
    "VEVENT",
    "RECURRENCE-ID;TZID=Europe/Berlin:20260119T090000",
    "DTSTART;TZID=Europe/Berlin:20260120T090000",
    "SUMMARY:Moved",
  ),
);

/** Folds lines after so many octets, wherever that is, as programs do that count bytes. */
function foldedAt(text: string, octets: number): string {
  const fold = (line: string): string => {
    const pieces: string[] = [];
    let piece = "";
    for (const char of line) {
      if (encoder.encode(piece + char).length > octets && piece !== "") {
        pieces.push(piece);
        piece = "";
      }
      piece += char;
    }
    return [...pieces, piece].join("\r\n ");
  };
  return text.split("\r\n").map(fold).join("\r\n");
}

const lower = (text: string): string =>
  text
    .replaceAll(/^([A-Z-]+)(?=[;:])/gm, (name) => name.toLowerCase())
    .replaceAll("RRULE:FREQ", "rrule:freq");

const FORMS: Record<string, (text: string) => string> = {
  "bare line feeds": (text) => text.replaceAll("\r\n", "\n"),
  "both line endings mixed": (text) =>
    text
      .split("\r\n")
      .map((line, index) => line + (index % 3 === 0 ? "\n" : "\r\n"))
      .join("")
      .slice(0, -1),
  "a byte order mark": (text) => `\uFEFF${text}`,
  "no line ending at its end": (text) => text.replace(/\r\n$/, ""),
  "empty lines at its end": (text) => `${text}\r\n\r\n`,
  "empty lines between its lines": (text) => text.replaceAll("\r\nSUMMARY", "\r\n\r\nSUMMARY"),
  "lower-case names": lower,
  "folds after 75 octets": (text) => foldedAt(text, 75),
  "folds after 10 octets": (text) => foldedAt(text, 10),
  "folds by a tab": (text) => foldedAt(text, 20).replaceAll("\r\n ", "\r\n\t"),
  "quoted zone names": (text) => text.replaceAll("TZID=Europe/Berlin", 'TZID="Europe/Berlin"'),
  "a prefixed zone name": (text) =>
    text.replaceAll("TZID=Europe/Berlin", "TZID=/example.org/20260101/Europe/Berlin"),
  "parameters that nobody knows": (text) => text.replaceAll(";TZID=", ';X-ODD="a;b:c,d";TZID='),
  "an other entry before the end": (text) =>
    text.replace(
      "END:VCALENDAR",
      `${component("VTODO", "DUE:20260105T090000Z").replace("one@", "two@")}END:VCALENDAR`,
    ),
  "unknown components around and inside": (text) =>
    text
      .replace(
        "BEGIN:VEVENT",
        "BEGIN:X-OUTER\r\nX-A:1\r\nBEGIN:VEVENT\r\nUID:inner\r\nEND:VEVENT\r\nEND:X-OUTER\r\nBEGIN:VEVENT",
      )
      .replace(
        SUMMARY,
        `${SUMMARY}\r\nBEGIN:X-INNER\r\nDTSTART:19990101T000000Z\r\nRRULE:FREQ=SECONDLY\r\nEND:X-INNER`,
      ),
  "lines without a colon": (text) => text.replace(SUMMARY, `${SUMMARY}\r\nthis is no property\r\n;;;\r\n=`),
  "values of its own around the dates": (text) =>
    text.replace("COUNT=6", "COUNT=6;X-OWN=1;").replace("DTEND;", "X-DTEND:1\r\nDTEND;"),
};

const STAMPS = /^\uFEFF?(?:DTSTAMP|SEQUENCE|LAST-MODIFIED|EXDATE)[;:]/i;
const STAMPS_AND_RULE = /^\uFEFF?(?:DTSTAMP|SEQUENCE|LAST-MODIFIED|EXDATE|RRULE)[;:]/i;

describe("a document as the field writes it", () => {
  const shown = (text: string) =>
    look(text, YEAR_2026).occurrences.map(({ start, end, recurrence, edited }) => [
      start.instant,
      end.instant,
      recurrence,
      edited,
    ]);
  const PLAIN_SHOWN = shown(PLAIN);

  it.each(Object.entries(FORMS))("with %s means the same", (_, form) => {
    expect(shown(form(PLAIN))).toEqual(PLAIN_SHOWN);
    expect(countOccurrences(readDocument(form(PLAIN)), { zone: "UTC" })).toEqual({
      kind: "count",
      count: 5,
    });
  });

  it.each(Object.entries(FORMS))(
    "with %s loses one occurrence, and no other line changes a byte",
    (_, form) => {
      const text = form(PLAIN);
      for (const [, , name] of PLAIN_SHOWN) {
        const edited = excludeOccurrence(text, String(name), edit);
        expect(shown(edited)).toEqual(PLAIN_SHOWN.filter(([, , other]) => other !== name));
        // The override goes with its occurrence.
        if (name === "20260119T090000") continue;
        expect(untouched(edited, STAMPS)).toEqual(untouched(text, STAMPS));
      }
      const cut = endBefore(text, "20260126T090000", edit);
      expect(shown(cut)).toEqual(PLAIN_SHOWN.slice(0, 2));
      expect(untouched(cut, STAMPS_AND_RULE)).toEqual(untouched(text, STAMPS_AND_RULE));
    },
  );

  it("may come in any mixture of these forms", () => {
    // Two ways to lay out lines would cut through one another, which no document does.
    const selector = ([name]: [string, unknown]): string => (/fold|line|byte/.test(name) ? "layout" : name);
    const forms = fc.uniqueArray(fc.constantFrom(...Object.entries(FORMS)), { maxLength: 5, selector });
    fc.assert(
      fc.property(forms, (some) => {
        // A fold or a line ending last, since those cut through what the others look for.
        const last = ([name]: [string, unknown]): number => Number(/fold|line|byte/.test(name));
        const text = some.toSorted((a, b) => last(a) - last(b)).reduce((done, [, form]) => form(done), PLAIN);
        expect(shown(text)).toEqual(PLAIN_SHOWN);
        const edited = excludeOccurrence(text, "20260202T090000", edit);
        expect(shown(edited)).toEqual(PLAIN_SHOWN.filter(([, , name]) => name !== "20260202T090000"));
        expect(untouched(edited, STAMPS)).toEqual(untouched(text, STAMPS));
      }),
      { numRuns: 150 },
    );
  });
});

/** All lines but those that an edit may change, folds and endings included. */
function untouched(text: string, changing: RegExp): string[] {
  const whole = text.endsWith("\n") ? text : `${text}\n`;
  const lines = whole.split(/(?<=\n)(?![ \t])/).map((line) => line.replace(/\r?\n$/, ""));
  return lines.filter((line) => !changing.test(line.replaceAll(/\r?\n[ \t]/g, "")));
}

describe("a property that stands twice", () => {
  const withLines = (...lines: string[]) =>
    calendar(component("VEVENT", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3", ...lines));

  it.each([
    ["DTSTART", "DTSTART:20270105T090000Z"],
    ["DURATION", "DURATION:PT1H\r\nDURATION:PT9H"],
    ["SUMMARY", "SUMMARY:One\r\nSUMMARY:Two"],
    ["UID", "UID:other@example.org"],
    ["SEQUENCE", "SEQUENCE:1\r\nSEQUENCE:9"],
  ])("%s: the first one counts, for reading and for editing", (_, more) => {
    const text = withLines(more);
    expect(look(text, YEAR_2026).occurrences.map(({ recurrence }) => recurrence)).toEqual([
      "20260105T090000Z",
      "20260106T090000Z",
      "20260107T090000Z",
    ]);
    const edited = excludeOccurrence(text, "20260106T090000Z", edit);
    expect(look(edited, YEAR_2026).occurrences).toHaveLength(2);
    expect(look(endBefore(text, "20260106T090000Z", edit), YEAR_2026).occurrences).toHaveLength(1);
  });

  it("two rules: both are ended", () => {
    const text = withLines("RRULE:FREQ=WEEKLY;COUNT=9");
    expect(look(endBefore(text, "20260106T090000Z", edit), YEAR_2026).occurrences).toHaveLength(1);
  });
});

describe("several entries in one object", () => {
  it("shows, counts and edits the first one, and says how many others there are", () => {
    const other = (uid: string) =>
      component("VEVENT", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=9").replace(
        "one@example.org",
        uid,
      );
    const text = calendar(
      component("VEVENT", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=3"),
      other("two"),
      other("three"),
    );
    expect(readDocument(text).others).toBe(2);
    const edited = excludeOccurrence(text, "20260106T090000Z", edit);
    expect(look(edited, YEAR_2026).occurrences).toHaveLength(2);
    expect(edited).toContain(other("two") + other("three"));
  });
});
