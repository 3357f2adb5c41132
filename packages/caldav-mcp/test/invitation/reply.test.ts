import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { type Answer, ownAttendeeLines, replyTo, withReply } from "../../src/ical/edit/reply.ts";
import { lineAt, linesIn } from "../../src/ical/line-table.ts";
import { type ContentLine, parseLines, partsOf } from "../../src/ical/lines.ts";
import { invitation, NOW, ownLine, VIEW } from "./invitations.ts";

const OPTIONS = { ...VIEW, now: NOW };
const STAMP = "20260901T120000Z";
const answer = fc.constantFrom<Answer>("accepted", "declined", "tentative");

const lineOf = (content: string): ContentLine => {
  const [line] = parseLines(`${content}\r\n`);
  if (line === undefined) throw new Error("no line");
  return line;
};

/** A line without what an answer may change in it, for comparing. */
const withoutChange = ({ content, name }: ContentLine): string =>
  name === "ATTENDEE"
    ? content.replace(/;PARTSTAT=(?:"[A-Z-]*"|[A-Z-]*)(?=[;:])/gi, "")
    : content.replace(/:.*/, "");

const changeIn = (line: ContentLine): readonly string[] | undefined => {
  const parts = partsOf(line);
  return line.name === "ATTENDEE" ? parts?.params.get("PARTSTAT") : [parts?.value ?? ""];
};

describe("an answer in a document", () => {
  it("changes PARTSTAT of our own lines, DTSTAMP and LAST-MODIFIED, and no other byte", () => {
    fc.assert(
      fc.property(invitation, answer, (text, given) => {
        const document = readDocument(text);
        const own = new Set(document.components.flatMap((one) => ownAttendeeLines(one, VIEW.ownAddresses)));
        const written = replyTo(document, document.components, given, OPTIONS);
        const after = parseLines(written ?? text);
        const lines = linesIn(document.lines);
        expect(after).toHaveLength(lines.length);
        lines.forEach((before, index) => {
          const now = after[index] ?? before;
          if (now.raw === before.raw) return;
          const stamp = ["DTSTAMP", "LAST-MODIFIED"].includes(before.name);
          expect([before.name, stamp || own.has(index)]).toEqual([before.name, true]);
          expect(withoutChange(now)).toBe(withoutChange(before));
          expect(changeIn(now)).toEqual(stamp ? [STAMP] : [given.toUpperCase()]);
          expect(now.raw.endsWith("\r\n")).toBe(before.raw.endsWith("\r\n"));
        });
      }),
      { numRuns: 400 },
    );
  });

  it("is found by every reader afterwards, and given a second time changes nothing", () => {
    fc.assert(
      fc.property(invitation, answer, (text, given) => {
        const document = readDocument(text);
        const written = readDocument(replyTo(document, document.components, given, OPTIONS) ?? text);
        for (const component of written.components) {
          for (const index of ownAttendeeLines(component, VIEW.ownAddresses)) {
            const line = lineAt(written.lines, index);
            expect(line && partsOf(line)?.params.get("PARTSTAT")?.[0]?.toUpperCase()).toBe(
              given.toUpperCase(),
            );
          }
        }
        expect(replyTo(written, written.components, given, OPTIONS)).toBeUndefined();
        expect(written.sequence).toBe(document.sequence);
      }),
      { numRuns: 200 },
    );
  });

  it("leaves the stamps of components alone that do not invite us", () => {
    const text = [
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "UID:a",
      "DTSTAMP:20260101T000000Z",
      "DTSTART:20260914T090000Z",
      "RRULE:FREQ=DAILY",
      "ATTENDEE:mailto:ada@example.org",
      "END:VEVENT",
      "BEGIN:VEVENT",
      "UID:a",
      "RECURRENCE-ID:20260915T090000Z",
      "DTSTAMP:20260102T000000Z",
      "DTSTART:20260915T110000Z",
      "ATTENDEE:mailto:grace@example.org",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n");
    const document = readDocument(text);
    expect(replyTo(document, document.components, "declined", OPTIONS)).toBe(
      text
        .replace("DTSTAMP:20260101T000000Z", `DTSTAMP:${STAMP}`)
        .replace("ATTENDEE:mailto:ada@", "ATTENDEE;PARTSTAT=DECLINED:mailto:ada@"),
    );
  });
});

describe("our own line", () => {
  it("is found in every spelling of the address", () => {
    fc.assert(
      fc.property(ownLine, (content) => {
        const text = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260914T090000Z\r\n${content}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
        const { components } = readDocument(text);
        expect(components.flatMap((one) => ownAttendeeLines(one, VIEW.ownAddresses))).toEqual([4]);
      }),
    );
  });

  it.each([
    ["ATTENDEE:mailto:ada@example.org", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.org"],
    [
      'ATTENDEE;CN="a;PARTSTAT=DECLINED:b";RSVP=TRUE:mailto:ada@example.org',
      'ATTENDEE;CN="a;PARTSTAT=DECLINED:b";RSVP=TRUE;PARTSTAT=ACCEPTED:mailto:ada@example.org',
    ],
    [
      "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:ada@example.org?PARTSTAT=x",
      "ATTENDEE;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:ada@example.org?PARTSTAT=x",
    ],
    [
      "ATTENDEE;PARTSTAT=DECLINED;partstat=TENTATIVE:mailto:ada@example.org",
      "ATTENDEE;PARTSTAT=ACCEPTED;partstat=ACCEPTED:mailto:ada@example.org",
    ],
    [
      'ATTENDEE;PARTSTAT="X,Y","Z":mailto:ada@example.org',
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.org",
    ],
    [
      'ATTENDEE;DELEGATED-TO="mailto:b@example.org","mailto:c@example.org";PARTSTAT=DELEGATED:mailto:ada@example.org',
      'ATTENDEE;DELEGATED-TO="mailto:b@example.org","mailto:c@example.org";PARTSTAT=ACCEPTED:mailto:ada@example.org',
    ],
  ])("%s becomes %s", (before, after) => {
    expect(withReply(lineOf(before), "accepted").content).toBe(after);
  });

  it.each(["ACCEPTED", "accepted", '"Accepted"'])("stays as it is when it says %s already", (written) => {
    const line = lineOf(`ATTENDEE;PARTSTAT=${written};CN=Ada:mailto:ada@example.org`);
    expect(withReply(line, "accepted")).toBe(line);
  });
});
