import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { linesIn, nameAt } from "../../src/ical/line-table.ts";
import { isWholeCopy } from "../../src/moving/whole-copy.ts";
import { event } from "../behaviour/objects.ts";
import { invitation } from "../invitation/invitations.ts";

const SERIES = event(
  "choir@example.org",
  [
    "DTSTART;TZID=Europe/Berlin:20260907T190000",
    "DTEND;TZID=Europe/Berlin:20260907T210000",
    "RRULE:FREQ=WEEKLY;COUNT=6",
    "EXDATE;TZID=Europe/Berlin:20260914T190000,20260921T190000",
    "SUMMARY:Choir",
    "DESCRIPTION:Bring scores",
    "CATEGORIES:music,weekly",
    "X-APPLE-TRAVEL:1",
    "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nDESCRIPTION:x\nEND:VALARM",
  ].join("\n"),
  "RECURRENCE-ID;TZID=Europe/Berlin:20260928T190000\nDTSTART;TZID=Europe/Berlin:20260929T190000\nSUMMARY:Choir abroad",
);
const ORIGINAL = readDocument(SERIES);
const edited = (from: string | RegExp, to: string): string => {
  const text = SERIES.replace(from, to);
  expect(text).not.toBe(SERIES);
  return text;
};

describe("a copy is whole", () => {
  it.each<[string, () => string]>([
    ["as it is", () => SERIES],
    ["with other line ends", () => SERIES.replaceAll("\r\n", "\n")],
    [
      "with its lines in another order",
      () => edited(/(SUMMARY:Choir\r\n)(DESCRIPTION:Bring scores\r\n)/, "$2$1"),
    ],
    [
      "with stamps of the server",
      () =>
        edited(/DTSTAMP:.*\r\n/, "DTSTAMP:20300101T000000Z\r\nCREATED:20300101T000000Z\r\nSEQUENCE:0\r\n"),
    ],
    ["with more than was sent", () => edited("SUMMARY:Choir\r\n", "SUMMARY:Choir\r\nCLASS:PUBLIC\r\n")],
    [
      "with one EXDATE for each date",
      () => edited(",20260921T190000", "\r\nEXDATE;TZID=Europe/Berlin:20260921T190000"),
    ],
    [
      "with texts written in another way",
      () => edited("DESCRIPTION:Bring scores", 'DESCRIPTION;ALTREP="x:y":Bring\\, scores'),
    ],
    ["with another name of the program", () => edited("PRODID:", "PRODID:-//server//")],
  ])("%s", (_how, text) => {
    expect(isWholeCopy(ORIGINAL, text())).toBe(true);
  });

  it("of any document, of itself", () => {
    fc.assert(
      fc.property(invitation, (text) => {
        expect(isWholeCopy(readDocument(text), text)).toBe(true);
      }),
    );
  });
});

describe("a copy is not whole", () => {
  it.each<[string, () => string]>([
    ["without a text", () => edited("DESCRIPTION:Bring scores\r\n", "")],
    ["with an empty text", () => edited("DESCRIPTION:Bring scores", "DESCRIPTION:")],
    ["without a property that only other programs know", () => edited("X-APPLE-TRAVEL:1\r\n", "")],
    ["without a reminder", () => edited(/BEGIN:VALARM[^]*END:VALARM\r\n/, "")],
    ["without what a reminder says", () => edited("TRIGGER:-PT5M\r\n", "")],
    [
      "without an override",
      () =>
        edited(
          /BEGIN:VEVENT\r\nUID:choir@example.org\r\nDTSTAMP:20260101T000000Z\r\nRECURRENCE[^]*?END:VEVENT\r\n/,
          "",
        ),
    ],
    ["without an exception", () => edited(",20260921T190000", "")],
    ["with another rule", () => edited("COUNT=6", "COUNT=5")],
    ["without its rule", () => edited("RRULE:FREQ=WEEKLY;COUNT=6\r\n", "")],
    [
      "at another time",
      () =>
        edited("DTSTART;TZID=Europe/Berlin:20260907T190000", "DTSTART;TZID=Europe/Berlin:20260907T200000"),
    ],
    [
      "in another zone",
      () => edited("DTSTART;TZID=Europe/Berlin:20260907T190000", "DTSTART:20260907T190000"),
    ],
    [
      "with another end",
      () => edited("DTEND;TZID=Europe/Berlin:20260907T210000", "DTEND;TZID=Europe/Berlin:20260907T220000"),
    ],
    ["under another UID", () => SERIES.replaceAll("choir@example.org", "other@example.org")],
    ["as a task", () => SERIES.replaceAll("VEVENT", "VTODO")],
    ["as something that cannot be read", () => SERIES.slice(0, 200)],
    ["as nothing", () => ""],
  ])("%s", (_how, text) => {
    expect(isWholeCopy(ORIGINAL, text())).toBe(false);
  });

  it("when any line of it is missing that is not a stamp", () => {
    fc.assert(
      fc.property(invitation, fc.nat(), (text, pick) => {
        const original = readDocument(text);
        const own = original.components.flatMap(({ node }) => node.properties);
        const index = own[pick % own.length] ?? 0;
        const name = nameAt(original.lines, index);
        fc.pre(!["DTSTAMP", "LAST-MODIFIED", "SEQUENCE", ""].includes(name));
        const copy = linesIn(original.lines)
          .filter((_line, at) => at !== index)
          .map(({ raw }) => raw);
        expect(isWholeCopy(original, copy.join(""))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
