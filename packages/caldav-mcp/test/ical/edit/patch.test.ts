import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/ical/document.ts";
import { createEdits } from "../../../src/ical/edit/edits.ts";
import { applyPatch, isPrivate, type Patched } from "../../../src/ical/edit/patch.ts";
import type { EntryPatch } from "../../../src/ical/edit/types.ts";
import { propertyText } from "../../../src/ical/properties.ts";
import { calendar, component, event } from "../documents.ts";

const now = Date.UTC(2026, 1, 1, 12, 0, 0);

function summaryOf(text: string): string {
  const { master } = readDocument(text);
  return master === undefined ? "" : propertyText(master, "SUMMARY").join("|");
}

function patched(text: string, patch: EntryPatch): Patched & { text: string } {
  const document = readDocument(text);
  const edits = createEdits(document);
  const [first] = document.components;
  if (first === undefined) throw new Error("There is no entry.");
  const outcome = applyPatch(edits, first, patch, { zone: "UTC" });
  return { ...outcome, text: edits.text() };
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);
const lost = (before: string, after: string) =>
  linesOf(before).filter((line) => !linesOf(after).includes(line));
const come = (before: string, after: string) => lost(after, before);

const FULL = event(
  "DTSTART:20260105T090000Z",
  'SUMMARY;LANGUAGE=de;ALTREP="cid:x":Alt\\, aber gut',
  "LOCATION:Haus",
  'ATTENDEE;PARTSTAT=ACCEPTED;X-A="b;c":mailto:jane@example.org',
  "ORGANIZER;SCHEDULE-AGENT=CLIENT:mailto:joe@example.org",
  "X-FOO;BAR=1:kept",
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "UID:alarm-1",
  "TRIGGER:-PT15M",
  "END:VALARM",
  "BEGIN:VALARM",
  "ACTION:EMAIL",
  "TRIGGER:-P1D",
  "END:VALARM",
  "BEGIN:X-UNKNOWN",
  "SUMMARY:not ours",
  "END:X-UNKNOWN",
);

describe("a patch of one entry", () => {
  it("replaces the line of the field and no other (F96, F112, F114)", () => {
    const { text, fields } = patched(FULL, { location: "Garten" });
    expect(fields).toEqual(["location"]);
    expect(lost(FULL, text)).toEqual(["LOCATION:Haus\r\n"]);
    expect(come(FULL, text)).toEqual(["LOCATION:Garten\r\n"]);
    expect(linesOf(text)).toHaveLength(linesOf(FULL).length);
  });

  it("drops the parameters of a text that is replaced: they speak of the old one", () => {
    expect(come(FULL, patched(FULL, { summary: "New" }).text)).toEqual(["SUMMARY:New\r\n"]);
  });

  it("adds a field where there was none, and takes one away with null", () => {
    const added = patched(FULL, { description: "a\nb; c, d\\e" }).text;
    expect(come(FULL, added)).toEqual(["DESCRIPTION:a\\nb\\; c\\, d\\\\e\r\n"]);
    expect(patched(added, { description: null }).text).toBe(FULL);
  });

  it.each<EntryPatch>([
    { summary: "Alt, aber gut" },
    { location: "Haus", description: null, categories: [], status: null, transparent: false, priority: 0 },
    { reminders: [{ minutes_before: 15 }] },
    { description: "" },
    {},
  ])("changes nothing where it says what is there already: %j", (patch) => {
    expect(patched(FULL, patch)).toMatchObject({ text: FULL, fields: [] });
  });

  it("reads the same text after two edits as after one (F119)", () => {
    const text = "a, b; c\\n d\\";
    const once = patched(FULL, { summary: text }).text;
    expect(patched(once, { summary: text }).fields).toEqual([]);
    const twice = patched(patched(once, { summary: "x" }).text, { summary: text }).text;
    expect(twice).toBe(once);
    expect(summaryOf(twice)).toBe(text);
  });

  it.each([
    { summary: "x\r\nATTENDEE:mailto:b@ex.test" },
    { description: "x\u0000" },
    { location: "x\u2028ATTENDEE:y" },
    { categories: ["a", "b\r\nX:1"] },
  ])("refuses control characters in every text (F116): %j", (patch) => {
    expect(() => patched(FULL, patch)).toThrow(/control characters.*Nothing was changed/);
  });

  it("keeps a line feed in a text from becoming a line (F116)", () => {
    const { text } = patched(FULL, { summary: "x\nATTENDEE:mailto:b@ex.test" });
    expect(linesOf(text)).toHaveLength(linesOf(FULL).length);
  });

  it("folds at 75 octets and never inside a character (F121)", () => {
    const summary = `${"x".repeat(60)}😀${"é".repeat(80)}`;
    const { text } = patched(FULL, { summary });
    for (const line of linesOf(text)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(77);
    expect(text).not.toContain("\uFFFD");
    expect(summaryOf(text)).toBe(summary);
  });

  it("writes the line endings of the document", () => {
    const bare = FULL.replaceAll("\r\n", "\n");
    const { text } = patched(bare, { summary: "y".repeat(200), reminders: [{ minutes_before: 5 }] });
    expect(text).not.toContain("\r");
  });

  it("makes one line of several of a name", () => {
    const journal = calendar(component("VJOURNAL", "DESCRIPTION:a", "X-A:1", "DESCRIPTION:b"));
    expect(patched(journal, { description: "a\nb" }).fields).toEqual([]);
    expect(patched(journal, { summary: "s" }).text).toContain("DESCRIPTION:a\r\nX-A:1\r\nDESCRIPTION:b\r\n");
    expect(patched(journal, { description: "c" }).text).toBe(
      calendar(component("VJOURNAL", "DESCRIPTION:c", "X-A:1")),
    );
  });

  it("says when the entry holds the text a second time, in a form that it leaves alone", () => {
    const text = event("DTSTART:20260105T090000Z", "DESCRIPTION:a", "X-ALT-DESC;FMTTYPE=text/html:<b>a</b>");
    expect(patched(text, { description: "b" }).notes).toHaveLength(1);
    expect(patched(text, { summary: "b" }).notes).toEqual([]);
  });
});

describe("reminders in a patch", () => {
  it("take the place of the plain ones; others stay and are counted", () => {
    const { text, otherReminders } = patched(FULL, {
      reminders: [{ minutes_before: 5 }, { at: "2026-01-04T08:00:00Z" }],
    });
    expect(otherReminders).toBe(1);
    expect(text).not.toContain("TRIGGER:-PT15M");
    expect(text).toContain("ACTION:EMAIL\r\nTRIGGER:-P1D\r\n");
    expect(text).toContain("TRIGGER:-PT5M\r\n");
    expect(text).toContain("TRIGGER;VALUE=DATE-TIME:20260104T080000Z\r\n");
  });

  it("leave the ones as they are written that are wanted again", () => {
    const { text } = patched(FULL, { reminders: [{ minutes_before: 30 }, { minutes_before: 15 }] });
    expect(lost(FULL, text)).toEqual([]);
    expect(text).toContain("UID:alarm-1\r\n");
  });

  it("are all gone with null or an empty list, but for those that are not plain", () => {
    for (const reminders of [null, []])
      expect(patched(FULL, { reminders }).text.match(/BEGIN:VALARM/g)).toHaveLength(1);
  });

  it.each(["RELATED-TO:alarm-0", "REPEAT:2", "PROXIMITY:ARRIVE"])("do not touch one with %s", (line) => {
    const text = FULL.replace("UID:alarm-1", line);
    expect(patched(text, { reminders: [] })).toMatchObject({ text, otherReminders: 2, fields: [] });
  });

  it("count from the due time of a task that has no start", () => {
    const due = calendar(component("VTODO", "DUE:20260105T090000Z"));
    const { text } = patched(due, { reminders: [{ minutes_before: 10 }] });
    expect(text).toContain("TRIGGER;RELATED=END:-PT10M\r\n");
    expect(patched(text, { reminders: [{ minutes_before: 10 }] }).fields).toEqual([]);
  });

  it("need something to count from", () => {
    const undated = calendar(component("VTODO", "SUMMARY:x"));
    expect(() => patched(undated, { reminders: [{ minutes_before: 10 }] })).toThrow(/start or a due time/);
    expect(patched(undated, { reminders: [{ at: "2026-01-04T08:00:00Z" }] }).fields).toEqual(["reminders"]);
  });

  it.each([
    {},
    { minutes_before: 1, at: "2026-01-04T08:00:00Z" },
    { minutes_before: -5 },
    { minutes_before: 0.5 },
    { at: "2026-01-04" },
  ])("refuse %j", (reminder) => {
    expect(() => patched(FULL, { reminders: [reminder] })).toThrow(/Nothing was changed/);
  });
});

describe("the kinds of entries", () => {
  const task = calendar(component("VTODO", "SUMMARY:x", "COMPLETED;TZID=Europe/Berlin:20260105T100000"));

  it("writes what a task has", () => {
    const { text, fields } = patched(task, {
      status: "completed",
      percentComplete: 100,
      completed: now,
      priority: 1,
    });
    expect(fields).toEqual(["status", "priority", "percentComplete", "completed"]);
    expect(come(task, text)).toEqual([
      "STATUS:COMPLETED\r\n",
      "PRIORITY:1\r\n",
      "PERCENT-COMPLETE:100\r\n",
      "COMPLETED:20260201T120000Z\r\n",
    ]);
  });

  it("takes the same instant in another zone for the same (F101)", () => {
    expect(patched(task, { completed: Date.UTC(2026, 0, 5, 9) }).fields).toEqual([]);
  });

  it.each<[string, EntryPatch]>([
    ["VEVENT", { completed: now }],
    ["VEVENT", { percentComplete: 5 }],
    ["VEVENT", { status: "completed" }],
    ["VTODO", { transparent: true }],
    ["VTODO", { status: "confirmed" }],
    ["VTODO", { percentComplete: 101 }],
    ["VTODO", { priority: 10 }],
    ["VJOURNAL", { reminders: [] }],
    ["VJOURNAL", { location: "x" }],
    ["VJOURNAL", { status: "needs-action" }],
  ])("refuses in a %s %j", (name, patch) => {
    expect(() => patched(calendar(component(name, "DTSTART:20260105T090000Z")), patch)).toThrow(
      /Nothing was changed/,
    );
  });

  it("tells what is one's own from what others have to hear of", () => {
    expect(isPrivate(["reminders", "categories", "transparent"])).toBe(true);
    expect(isPrivate(["reminders", "summary"])).toBe(false);
  });
});

describe("the stamps", () => {
  const text = event("DTSTART:20260105T090000Z", "SEQUENCE:4", "LAST-MODIFIED:20260101T000000Z");
  const touched = (some: string, sequence: "up" | "keep") => {
    const document = readDocument(some);
    const edits = createEdits(document);
    for (const entry of document.components) edits.touch(entry, { now, sequence });
    return edits.text();
  };

  it("move on, with the number that tells attendees or without", () => {
    expect(come(text, touched(text, "up"))).toEqual([
      "DTSTAMP:20260201T120000Z\r\n",
      "SEQUENCE:5\r\n",
      "LAST-MODIFIED:20260201T120000Z\r\n",
    ]);
    expect(touched(text, "keep")).toContain("SEQUENCE:4\r\n");
  });

  it("add no LAST-MODIFIED, and a SEQUENCE only when it is to count", () => {
    expect(touched(event("DTSTART:20260105T090000Z"), "keep")).not.toMatch(/SEQUENCE|LAST-MODIFIED/);
    expect(touched(event("DTSTART:20260105T090000Z"), "up")).toContain("SEQUENCE:1\r\n");
  });

  it("never grow a number that would no longer be read", () => {
    const high = event("DTSTART:20260105T090000Z", "SEQUENCE:999999999");
    expect(touched(high, "up")).toContain("SEQUENCE:999999999\r\n");
  });
});
