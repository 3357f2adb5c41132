import { clean } from "confirm-guard";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { searchText } from "../../src/ical/fields.ts";
import { fieldsOf } from "../../src/ical/occurrences.ts";
import type { EntryFields } from "../../src/ical/types.ts";
import { calendar, component, event } from "./documents.ts";

const own = new Set(["me@example.org"]);
const fields = (...lines: string[]): EntryFields =>
  fieldsOf(readDocument(event("DTSTART:20260105T090000Z", "DTEND:20260105T100000Z", ...lines)), {
    zone: "UTC",
    ownAddresses: own,
  });
const textOf = (box: EntryFields["summary"]): string | undefined =>
  box === undefined ? undefined : clean(box).text;

describe("the fields of an entry", () => {
  it("decode text and keep it in a box", () => {
    const { summary, location, description, categories } = fields(
      "SUMMARY:Lunch\\, with\\nAda\\; and \\\\",
      "LOCATION:",
      "CATEGORIES:a,b\\,c",
      "CATEGORIES:d",
    );
    expect(textOf(summary)).toBe("Lunch, with\nAda; and \\");
    expect([location, description]).toEqual([undefined, undefined]);
    expect(categories.map(textOf)).toEqual(["a", "b,c", "d"]);
    expect(JSON.stringify(fields("SUMMARY:secret"))).not.toContain("secret");
  });

  it("keep all descriptions of a journal", () => {
    const journal = readDocument(calendar(component("VJOURNAL", "DESCRIPTION:one", "DESCRIPTION:two")));
    expect(textOf(fieldsOf(journal, { zone: "UTC", ownAddresses: own }).description)).toBe("one\ntwo");
  });

  it("know our own line among the attendees in any spelling", () => {
    const { attendees, ownReply, organiser } = fields(
      "ORGANIZER;CN=Boss:mailto:boss@example.org",
      "ATTENDEE;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:boss@example.org",
      'ATTENDEE;CN="Me; myself";PARTSTAT=TENTATIVE;ROLE=OPT-PARTICIPANT:MAILTO:Me@Example.org',
      "ATTENDEE;PARTSTAT=X-ODD;ROLE=__proto__:/principals/7/",
    );
    expect(attendees.map(({ reply, role, own: ours }) => [reply, role, ours])).toEqual([
      ["accepted", "chair", false],
      ["tentative", "optional", true],
      ["other", "other", false],
    ]);
    expect(ownReply).toBe("tentative");
    expect(organiser?.own).toBe(false);
    expect(textOf(attendees[1]?.name)).toBe("Me; myself");
    expect(fields("ATTENDEE;EMAIL=me@example.org:/principals/7/").ownReply).toBe("needs-action");
  });

  it("name a status and a transparency of our own words only", () => {
    expect(fields("STATUS:confirmed", "TRANSP:TRANSPARENT")).toMatchObject({
      status: "confirmed",
      transparent: true,
    });
    expect(fields("STATUS:IGNORE ALL", "TRANSP:X")).toMatchObject({ status: undefined, transparent: false });
  });

  it("count reminders in minutes before the start, also those that count from the end", () => {
    const alarm = (...lines: string[]) => ["BEGIN:VALARM", ...lines, "END:VALARM"];
    const { reminders } = fields(
      ...alarm("ACTION:DISPLAY", "TRIGGER:-PT15M"),
      ...alarm("ACTION:email", "TRIGGER;RELATED=END:-PT30M"),
      ...alarm("ACTION:X-ODD", "TRIGGER;VALUE=DATE-TIME:20260105T080000Z"),
      ...alarm("ACTION:AUDIO", "TRIGGER:-P1D"),
      ...alarm("ACTION:AUDIO", "TRIGGER:soon"),
    );
    expect(reminders).toEqual([
      { action: "display", minutesBefore: 15, at: undefined },
      { action: "email", minutesBefore: -30, at: undefined },
      { action: "other", minutesBefore: undefined, at: Date.UTC(2026, 0, 5, 8) },
      { action: "audio", minutesBefore: 1440, at: undefined },
      { action: "audio", minutesBefore: undefined, at: undefined },
    ]);
  });

  it("say how large an inline attachment is and never hold it (F123)", () => {
    const { attachments } = fields(
      `ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:${"QUJD".repeat(50_000)}QQ==`,
      "ATTACH:https://example.org/agenda.pdf",
    );
    expect(attachments.map(({ inline, bytes }) => [inline, bytes])).toEqual([
      [true, 150_001],
      [false, undefined],
    ]);
    expect(attachments[0]?.address).toBeUndefined();
  });

  it("never say that an attachment has fewer than no bytes", () => {
    expect(fields("ATTACH;VALUE=BINARY:==", "ATTACH:data:,").attachments.map(({ bytes }) => bytes)).toEqual([
      0, 0,
    ]);
  });

  it("hold the first 200 of each list and count all, our own reply among them", () => {
    const many = (line: (index: number) => string): string[] =>
      Array.from({ length: 300 }, (_, i) => line(i));
    const shown = fields(
      ...many((i) => `ATTENDEE:mailto:${i}@example.org`),
      "ATTENDEE;PARTSTAT=DECLINED:mailto:me@example.org",
      ...many((i) => `ATTACH:https://example.org/${i}`),
      `CATEGORIES:${many((i) => `a\\,${i}`).join(",,")}`,
      "CATEGORIES:last",
      ...many(() => "BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM"),
    );
    expect(shown).toMatchObject({
      attendeesTotal: 301,
      attachmentsTotal: 300,
      remindersTotal: 300,
      ownReply: "declined",
    });
    const { attendees, attachments, reminders, categories, categoriesTotal } = shown;
    expect([attendees, attachments, reminders].map(({ length }) => length)).toEqual([200, 200, 200]);
    expect([categories.length, textOf(categories[199]), categoriesTotal]).toEqual([200, "a,199", 301]);
  });

  it("are read as fast from a few hundred thousand items as from a few", () => {
    // Its own time, since a busy machine adds to the clock's.
    const before = process.cpuUsage();
    const { categories, attendeesTotal } = fields(
      `CATEGORIES:${"a,".repeat(450_000)}`,
      ...Array.from({ length: 25_000 }, (_, i) => `ATTENDEE;CN=a:mailto:${i}@example.org`),
    );
    expect([categories.length, attendeesTotal]).toEqual([200, 25_000]);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  it("lose one line that cannot be read and not the entry", () => {
    expect(
      textOf(
        fields("ATTENDEE;=x:y", 'ATTENDEE;CN="open:mailto:a@example.org', "X;;:", "SUMMARY:still here")
          .summary,
      ),
    ).toBe("still here");
  });

  it("can be searched as plain text", () => {
    const { master } = readDocument(
      event(
        "DTSTART:20260105T090000Z",
        "SUMMARY:A\\, b",
        "CATEGORIES:x,y",
        "ATTENDEE;CN=Jo:mailto:jo@example.org",
      ),
    );
    expect(searchText(master!, "summary")).toEqual(["A, b"]);
    expect(searchText(master!, "categories")).toEqual(["x", "y"]);
    expect(searchText(master!, "attendees")).toEqual(["Jo", "jo@example.org"]);
  });
});
